import { useNavigate } from 'react-router';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { copyItem } from './work-items.ts';
import './workflow.css';

const of = copyItem as unknown as Declaration;

/** 抄送: what I am told of without being asked, newest first. */
export default function WorkCopyPage() {
  const navigate = useNavigate();
  return <ListPage of={of} verb="cc-list" onOpen={(row) => void navigate(`/work/task/${String(row['processInstanceId'])}`)} />;
}
