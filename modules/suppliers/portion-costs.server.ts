/** What portions of many dishes cost, some dishes a step, as a thread reckons it. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { slicesOf } from '../../parts/postgres/in-turn.ts';
import type { Work } from '../../parts/threads/work.ts';
import { portionCost } from '../master-data/dishes/food-cost.rules.ts';
import { costBookOf, type CostBook, type CostRows } from './cost-book.rules.ts';

/** Dishes to be costed by what was read. */
interface CostTask extends CostRows {
  readonly dishIds: readonly Id[];
}
export interface PortionCost {
  readonly dishId: Id;
  /** The BOM in force; null without one. */
  readonly bomId: Id | null;
  /** Money; null where a line's cost is not known, or no BOM is in force. */
  readonly cost: DecimalText | null;
  /** Why it is not known. */
  readonly refusals: readonly Refusal[];
}

const DISHES_AT_ONCE = 20;

/** The costs of the dishes in order. */
function* costSteps(task: CostTask): Generator<readonly PortionCost[], void, undefined> {
  const book = costBookOf(task);
  for (const { rows } of slicesOf(task.dishIds, DISHES_AT_ONCE))
    yield rows.map((dishId) => costOf(book, dishId, task.date));
}
/** The same as work for a thread. */
export const costWork: Work<CostTask, readonly PortionCost[], undefined> = {
  run: costSteps,
  module: import.meta.url,
  name: 'costWork',
};

function costOf(book: CostBook, dishId: Id, date: string): PortionCost {
  const costed = book.recipeOf(dishId);
  if (costed === undefined) return { dishId, bomId: null, cost: null, refusals: [missingBom(book, dishId, date)] };
  const answer = portionCost(costed.recipe);
  const { bomId } = costed;
  return answer.ok
    ? { dishId, bomId, cost: answer.costPerPortion.toString(), refusals: [] }
    : { dishId, bomId, cost: null, refusals: answer.refusals };
}

/** No BOM of the dish is in force on the day. */
export const missingBom = (book: Pick<CostBook, 'nameOf'>, dishId: Id, date: string): Refusal =>
  refuse('master-data.bom-missing', { dishId, dish: book.nameOf(dishId), date });
