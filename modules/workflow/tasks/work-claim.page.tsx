import { useNavigate } from 'react-router';
import { request } from '../../../kernel/web/request.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { queries } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { label } from '../../../kernel/core/label.ts';
import { claimTask } from './work-acts.calls.ts';
import { taskPath, todoItem, type WorkRow } from './work-items.ts';
import { Warnings } from './work-tag.view.tsx';
import { workflowTexts } from '../workflow.texts.ts';
import '../workflow.css';

const of = {
  ...todoItem,
  name: 'workClaim',
  label: label('待签事务', 'To claim'),
  purpose: label(
    '几个人都可以处理的任务，谁签收谁处理',
    'Tasks for any of several people: whoever claims one deals with it',
  ),
};
const columns = {
  warnings: (row: WorkRow) => <Warnings of={row.warnings} />,
  dueTime: (row: WorkRow) => <span className="figures">{String(row.dueTime ?? '').slice(5, 16)}</span>,
};

/** 待签: tasks for any of several; opening one shows it, claiming it makes it mine. */
export default function WorkClaimPage() {
  const word = useWords(workflowTexts);
  const notify = useNotify();
  const navigate = useNavigate();
  const claim = async (row: WorkRow): Promise<void> => {
    try {
      await request(claimTask, { taskId: String(row.taskId) });
      notify.done(word('claimed', { title: String(row.billCode) }));
    } catch (error) {
      notify.error(error);
    } finally {
      await queries.invalidateQueries({ queryKey: ['list'] });
    }
  };
  return (
    <ListPage
      of={of}
      verb="claim-list"
      columns={columns}
      onOpen={(row) => void navigate(taskPath(row))}
      rowActions={(row) => [{ key: 'claim', label: word('claim'), run: () => void claim(row) }]}
    />
  );
}
