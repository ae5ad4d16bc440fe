import { useNavigate } from 'react-router';
import { declarationOf } from '../../kernel/web/catalogue.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { useLabel } from '../../parts/language/language.ts';
import { printLog } from './print-log.resource.ts';

/** What was printed, the newest first. */
export default function PrintLogListPage() {
  const label = useLabel();
  const navigate = useNavigate();
  return (
    <ListPage
      of={printLog}
      onOpen={({ id }) => void navigate(`${printLog.path ?? ''}/${id}`)}
      columns={{ printed: ({ printed }) => label(declarationOf(printed)?.label ?? { zh: printed, en: printed }) }}
    />
  );
}
