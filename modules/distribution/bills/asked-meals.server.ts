/** The goods of the meals a bill is for: the same explosion as a plan's, kept apart by meal and source. */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { daysBetween } from '../../master-data/figures/calendar-day.rules.ts';
import { SALES_PLAN, SPECIAL_MEAL } from '../../planning/meal-demands.server.ts';
import { askedGoods, type AskedGoods, type AskedNeed } from '../../planning/reckoning/asked-goods.server.ts';
import { netParts } from './asked-lines.rules.ts';
import { SPAN_DAYS_MAX } from './distribution.document.ts';

/** Which meals a bill is for, and where their goods are received. */
export interface AskedPlace {
  readonly billId: Id | null;
  readonly gearOperationDeptId: Id | null;
  readonly useRestaurantDeptId: Id | null;
  /** Null: where each stall draws from. */
  readonly warehouseId: Id | null;
  readonly bladeProjectDeptId: Id | null;
  /** yyyy-MM-dd HH:mm:ss */
  readonly startTime: string;
  readonly endTime: string;
  readonly netFlag: boolean;
}
/** Documents that are meant; empty: all. */
export interface AskedSources {
  readonly salesPlanIds: readonly Id[];
  readonly specialMealIds: readonly Id[];
  readonly kind?: 'plan' | 'meal';
}

/** What a source is called on a line, and in a claim. */
export const lineSourceOf = (claimed: string): 'sales-plan' | 'special-meal' =>
  claimed === SALES_PLAN ? 'sales-plan' : 'special-meal';
/** What claims call the source of a line. */
export const claimSourceOf = (asked: 'sales-plan' | 'special-meal'): string =>
  asked === 'sales-plan' ? SALES_PLAN : SPECIAL_MEAL;

/** A need with the part of it that is to be asked for. */
export interface NetNeed extends AskedNeed {
  readonly net: Decimal;
}
interface AskedMeals extends Pick<AskedGoods, 'meals' | 'buyingOf'> {
  readonly needs: readonly NetNeed[];
}

/** The window ends after it begins, and spans a month at most. */
export function requireWindow({ startTime, endTime }: Pick<AskedPlace, 'startTime' | 'endTime'>): void {
  if (endTime <= startTime || daysBetween(startTime.slice(0, 10), endTime.slice(0, 10)) > SPAN_DAYS_MAX)
    throw new Refused(refuse('distribution.asked-window', { max: SPAN_DAYS_MAX }, { field: 'endTime' }));
}

/** Stalls of the place: the one named, those of a restaurant, or of a site. */
export async function stallsOf(context: Context, place: AskedPlace): Promise<readonly Id[] | undefined> {
  if (place.gearOperationDeptId !== null) return [place.gearOperationDeptId];
  if (place.useRestaurantDeptId === null) return undefined;
  const rows = await context.tx.rows<{ id: Id }>(
    sql`select id from dept where use_restaurant_dept_id = ${place.useRestaurantDeptId}::bigint
      and dept_category = ${DEPT.stall} order by id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * What meals of the place need that nobody else has claimed. With netting all meals of the window count, also those
 * nobody chose: stock serves them all, so that each line's part is the same whoever looks.
 */
export async function askedMeals(
  context: Context,
  place: AskedPlace,
  sources: AskedSources,
  purpose: 'claim' | 'look',
): Promise<AskedMeals> {
  const stallIds = await stallsOf(context, place);
  const { salesPlanIds, specialMealIds, kind } = place.netFlag
    ? { salesPlanIds: [], specialMealIds: [], kind: undefined }
    : { kind: undefined, ...sources };
  const goods = await askedGoods(context, {
    meals: {
      planId: place.billId,
      projectDeptIds: place.bladeProjectDeptId === null ? [] : [place.bladeProjectDeptId],
      warehouseIds: [],
      ...(stallIds === undefined ? {} : { stallIds }),
      ...(kind === undefined ? {} : { kind }),
      salesPlanIds,
      specialMealIds,
      startDate: place.startTime.slice(0, 10),
      endDate: place.endTime.slice(0, 10),
      mealTypes: [],
    },
    purpose,
    startTime: place.startTime,
    endTime: place.endTime,
    warehouseId: place.warehouseId,
    netFlag: place.netFlag,
  });
  const parts = netParts(goods.needs, place.netFlag ? goods.buyingOf : null);
  const chosen = isMeant(sources);
  return {
    meals: goods.meals.filter(chosen),
    buyingOf: goods.buyingOf,
    needs: goods.needs.flatMap((need) => (chosen(need.meal) ? [{ ...need, net: parts.get(need)! }] : [])),
  };
}

const isMeant =
  ({ salesPlanIds, specialMealIds, kind }: AskedSources) =>
  ({ sourceType, sourceId }: AskedNeed['meal']): boolean => {
    const isPlan = sourceType === SALES_PLAN;
    if (kind !== undefined && isPlan !== (kind === 'plan')) return false;
    return (
      salesPlanIds.length + specialMealIds.length === 0 || (isPlan ? salesPlanIds : specialMealIds).includes(sourceId)
    );
  };
