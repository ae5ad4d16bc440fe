import { Modal, Progress } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from './i18n.ts';
import { Printed } from '../../../kernel/web/paper/printed.tsx';
import { type Printing, printing } from '../../../kernel/web/paper/print-chosen.ts';
import { queries } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { PageGuard } from './error-pages.tsx';
import { PageAt } from './routes.tsx';

const LOOK_MS = 50;
/** A page that has no sheets by then has none. */
const LIMIT_MS = 30_000;

/** Documents that were chosen to be printed together: how far they are, then the sheets of all. */
export default function PrintedDocuments({ now }: { readonly now: Printing }): ReactNode {
  return now.is === 'fetching' ? <Fetching {...now} /> : <Sheets {...now} />;
}

function Fetching({ of, done, count, stop }: Extract<Printing, { readonly is: 'fetching' }>): ReactNode {
  const text = useText();
  const label = useLabel();
  return (
    <Modal
      open
      title={text('print.of', { label: label(of.label) })}
      closable={false}
      mask={{ closable: false }}
      onCancel={stop}
      cancelText={text('excel.stop')}
      okButtonProps={{ style: { display: 'none' } }}
    >
      <p role="status">{text('print.fetching', { done, count })}</p>
      <Progress percent={Math.round((done / count) * 100)} />
    </Modal>
  );
}

/** Each drawn by its own page. The browser prints once all stand with their words. */
function Sheets({ of, rows, at }: Extract<Printing, { readonly is: 'printing' }>): ReactNode {
  const text = useText();
  const notify = useNotify();
  useEffect(() => {
    const until = performance.now() + LIMIT_MS;
    const timer = setInterval(() => {
      if (performance.now() > until) {
        printing.set(undefined);
        return notify.warn(text('print.failed'));
      }
      if (
        document.querySelectorAll('body > .paper').length < rows.length ||
        queries.isFetching({ queryKey: ['dictionary'] }) > 0
      )
        return;
      clearInterval(timer);
      window.print();
    }, LOOK_MS);
    const over = (): void => printing.set(undefined);
    window.addEventListener('afterprint', over);
    return () => {
      clearInterval(timer);
      window.removeEventListener('afterprint', over);
    };
  }, [rows, notify, text]);
  const pathOf = (id: string) => ({ pathname: `${of.path ?? ''}/${id}`, search: '', hash: '', state: null, key: id });
  return (
    <div hidden>
      {rows.map((row) => (
        <Printed key={row.id} value={{ row, at }}>
          <PageGuard tabKey="">
            <PageAt location={pathOf(row.id)} />
          </PageGuard>
        </Printed>
      ))}
    </div>
  );
}
