import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Result, Skeleton } from 'antd';
import { useParams } from 'react-router';
import { declarationOf } from '../../kernel/web/catalogue.ts';
import { Facts } from '../../kernel/web/document/facts.tsx';
import { useRecord } from '../../kernel/web/form/use-record.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { useText } from '../../kernel/web/i18n.ts';
import { requestFile } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { ApiError } from '../../parts/client/errors.ts';
import { useTitle } from '../../parts/hooks/own-tab.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import type { Sheet } from './content.rules.ts';
import { languageOf } from './language-of.ts';
import { isPaper } from './papers.rules.ts';
import { printLog } from './print-log.resource.ts';
import { printedPdf } from './print.calls.ts';
import { printTexts } from './print.texts.ts';
import { SheetRoom } from './sheet-room.view.tsx';

/** One print: who printed it when, and what stood on the paper. */
export default function PrintLogPage() {
  const { id = '' } = useParams();
  return <OnePrint key={id} id={id} />;
}

function OnePrint({ id }: { readonly id: string }) {
  const word = useWords(printTexts);
  const text = useText();
  const label = useLabel();
  const notify = useNotify();
  const record = useRecord(printLog, id);
  const row = record.stored;
  useTitle(String(row?.title ?? ''));
  if (record.isLoading) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (row === undefined)
    return (
      <Result
        status="info"
        title={record.error instanceof ApiError ? record.error.message : text('error.unknown')}
        extra={<Button onClick={() => void record.reload()}>{text('error.retry')}</Button>}
      />
    );
  const printed = String(row.printed);
  const of = declarationOf(printed);
  const content = row['content'] as Sheet | null | undefined;
  return (
    <div className="list-page print-record">
      <header className="list-head">
        <h1 className="page-title" tabIndex={-1} lang={languageOf(String(row.title))}>
          {String(row.title)}
        </h1>
        <div className="list-tools">
          {of?.path !== undefined && (
            <GuardedLink to={`${of.path}/${String(row.recordId)}`}>{word('open')}</GuardedLink>
          )}
          {content !== null && content !== undefined && (
            <Button
              icon={<DownloadOutlined />}
              onClick={() => void requestFile(printedPdf, { logIds: id }).catch(notify.error)}
            >
              {word('pdf')}
            </Button>
          )}
        </div>
      </header>
      <Facts
        of={printLog}
        row={row}
        own={{ content: false, recordId: false, printed: () => label(of?.label ?? { zh: printed, en: printed }) }}
      />
      {content ? (
        <SheetRoom sheets={[content]} paper={isPaper(row.paper) ? row.paper : 'a4'} />
      ) : (
        <Alert type="info" showIcon title={word('content.hidden')} />
      )}
    </div>
  );
}
