import { LogList } from './log-list.view.tsx';
import { errorLog } from './logs.resource.ts';

export default function ErrorLogPage() {
  return <LogList of={errorLog} />;
}
