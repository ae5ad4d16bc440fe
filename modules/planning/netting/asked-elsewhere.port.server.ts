/**
 * What else takes of a place: goods asked for without a plan. What was asked for is due, so what it is for counts as
 * taken; distribution stands below, and without it nothing is.
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';
import type { OtherPlanRows } from './other-plans.rules.ts';

export type AskedElsewhere = (
  context: Context,
  which: { readonly warehouseIds: readonly Id[]; readonly materialIds: readonly Id[] },
) => Promise<OtherPlanRows['lines']>;

export const askedElsewhere = port<AskedElsewhere>('asked elsewhere', { otherwise: async () => [] });
