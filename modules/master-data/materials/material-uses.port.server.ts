/** Where materials are that areas below keep, such as stock. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Label } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ports } from '../../../kernel/server/port.ts';

/** One way in which materials are in use. */
export interface Use {
  readonly label: Label;
  readonly count: number;
  /** The first of them, as people know them. */
  readonly first: readonly string[];
}
type Find = (context: Context, materialIds: readonly Id[]) => Promise<Use>;

export const materialUses = ports<Find>('where materials are in use');
