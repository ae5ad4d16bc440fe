/** Where and when one material may stand for another (master-data.md MaterialReplace, MaterialSubstitute). */
import { covers, type Period } from '../../master-data/figures/calendar-day.rules.ts';

export interface ExchangeRule extends Period {
  readonly id: string;
  readonly materialId: string;
  readonly otherMaterialId: string;
  /** Null: everywhere, in every dish. */
  readonly deptId: string | null;
  readonly dishId: string | null;
}
/** Where and when a material is wanted. */
export interface ExchangeWish {
  readonly materialId: string;
  readonly date: string;
  /** The stall, then its restaurant, project department, company. */
  readonly deptIds: readonly string[];
  readonly dishId: string | null;
}

/** Whether a rule counts there on the day. */
export const holdsFor = (rule: ExchangeRule, wish: ExchangeWish): boolean =>
  covers(rule, wish.date) &&
  (rule.deptId === null || wish.deptIds.includes(rule.deptId)) &&
  (rule.dishId === null || rule.dishId === wish.dishId);

/** Of the dish before all dishes, then of the nearest department. */
export const byPlace =
  (wish: ExchangeWish) =>
  (a: ExchangeRule, b: ExchangeRule): number =>
    Number(b.dishId !== null) - Number(a.dishId !== null) || distance(a, wish) - distance(b, wish);
const distance = ({ deptId }: ExchangeRule, { deptIds }: ExchangeWish): number =>
  deptId === null ? deptIds.length : deptIds.indexOf(deptId);
