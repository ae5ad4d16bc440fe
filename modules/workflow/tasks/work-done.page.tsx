import { useNavigate } from 'react-router';
import { useLanguage } from '../../../parts/language/language.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { taskStates } from '../engine/task-states.ts';
import { doneItem, taskPath } from './work-items.ts';
import '../workflow.css';

const TONES = { approved: 'done', rejected: 'look', returned: 'look', transferred: 'plain' } as const;
function Outcome({ row }: { readonly row: ListRow<typeof doneItem, 'taskState'> }) {
  const language = useLanguage();
  const state = String(row.taskState) as keyof typeof TONES;
  return <Status tone={TONES[state] ?? 'plain'} word={taskStates[state]?.[language] ?? ''} />;
}
const columns = { taskState: (row: ListRow<typeof doneItem, 'taskState'>) => <Outcome row={row} /> };

/** 办结: what I decided, newest first. */
export default function WorkDonePage() {
  const navigate = useNavigate();
  return <ListPage of={doneItem} verb="done-list" columns={columns} onOpen={(row) => void navigate(taskPath(row))} />;
}
