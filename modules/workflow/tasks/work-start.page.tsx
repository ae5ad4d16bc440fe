import { useNavigate } from 'react-router';
import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { startItem } from './work-items.ts';
import { workflowTexts } from '../workflow.texts.ts';

/** 发起: processes that run, each with the form of its document. */
export default function WorkStartPage() {
  const word = useWords(workflowTexts);
  const navigate = useNavigate();
  const start = (row: ListRow): void => {
    if (String(row['path'] ?? '') !== '') void navigate(`${String(row['path'])}/new`);
  };
  return (
    <ListPage
      of={startItem}
      verb="start-list"
      onOpen={start}
      rowActions={(row) =>
        String(row['path'] ?? '') === '' ? [] : [{ key: 'start', label: word('start'), run: () => start(row) }]
      }
    />
  );
}
