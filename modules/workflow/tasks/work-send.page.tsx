import { useNavigate } from 'react-router';
import { request } from '../../../kernel/web/request.ts';
import type { Record_ } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { queries } from '../../../kernel/web/queries.ts';
import { useTell } from '../../../kernel/web/tell.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { urgeTask } from './work-acts.calls.ts';
import { sentItem } from './work-items.ts';
import { workflowTexts } from '../workflow.texts.ts';
import '../workflow.css';

/** 已发: what I sent and where it stands; whoever keeps me waiting may be asked to hurry. */
export default function WorkSendPage() {
  const word = useWords(workflowTexts);
  const tell = useTell();
  const navigate = useNavigate();
  const urge = async (row: Record_): Promise<void> => {
    try {
      await request(urgeTask, { processInstanceId: String(row['processInstanceId']) });
      tell.done(word('urged', { title: String(row['billCode']) }));
    } catch (error) {
      tell.trouble(error);
    } finally {
      await queries.invalidateQueries({ queryKey: ['list'] });
    }
  };
  return (
    <ListPage
      of={sentItem}
      verb="send-list"
      onOpen={(row) => void navigate(`/work/task/${String(row['processInstanceId'])}`)}
      rowActions={(row) => [
        {
          key: 'look',
          label: word('look'),
          run: () => void navigate(`/work/task/${String(row['processInstanceId'])}`),
        },
        ...(row['state'] === 'running' ? [{ key: 'urge', label: word('urge'), run: () => void urge(row) }] : []),
      ]}
    />
  );
}
