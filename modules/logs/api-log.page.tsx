import { LogList } from './log-list.view.tsx';
import { apiLog } from './logs.resource.ts';

/** Every write, and slow reads. */
export default function ApiLogPage() {
  return <LogList of={apiLog} />;
}
