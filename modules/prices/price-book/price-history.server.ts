/**
 * Every price of a material at a place through time: what was charged or asked, by which record, and who let it stand;
 * with what came in meanwhile.
 */
import { flagOf, type DecimalText, type Id } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { notPermitted, unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { ident, join, sql } from '../../../parts/postgres/database.ts';
import { lineTableOf, ownerColumn, tableOf } from '../../../kernel/server/schema.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { deptLine } from '../../admin/people/dept-line.server.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { firstOffers } from '../../suppliers/offers.server.ts';
import { paidPrices } from './paid-prices.port.server.ts';
import * as calls from './price-book.calls.ts';
import { placeIn } from './price-calls.server.ts';
import { changesIn } from './price-gaps.server.ts';
import { receivedIn, stepsOf, type Looked, type Step } from './price-history.rules.ts';
import { isPriceType, SEES, type PriceType } from './price.resource.ts';
import { LEVELS } from './price.rules.ts';
import { pricesAt } from './price-resolver.server.ts';
import { PLAN, SCHEME, SINGLE } from './published-lines.server.ts';

/** A year back unless a day is named, and what is known of the half year to come. */
const BACK_DAYS = 365;
const AHEAD_DAYS = 183;
/** Days looked at, the newest: a price that changed more often is told from then on. */
const MOST = 100;
const MOST_RECEIPTS = 500;

/** What held on a day. */
interface Held {
  readonly basePrice: DecimalText;
  readonly price: DecimalText;
  readonly unitName: string;
  readonly where: Label;
  readonly reason: Label;
}
type Answer = Held | null;

async function charged(
  context: Context,
  type: PriceType,
  materialId: Id,
  deptId: Id | null,
  days: readonly string[],
): Promise<Looked<Answer>[]> {
  const looked: Looked<Answer>[] = [];
  for (const day of days) {
    const [{ answer, ladder, unitId }] = (await pricesAt(context, type, deptId, day, [{ materialId }])) as [
      Awaited<ReturnType<typeof pricesAt>>[number],
    ];
    const unitName = ladder?.units.find((unit) => unit.id === unitId)?.name ?? '';
    looked.push(
      answer.found
        ? {
            day,
            key: `${answer.entry.id} ${answer.figures.basePrice.toString()}`,
            answer: {
              basePrice: answer.figures.basePrice.toString(),
              price: answer.figures.price.toString(),
              unitName,
              where: LEVELS[answer.level],
              reason: answer.reason,
            },
          }
        : { day, key: null, answer: null },
    );
  }
  return looked;
}
async function offered(
  context: Context,
  materialId: Id,
  sites: readonly Id[],
  days: readonly string[],
): Promise<Looked<Answer>[]> {
  const units = new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(
        sql`select distinct u.id, u.called as name from supplier_material o join material_unit u on u.id = o.unit_id
          where o.material_id = ${materialId}::bigint`,
      )
    ).map((row) => [row.id, row.name]),
  );
  const looked: Looked<Answer>[] = [];
  for (const day of days) {
    const best = (await firstOffers(context, [materialId], day, sites)).get(materialId);
    looked.push(
      best?.basePrice === null || best?.basePrice === undefined
        ? { day, key: null, answer: null }
        : {
            day,
            key: `${best.supplierMaterialId} ${best.basePrice}`,
            answer: {
              basePrice: best.basePrice,
              price: best.price!,
              unitName: units.get(best.unitId) ?? '',
              where: label(best.supplierName, best.supplierName),
              reason: best.reason,
            },
          },
    );
  }
  return looked;
}
/** Days on which an offer of the material begins, or has ended the day before. */
const offerChanges = async (context: Context, materialId: Id, from: string, last: string): Promise<string[]> =>
  (
    await context.tx.rows<{ day: string }>(sql`
  select distinct d.day from supplier_material o cross join lateral (values (o.start_date), (o.end_date + 1)) as d(day)
  where o.material_id = ${materialId}::bigint and d.day > ${from}::date and d.day <= ${last}::date order by 1`)
  ).map((row) => row.day);

/** The record a price stands in, and who is behind it. */
interface Source {
  readonly id: Id;
  readonly code: string;
  readonly path: string;
  /** Who approved it; of a price nobody has to approve, who entered it. */
  readonly byName: string;
  readonly time: string;
  readonly approved: boolean;
}
/** The records that prices of a type stand in, by the price. */
export async function sourcesOf(
  context: Context,
  type: PriceType | 'purchase',
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, Source>> {
  const who = sql`coalesce(u.real_name, '')`;
  const at = (moment: 'approve_time' | 'create_time') =>
    sql`coalesce(to_char(h.${ident(moment)}, 'YYYY-MM-DD HH24:MI:SS'), '')`;
  const of = sql`= any(${[...ids]}::bigint[])`;
  const single = type === 'purchase' ? undefined : SINGLE[type];
  const plans = type === 'purchase' ? [] : [PLAN[type], SCHEME].filter((plan) => plan !== undefined);
  const rows =
    ids.length === 0
      ? []
      : await context.tx.rows<Source>(
          join(
            [
              ...(type === 'purchase'
                ? [
                    sql`select h.id, coalesce(h.agreement_no, '') as code, '' as path, ${who} as by_name,
                      ${at('create_time')} as time, false as approved from supplier_material h left
                      join app_user u on u.id = h.create_user where h.id ${of}`,
                  ]
                : []),
              ...(single === undefined
                ? []
                : [
                    sql`
      select t.id, coalesce(h.bill_code, t.code) as code, case when h.id is null then ''
        else '/price/pricerun/' || h.id end as path, coalesce(u.real_name, '') as by_name,
        coalesce(to_char(coalesce(h.approve_time, t.create_time), 'YYYY-MM-DD HH24:MI:SS'), '') as time,
        h.id is not null as approved
      from ${ident(tableOf(single))} t left join price_run h on h.id = t.source_run_id left
      join app_user u on u.id = coalesce(h.approve_user_id, t.create_user) where t.id ${of}`,
                  ]),
              ...plans.map(
                (plan) => sql`
      select l.id, h.bill_code as code, ${`${plan.path}/`} || h.id as path, ${who} as by_name,
        ${at('approve_time')} as time, true as approved
      from ${ident(lineTableOf(plan, 'details'))} l
      join ${ident(tableOf(plan))} h on h.id = l.${ident(ownerColumn(plan))} left
        join app_user u on u.id = h.approve_user_id where l.id ${of}`,
              ),
            ],
            ' union all ',
          ),
        );
  return new Map(rows.map((row) => [row.id, row]));
}

const isType = (given: string): given is PriceType | 'purchase' => given === 'purchase' || isPriceType(given);

export const priceHistory = serve(calls.priceHistory, async (context, input) => {
  const type = input.type ?? 'settlement';
  if (!isType(type)) throw new Refused(refuse('param.invalid', { name: 'type', value: type }, { field: 'type' }));
  const seesPaid = context.allowed('purchaseprice_see');
  if (type === 'purchase' ? !seesPaid : !context.allowed(SEES[type])) throw notPermitted();
  const [materialId, deptId] = [requireId(input, 'materialId'), placeIn(context, input)];
  const given = (input.from ?? '').slice(0, 10);
  if (given !== '' && (!/^\d{4}-\d\d-\d\d$/.test(given) || Number.isNaN(Date.parse(given))))
    throw new Refused(refuse('param.invalid', { name: 'from', value: given }, { field: 'from' }));
  const requested = given === '' ? dayPlus(context.today, -BACK_DAYS) : given;
  const last = dayPlus(context.today, AHEAD_DAYS);
  const material = await context.tx.row<{ name: string; baseUnitName: string }>(
    sql`select m.called as name, u.called as base_unit_name from material m
      join material_unit u on u.id = m.base_unit_id
      where m.id = ${materialId}::bigint`,
  );
  if (material === undefined) throw unknownRecord(label('物料', 'Material'));
  const line = deptId === null ? [] : await deptLine(context, deptId);
  const days = [
    requested,
    ...(type === 'purchase'
      ? await offerChanges(context, materialId, requested, last)
      : await changesIn(context, type, [materialId], requested, last)),
  ].slice(-MOST);
  const from = days[0]!;
  const site = line.find((dept) => dept.deptCategory === DEPT.project);
  const company = line.find((dept) => dept.deptCategory === DEPT.company);
  const looked =
    type === 'purchase'
      ? await offered(context, materialId, site === undefined ? [] : [site.id], days)
      : await charged(context, type, materialId, deptId, days);
  const steps = stepsOf(looked);
  const entryOf = (step: Step<Answer>): Id => step.key?.split(' ')[0] ?? '';
  const [sources, receipts] = await Promise.all([
    sourcesOf(context, type, [...new Set(steps.flatMap((step) => (step.key === null ? [] : [entryOf(step)])))]),
    paidPrices(context, [{ materialId, companyDeptId: company?.id ?? null }], from, MOST_RECEIPTS),
  ]);
  return {
    type,
    materialId,
    materialName: material.name,
    baseUnitName: material.baseUnitName,
    deptId: deptId ?? '',
    from,
    today: context.today,
    steps: steps.map((step) => {
      const source = sources.get(entryOf(step));
      return {
        from: step.from,
        to: step.to ?? '',
        basePrice: step.answer?.basePrice ?? null,
        price: step.answer?.price ?? null,
        unitName: step.answer?.unitName ?? '',
        where: step.answer?.where[context.language] ?? '',
        reason: step.answer?.reason[context.language] ?? '',
        code: source?.code ?? '',
        path: source?.path ?? '',
        byName: source?.byName ?? '',
        time: source?.time ?? '',
        approved: flagOf(source?.approved === true),
        receivedQty: receivedIn(step, receipts),
      };
    }),
    receipts: receipts.map(({ date, billCode, price, qty }) => ({
      date,
      billCode,
      qty,
      ...(seesPaid ? { price } : {}),
    })),
  };
});
