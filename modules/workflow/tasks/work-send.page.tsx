import { useNavigate } from 'react-router';
import { request } from '../../../kernel/web/request.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { queries } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { urgeTask } from './work-acts.calls.ts';
import { sentItem, taskPath, type WorkRow } from './work-items.ts';
import { workflowTexts } from '../workflow.texts.ts';
import '../workflow.css';

const READS = ['state'] as const;

/** 已发: what I sent and where it stands; whoever keeps me waiting may be asked to hurry. */
export default function WorkSendPage() {
  const word = useWords(workflowTexts);
  const notify = useNotify();
  const navigate = useNavigate();
  const urge = async (row: WorkRow): Promise<void> => {
    try {
      await request(urgeTask, { processInstanceId: String(row.processInstanceId) });
      notify.done(word('urged', { title: String(row.billCode) }));
    } catch (error) {
      notify.error(error);
    } finally {
      await queries.invalidateQueries({ queryKey: ['list'] });
    }
  };
  return (
    <ListPage
      of={sentItem}
      reads={READS}
      verb="send-list"
      onOpen={(row) => void navigate(taskPath(row))}
      rowActions={(row) => [
        {
          key: 'look',
          label: word('look'),
          run: () => void navigate(taskPath(row)),
        },
        ...(row.state === 'running' ? [{ key: 'urge', label: word('urge'), run: () => void urge(row) }] : []),
      ]}
    />
  );
}
