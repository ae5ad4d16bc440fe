import { useNavigate } from 'react-router';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { startItem, type WorkRow } from './work-items.ts';
import { workflowTexts } from '../workflow.texts.ts';

/** 发起: processes that run, each with the form of its document. */
export default function WorkStartPage() {
  const word = useWords(workflowTexts);
  const navigate = useNavigate();
  const pathOf = ({ path }: WorkRow): string => String(path ?? '');
  const start = (row: WorkRow): void => {
    if (pathOf(row) !== '') void navigate(`${pathOf(row)}/new`);
  };
  return (
    <ListPage
      of={startItem}
      verb="start-list"
      onOpen={start}
      rowActions={(row) => (pathOf(row) === '' ? [] : [{ key: 'start', label: word('start'), run: () => start(row) }])}
    />
  );
}
