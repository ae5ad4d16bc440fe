/** Price labels beside the menu of now: the meal that runs, else the next one of the day. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { mealTime } from '../../operations/meals/meal-time.rules.ts';
import { stallPlaces } from '../../operations/meals/meals.server.ts';
import { boardStalls, choicesOf } from '../../production/day/board-stalls.server.ts';
import { phaseOf, soldOutBy, type SaleState } from '../gear-menu.rules.ts';
import { notifyOfMenus } from '../menu-changes.server.ts';
import * as calls from './price-label.calls.ts';
import { priceLabel } from './price-label.resource.ts';
import { labelState, type LabelWords } from './price-label.rules.ts';
import '../stall-menus.refusals.ts';

interface MenuDish extends LabelWords {
  readonly dishId: Id;
  readonly dishName: string;
  readonly portionGroup: string;
  /** When its menu last changed. */
  readonly changed: string;
}
const twoPlaces = (price: DecimalText | null): string | null => (price === null ? null : Decimal.of(price).toFixed(2));
const keyOf = (stallId: Id, dishId: Id, portionGroup: string): string => `${stallId} ${dishId} ${portionGroup}`;

/** By stall, dish and size: what the menus that run, or else come next today, say. */
async function menusNow(context: Context, stallIds: readonly Id[]): Promise<ReadonlyMap<string, MenuDish>> {
  const dishName = context.language === 'en' ? sql`coalesce(nullif(i.name_en, ''), i.name)` : sql`i.name`;
  const lines = await context.tx.rows<
    SaleState & {
      readonly stallId: Id;
      readonly mealType: string;
      readonly dishId: Id;
      readonly dishName: string;
      readonly portionGroup: string;
      readonly price: DecimalText | null;
      readonly changed: string;
    }
  >(sql`
    select t.gear_operation_dept_id as stall_id, t.meal_type, l.dish_id, ${dishName} as dish_name, l.portion_group,
      l.price, l.sold_out, l.sold_qty, l.sale_limit_qty, to_char(t.update_time, 'YYYY-MM-DD HH24:MI:SS') as changed
    from gear_menu t join gear_menu_detail l on l.gear_menu_id = t.id join dish i on i.id = l.dish_id
    where t.gear_operation_dept_id = any(${stallIds as Id[]}::bigint[]) and t.menu_date = ${context.today}::date
      and t.menu_status = 'determined' order by l.sort, l.line_no`);
  const places = await stallPlaces(context, stallIds);
  const found = new Map<string, MenuDish>();
  for (const [stallId, own] of Map.groupBy(lines, (line) => line.stallId)) {
    const intervals = places.get(stallId)?.intervals ?? [];
    const meals = [...new Set(own.map(({ mealType }) => mealType))]
      .filter((mealType) => phaseOf(intervals, mealType, context.today, context.now) !== 'past')
      .toSorted((a, b) => (mealTime(intervals, a, context.today) < mealTime(intervals, b, context.today) ? -1 : 1));
    for (const line of own.filter(({ mealType }) => mealType === meals[0]))
      found.set(keyOf(stallId, line.dishId, line.portionGroup), {
        ...line,
        price: twoPlaces(line.price),
        soldOut: soldOutBy(line) !== '',
      });
  }
  return found;
}

interface StoredLabel {
  readonly id: Id;
  readonly labelCode: string;
  readonly labelKind: 'paper' | 'electronic';
  readonly stallId: Id;
  readonly dishId: Id;
  readonly dishName: string;
  readonly portionGroup: string;
  readonly shownPrice: DecimalText | null;
  readonly shownSoldOut: number;
}
const followed = serve(calls.followLabels, async (context, { gearOperationDeptId }) => {
  const { stalls, stall } = await boardStalls(context, gearOperationDeptId);
  const head = { stalls: choicesOf(stalls), stallId: stall?.id ?? '' };
  if (stall === undefined) return { ...head, labels: [], unlabelled: [] };
  const dishName = context.language === 'en' ? sql`coalesce(nullif(i.name_en, ''), i.name)` : sql`i.name`;
  const stored = await context.tx.rows<StoredLabel>(sql`
    select t.id, t.label_code, t.label_kind, t.gear_operation_dept_id as stall_id, t.dish_id, ${dishName} as dish_name,
      t.portion_group, t.shown_price, t.shown_sold_out
    from price_label t join dish i on i.id = t.dish_id
    where t.gear_operation_dept_id = ${stall.id}::bigint and t.frozen = 0 order by t.label_code`);
  const menu = await menusNow(context, [stall.id]);
  const labels = stored.map(({ stallId, dishId, shownSoldOut, ...each }): calls.FollowedLabel => {
    const wanted = menu.get(keyOf(stallId, dishId, each.portionGroup));
    const shown = { price: twoPlaces(each.shownPrice), soldOut: shownSoldOut === 1 };
    const state = labelState(shown, wanted);
    return {
      ...each,
      state,
      shownPrice: shown.price,
      wantedPrice: wanted?.price ?? null,
      since: state === 'current' ? '' : (wanted?.changed ?? ''),
    };
  });
  const standing = new Set(stored.map((each) => keyOf(each.stallId, each.dishId, each.portionGroup)));
  return {
    ...head,
    labels: labels.toSorted(
      (a, b) =>
        Number(a.state === 'current') - Number(b.state === 'current') ||
        (a.since < b.since ? -1 : a.since > b.since ? 1 : 0),
    ),
    unlabelled: [...menu]
      .filter(([key]) => !standing.has(key))
      .map(([, { dishId, dishName: name, portionGroup, price }]) => ({ dishId, dishName: name, portionGroup, price })),
  };
});

interface Written {
  readonly id: Id;
  readonly price: string | null;
  readonly soldOut: 0 | 1;
}
/** Writes what labels say, and notifies whoever follows them. */
async function write(context: Context, written: readonly Written[]): Promise<true> {
  const places = await context.tx.rows<{ restaurantId: Id | null }>(sql`
    update price_label t set shown_price = g.price, shown_sold_out = g."soldOut",
      shown_time = ${context.now}::timestamptz, version = t.version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now()
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as g(id bigint, price numeric, "soldOut" smallint)
    where t.id = g.id
    returning (select d.parent_id from dept d where d.id = t.gear_operation_dept_id) as restaurant_id`);
  await notifyOfMenus(
    context,
    places.map(({ restaurantId }) => restaurantId),
  );
  return true;
}

const confirmed = serve(calls.confirmLabels, async (context, input) => {
  const ids = readIds(input);
  const labels = await context.tx.rows<Pick<StoredLabel, 'id' | 'stallId' | 'dishId' | 'portionGroup'>>(sql`
    select t.id, t.gear_operation_dept_id as stall_id, t.dish_id, t.portion_group from price_label t
    where ${join([sql`t.id = any(${ids}::bigint[])`, ...scopeCondition(priceLabel, context)], ' and ')}
    order by t.id for update of t`);
  if (labels.length < ids.length) throw new Refused(refuse('stall-menus.label-unknown', {}));
  const menu = await menusNow(context, [...new Set(labels.map(({ stallId }) => stallId))]);
  return write(
    context,
    labels.map(({ id, stallId, dishId, portionGroup }) => {
      const wanted = menu.get(keyOf(stallId, dishId, portionGroup));
      return { id, price: wanted?.price ?? null, soldOut: wanted?.soldOut === true ? 1 : 0 };
    }),
  );
});

const PRICE = /^\d{1,10}(\.\d{1,2})?$/;
const reported = serve(calls.reportLabels, async (context, { labels }) => {
  const wrong = labels.filter(({ price }) => price && !PRICE.test(price));
  if (wrong.length > 0)
    throw new Refused(...wrong.map(({ price }) => refuse('param.invalid', { name: 'price', value: price })));
  const terms = [
    sql`t.label_code = any(${labels.map(({ labelCode }) => labelCode)}::text[])`,
    sql`t.label_kind = 'electronic'`,
    ...scopeCondition(priceLabel, context),
  ];
  const known = new Map(
    (
      await context.tx.rows<{ id: Id; labelCode: string }>(sql`
        select t.id, t.label_code from price_label t
        where ${join(terms, ' and ')} order by t.id for update of t`)
    ).map(({ id, labelCode }) => [labelCode, id]),
  );
  const unknown = labels.filter(({ labelCode }) => !known.has(labelCode));
  if (unknown.length > 0)
    throw new Refused(...unknown.map(({ labelCode }) => refuse('stall-menus.label-code', { code: labelCode })));
  // Of a label that is named twice the last report counts.
  const last = new Map(labels.map((each) => [each.labelCode, each]));
  return write(
    context,
    [...last.values()].map(({ labelCode, price, soldOut }) => ({
      id: known.get(labelCode)!,
      price: price || null,
      soldOut: soldOut === 1 ? 1 : 0,
    })),
  );
});

export const priceLabelCalls: readonly Call[] = [followed, confirmed, reported];
