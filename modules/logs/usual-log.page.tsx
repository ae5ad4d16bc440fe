import type { Declaration } from '../../kernel/core/declaration.ts';
import { LogList } from './log-list.view.tsx';
import { usualLog } from './logs.resource.ts';

export default function UsualLogPage() {
  return <LogList of={usualLog as unknown as Declaration} />;
}
