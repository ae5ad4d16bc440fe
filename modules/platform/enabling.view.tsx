import { post } from '../../parts/client/api.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { ColumnRenderers } from '../../kernel/web/list/columns.tsx';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { type ListRow, invalidateLists } from '../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { platformTexts } from './platform.texts.ts';
import './platform.css';

const IN_USE = 2;
const isInUse = ({ status }: ListRow): boolean => status === IN_USE;
interface Props {
  readonly of: Declaration;
  /** Field the row is called by. */
  readonly code: string;
  readonly ask: (code: string) => string;
}

/** Configurations of which one is in use. */
export function EnablingList({ of, code, ask }: Props) {
  const word = useWords(platformTexts);
  const notify = useNotify();
  const codes = useAllowedCodes();
  const enable = async (row: ListRow): Promise<void> => {
    if (!(await notify.ask(ask(String(row[code])), { okText: word('enabling.act') }))) return;
    try {
      await post(`/${of.service}/${of.segment}/enable`, { query: { id: row.id } });
      notify.done(word('enabling.done', { code: String(row[code]) }));
    } catch (error) {
      notify.error(error);
    } finally {
      await invalidateLists(of);
    }
  };
  const columns: ColumnRenderers = {
    [code]: (row) => (
      <span className="enabling-code">
        <Status
          tone={isInUse(row) ? 'done' : 'plain'}
          word={word(isInUse(row) ? 'enabling.in-use' : 'enabling.stopped')}
        />
        <span className="figures">{String(row[code])}</span>
      </span>
    ),
  };
  return (
    <ListPage
      of={of}
      reads={['status', code]}
      columns={columns}
      rowActions={(row) =>
        codes.has(`${of.segment}_enable`) && !isInUse(row)
          ? [{ key: 'enable', label: word('enabling.act'), run: () => void enable(row) }]
          : []
      }
    />
  );
}
