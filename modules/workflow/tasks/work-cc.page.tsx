import { useNavigate } from 'react-router';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { copyItem, taskPath } from './work-items.ts';
import '../workflow.css';

/** 抄送: what I am told of without being asked, newest first. */
export default function WorkCopyPage() {
  const navigate = useNavigate();
  return <ListPage of={copyItem} verb="cc-list" onOpen={(row) => void navigate(taskPath(row))} />;
}
