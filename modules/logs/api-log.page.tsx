import type { Declaration } from '../../kernel/core/declaration.ts';
import { LogList } from './log-list.view.tsx';
import { apiLog } from './logs.resource.ts';

export default function ApiLogPage() {
  return <LogList of={apiLog as unknown as Declaration} />;
}
