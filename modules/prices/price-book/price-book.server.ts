/** The price book: all kinds of price of many materials at one place and day, and the way to each of them. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { notPermitted, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { deptLine } from '../../admin/people/dept-line.server.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { firstOffers } from '../../suppliers/offers.server.ts';
import { dateIn, idIn, placeIn, priceAnswer, type PublishedPrice } from './price-calls.server.ts';
import { paidPrices } from './paid-prices.port.server.ts';
import * as calls from './price-book.calls.ts';
import { priceBook, SEES_PAID } from './price-book.resource.ts';
import { SEES, type PriceType } from './price.resource.ts';
import { pricesAt } from './price-resolver.server.ts';

const TYPES = ['settlement', 'management', 'joint', 'assessment'] as const satisfies readonly PriceType[];
const SEES_PURCHASE = 'purchaseprice_see';

/** The place and day of a list, by whichever key a filter sends them. */
const placeAndDay = (
  context: Context,
  { deptId, deptId_equal, date, date_dateequal, date_datege }: Input,
): { readonly deptId: Id | null; readonly date: string } => ({
  deptId: placeIn(context, { deptId: deptId ?? deptId_equal }),
  date: dateIn(context, { date: date ?? date_dateequal ?? date_datege }),
});

export const priceBookBehaviour = behaviour(priceBook, {
  source(context, input) {
    const { deptId, date } = placeAndDay(context, input);
    return sql`select m.tenant_id, m.id, m.code, m.called as name, m.search_text, m.create_time, m.update_time,
      m.create_user, m.create_dept, m.status, m.material_type_id, m.base_unit_id, ${deptId}::bigint as dept_id,
      ${date}::date as date
      from material m where m.frozen = 0`;
  },
  fills: Object.fromEntries(
    [...TYPES.map((type) => `${type}Price`), 'purchasePrice', 'recentPrices'].map((name) => [name, ['deptId', 'date']]),
  ),
  fillRows: (context, rows) => fillPrices(context, rows, context.allowed(SEES_PAID)),
});

/** Prices of each kind that the person may see, and what was paid lately. */
async function fillPrices(
  context: Context,
  rows: readonly (Record<string, unknown> & { readonly id: Id })[],
  withPaid: boolean,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const [deptId, date] = [first['deptId'] ? String(first['deptId']) : null, String(first['date'])];
  const ids = rows.map((row) => row.id);
  const ladders = await unitLadders(context, ids, { date });
  for (const type of TYPES.filter((each) => context.allowed(SEES[each]))) {
    const priced = await pricesAt(
      context,
      type,
      deptId,
      date,
      ids.map((materialId) => ({ materialId })),
      { ladders },
    );
    priced.forEach(({ answer }, index) =>
      Object.assign(rows[index]!, { [`${type}Price`]: answer.found ? answer.figures.basePrice.toString() : null }),
    );
  }
  if (!context.allowed(SEES_PURCHASE)) return;
  const line = deptId === null ? [] : await deptLine(context, deptId);
  const above = (category: string) => line.find((dept) => dept.deptCategory === category)?.id;
  const site = above(DEPT.project);
  // The offer that would be ordered from first: of the suppliers of the place's site, where it has one.
  const offers = await firstOffers(context, ids, date, site === undefined ? [] : [site]);
  const paid = withPaid ? await paidLately(context, ids, date, above(DEPT.company) ?? null) : undefined;
  for (const row of rows)
    Object.assign(row, {
      purchasePrice: offers.get(row.id)?.basePrice ?? null,
      ...(paid === undefined ? {} : { recentPrices: paid.get(row.id) ?? null }),
    });
}

const TREND_DAYS = 90;
const TREND_MOST = 10;
/** What was paid for each of these goods last, up to a day, the oldest first; one statement. */
async function paidLately(context: Context, ids: readonly Id[], date: string, companyDeptId: Id | null) {
  const paid = await paidPrices(
    context,
    ids.map((materialId) => ({ materialId, companyDeptId })),
    dayPlus(date, -TREND_DAYS),
    TREND_MOST,
  );
  const byGoods = Map.groupBy(
    paid.filter((each) => each.date <= date),
    ({ nr }) => ids[nr]!,
  );
  return new Map(
    [...byGoods].map(([id, all]) => [id, all.map(({ date: day, price }) => ({ date: day, price })).toReversed()]),
  );
}

// Another role than their own may be tried by whoever may test.
export const resolvePrice = serve(calls.resolvePrice, async (context, input) => {
  const [materialId, deptId, date, unitId] = [
    requireId(input, 'materialId'),
    placeIn(context, input),
    dateIn(context, input),
    idIn(input, 'unitId'),
  ];
  const given = TYPES.find((type) => type === input.type);
  if (input.type !== null && given === undefined)
    throw new Refused(refuse('param.invalid', { name: 'type', value: input.type }, { field: 'type' }));
  const [roleId, enterpriseId] = [idIn(input, 'roleId'), idIn(input, 'enterpriseId')];
  if (roleId !== undefined && !context.allowed('pricebook_test')) throw notPermitted();
  const role =
    roleId === undefined
      ? undefined
      : await context.tx.row<{ alias: string }>(sql`select role_alias as alias from role where id = ${roleId}::bigint`);
  const one = async (type: PriceType): Promise<PublishedPrice> =>
    priceAnswer(
      context,
      type,
      (
        await pricesAt(context, type, deptId, date, [{ materialId, ...(unitId === undefined ? {} : { unitId }) }], {
          ...(enterpriseId === undefined ? {} : { enterpriseId }),
          ...(roleId === undefined ? {} : { roles: role === undefined ? [] : [role.alias] }),
        })
      )[0]!,
    );
  if (given !== undefined) {
    if (!context.allowed(SEES[given])) throw notPermitted();
    return one(given);
  }
  const answers: PublishedPrice[] = [];
  for (const type of TYPES.filter((each) => context.allowed(SEES[each]))) answers.push(await one(type));
  return answers;
});
