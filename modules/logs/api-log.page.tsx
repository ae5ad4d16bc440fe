import { LogList } from './log-list.view.tsx';
import { apiLog } from './logs.resource.ts';

export default function ApiLogPage() {
  return <LogList of={apiLog} />;
}
