/** Where materials are that areas below keep, such as stock. They plug themselves in when the server is put together. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Label } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';

/** One way in which materials are in use. */
export interface Use {
  readonly label: Label;
  readonly count: number;
  /** The first of them, as people know them. */
  readonly first: readonly string[];
}
type Find = (context: Context, materialIds: readonly Id[]) => Promise<Use>;

const plugged = new Map<string, Find>();
export const materialsAlsoIn = (key: string, find: Find): void => void plugged.set(key, find);
export const usesBelow = (context: Context, materialIds: readonly Id[]): Promise<readonly Use[]> =>
  Promise.all([...plugged.values()].map((find) => find(context, materialIds)));
