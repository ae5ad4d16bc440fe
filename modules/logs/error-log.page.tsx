import { LogList } from './log-list.view.tsx';
import { errorLog } from './logs.resource.ts';

/** Errors of the server and of browsers. */
export default function ErrorLogPage() {
  return <LogList of={errorLog} />;
}
