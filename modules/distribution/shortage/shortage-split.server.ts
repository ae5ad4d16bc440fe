/** Shortage splits: worked out when they are saved and before they are confirmed, and booked on the sorting lines. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { paging } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { holdStock } from '../../stock/ledger/locks.server.ts';
import { bookSorted } from '../sorting/sorting-acts.server.ts';
import { lockOrdersOf } from '../sorting/locked-lines.server.ts';
import { SPLIT_REASON } from '../sorting/sorting.rules.ts';
import { shortageSplit } from './shortage-split.document.ts';
import * as calls from './shortage-split.calls.ts';
import { workOut, type Asked, type WorkedOut } from './split-facts.server.ts';

type Split = Acting<typeof shortageSplit>;

/** Saved, a split is worked out: what the page shows is what is stored. */
async function beforeSave(context: Context, saving: Saving<typeof shortageSplit>): Promise<void> {
  const { values } = saving;
  const sent = savingLines(saving, 'details') ?? [];
  const byHand = new Map(sent.map((line) => [line.values.logId, Decimal.of(line.values.allocatedQty ?? '0')]));
  if (saving.body['supplyFrom'] === undefined && values.supplyQty !== null && saving.body['supplyQty'] !== undefined)
    values.supplyFrom = 'entered';
  const supplyQty = values.supplyFrom === 'entered' ? (values.supplyQty ?? '0') : null;
  const made = await workOut(context, { ...values, supplyQty, byHand });
  await refuseTwice(context, saving);
  values.rule = made.rule;
  values.step = made.step.toString();
  values.supplyQty = made.supply.toString();
  values.unitId = made.unitId;
  values.outOrgId = made.outOrgId;
  values.demandQty = made.demand.toString();
  values.shortQty = shortOf(made).toString();
  const known = new Map(sent.map((line) => [line.values.logId, line.id]));
  saving.lines['details'] = made.shares.map(({ of, exactShare, allocated, demand, short, text }) => ({
    id: known.get(of.logId) ?? null,
    values: {
      logId: of.logId,
      orderNo: of.orderNo,
      siteDeptId: of.siteDeptId,
      priorityClass: of.priorityClass,
      stopSeq: of.stopSeq,
      unitId: of.unitId,
      demandQty: demand.toString(),
      exactShare: exactShare.toString(),
      allocatedQty: allocated.toString(),
      shortQty: short.toString(),
      reason: text,
    },
  }));
}
const shortOf = ({ shares }: WorkedOut): Decimal => Decimal.sum(shares.map(({ short }) => short));

/** A material of a store, day and wave is shared by one split. */
async function refuseTwice(context: Context, { id, values }: Saving<typeof shortageSplit>): Promise<void> {
  const other = await context.tx.row<{ billCode: string; store: string; material: string }>(sql`
    select s.bill_code, l.called as store, m.called as material from shortage_split s
    join material m on m.id = s.material_id
    join stock_location l on l.id = coalesce(s.factory_warehouse_id, s.out_warehouse_id)
    where s.status <> 'void' and s.id is distinct from ${id}::bigint and s.material_id = ${values.materialId}::bigint
      and s.factory_warehouse_id is not distinct from ${values.factoryWarehouseId}::bigint
      and s.out_warehouse_id is not distinct from ${values.outWarehouseId}::bigint
      and s.delivery_date = ${values.deliveryDate}::date and s.wave_no is not distinct from ${values.waveNo}`);
  if (other !== undefined)
    throw new Refused(
      refuse(
        'split.twice',
        { ...other, date: values.deliveryDate, wave: values.waveNo ?? '' },
        { field: 'materialId' },
      ),
    );
}

interface StoredShare {
  readonly logId: Id;
  readonly demandQty: DecimalText;
  readonly allocatedQty: DecimalText;
  readonly site: string;
  readonly material: string;
  readonly stands: boolean;
}

/** Orders before their lines, as at the table. */
async function lockOrders(context: Context, ids: readonly Id[]): Promise<void> {
  const logs = await context.tx.rows<{ logId: Id }>(
    sql`select d.log_id from shortage_split_detail d where d.shortage_split_id = any(${ids as Id[]}::bigint[])`,
  );
  await lockOrdersOf(
    context,
    logs.map(({ logId }) => logId),
  );
}

/** The lines a split is about, held; `stands`: they wait for the same quantity still. */
const sharesOf = (context: Context, id: Id): Promise<StoredShare[]> =>
  context.tx.rows<StoredShare>(sql`
    select d.log_id, d.demand_qty, d.allocated_qty, p.dept_name as site, m.called as material,
      l.state in ('waiting', 'undone') and l.shipped_flag = 0 and l.order_qty = d.demand_qty as stands
    from shortage_split_detail d join distribution_statement_log l on l.id = d.log_id
    join dept p on p.id = l.site_dept_id join material m on m.id = l.material_id
    where d.shortage_split_id = ${id}::bigint order by l.id for update of l`);

/** Sets what each line is to get. What is there must be what was shared, and the lines those that were looked at. */
async function confirm(context: Context, splits: readonly Split[]): Promise<readonly Refusal[] | void> {
  await lockOrders(
    context,
    splits.map(({ id }) => id),
  );
  for (const { id, row } of splits) {
    const shares = await sharesOf(context, id);
    const changed = shares.filter(({ stands }) => !stands);
    if (changed.length > 0)
      return changed.map(({ site, material }) => refuse('split.lines-changed', { site, material }));
    const locationId = (row.factoryWarehouseId ?? row.outWarehouseId)!;
    await holdStock(context, [{ locationId, materialId: row.materialId }]);
    const now = await workOut(context, { ...row, supplyQty: null, byHand: byHandOf(shares), rule: 'proportional' });
    const supply = Decimal.of(row.supplyQty ?? '0');
    if (now.shares.length !== shares.length)
      return [refuse('split.more-lines', { count: now.shares.length - shares.length })];
    const isSame = Decimal.min(supply, now.demand).equals(Decimal.min(now.there, now.demand));
    if (row.supplyFrom === 'stock' && !isSame) return [refuse('split.changed', { old: supply, now: now.there })];
    await book(context, id, shares);
  }
  return undefined;
}
const byHandOf = (shares: readonly StoredShare[]): NonNullable<Asked['byHand']> =>
  new Map(shares.map(({ logId, allocatedQty }) => [logId, Decimal.of(allocatedQty)]));

/** The lines, and an act on each. Whoever gets nothing is short at once: nobody sorts it. */
async function book(context: Context, id: Id, shares: readonly StoredShare[]): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(shares)}::json) as g("logId" bigint, "allocatedQty" numeric)`;
  await context.tx.run(sql`
    insert into distribution_statement_event (log_id, op, before, after, operator_id, op_time)
    select l.id, 'split', jsonb_build_object('targetQty', l.target_qty::text), jsonb_build_object('targetQty',
      trim_scale(g."allocatedQty")::text, 'splitId', ${id}::text), ${context.user.userId}::bigint,
      ${context.now}::timestamptz
    from ${given} join distribution_statement_log l on l.id = g."logId"`);
  await context.tx.run(sql`
    update distribution_statement_log l set target_qty = g."allocatedQty", split_id = ${id}::bigint,
      short_reason = case when g."allocatedQty" < l.order_qty then ${SPLIT_REASON} end,
      state = case when g."allocatedQty" = 0 then 'short' else l.state end,
      short_qty = case when g."allocatedQty" = 0 then l.order_qty else 0 end, version = l.version + 1
    from ${given} where l.id = g."logId"`);
  await bookSorted(context, ofSplits([id]));
}

/** Sorting lines of order lines these splits are about. */
const ofSplits = (ids: readonly Id[]) => sql`l.order_detail_id in (select x.order_detail_id
  from shortage_split_detail d join distribution_statement_log x on x.id = d.log_id
  where d.shortage_split_id = any(${ids as Id[]}::bigint[]))`;

/** Lets the lines go: each is to get what was ordered again. What was shipped by it stays. */
async function voidSplits(context: Context, splits: readonly Split[]): Promise<readonly Refusal[] | void> {
  const ids = splits.map(({ id }) => id);
  await lockOrders(context, ids);
  const shipped = await context.tx.rows<{ billCode: string; site: string }>(sql`
    select s.bill_code, p.dept_name as site from distribution_statement_log l
    join shortage_split s on s.id = l.split_id join dept p on p.id = l.site_dept_id
    where l.split_id = any(${ids}::bigint[]) and l.shipped_flag = 1 order by l.id`);
  if (shipped.length > 0) return shipped.map((each) => refuse('split.shipped', each));
  await context.tx.run(sql`
    with freed as (
      update distribution_statement_log l set target_qty = null, split_id = null, version = l.version + 1,
        short_reason = case when l.state = 'short' and l.num > 0 then l.short_reason end,
        short_qty = case when l.state = 'short' and l.num > 0 then l.short_qty else 0 end,
        state = case when l.state = 'short' and l.num = 0 then 'waiting' else l.state end
      where l.split_id = any(${ids}::bigint[]) returning l.id, old.target_qty)
    insert into distribution_statement_event (log_id, op, before, after, operator_id, op_time)
    select f.id, 'split', jsonb_build_object('targetQty', trim_scale(f.target_qty)::text),
      jsonb_build_object('targetQty', null), ${context.user.userId}::bigint, ${context.now}::timestamptz from freed f`);
  await bookSorted(context, ofSplits(ids));
  return undefined;
}

export const shortageSplitBehaviour = behaviour(shortageSplit, {
  beforeSave,
  actions: { confirm, void: voidSplits },
});

const tryOut = serve(calls.preview, async (context, input) => {
  const { details, ...asked } = input;
  const byHand = new Map((details ?? []).map(({ logId, allocatedQty }) => [logId, Decimal.of(allocatedQty)]));
  const made = await workOut(context, { ...asked, byHand });
  const inOwn = (text: string): string => text.split('\n')[context.language === 'zh' ? 0 : 1] ?? text;
  return {
    rule: made.rule,
    step: made.step.toString(),
    unitId: made.unitId,
    unitName: made.unit[context.language],
    supplyQty: made.supply.toString(),
    thereQty: made.there.toString(),
    demandQty: made.demand.toString(),
    shortQty: shortOf(made).toString(),
    details: made.shares.map(({ of, demand, exactShare, allocated, short, text }) => ({
      logId: of.logId,
      orderNo: of.orderNo,
      siteDeptId: of.siteDeptId,
      siteName: of.site,
      priorityClass: of.priorityClass,
      priorityName: context.language === 'zh' ? of.priorityZh : of.priorityEn,
      stopSeq: of.stopSeq,
      demandQty: demand.toString(),
      exactShare: exactShare.toString(),
      allocatedQty: allocated.toString(),
      shortQty: short.toString(),
      reason: inOwn(text),
    })),
  };
});

interface OwnAsked {
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly materialId: string | null;
}
type OwnShare = TypeOf<typeof calls.ownShares.answer>['records'][number];
/** Shares of the sites of the reader's departments, and of no others. */
function ownRows(
  context: Context,
  { startDate, endDate, materialId }: OwnAsked,
  size: number,
  offset: number,
): Promise<(OwnShare & { readonly total: number })[]> {
  const { scope } = context.user;
  const terms = [
    sql`s.status = 'confirmed'`,
    ...(scope.all ? [] : [sql`d.site_dept_id = any(${[...scope.depts]}::bigint[])`]),
    ...(startDate === null ? [] : [sql`s.delivery_date >= ${startDate}::date`]),
    ...(endDate === null ? [] : [sql`s.delivery_date <= ${endDate}::date`]),
    ...(materialId === null ? [] : [sql`s.material_id::text = ${materialId}`]),
  ];
  return context.tx.rows(sql`
    select d.id, s.bill_code, to_char(s.delivery_date, 'YYYY-MM-DD') as delivery_date, m.called as material_name,
      u.called as unit_name, d.log_id, coalesce(d.order_no, '') as order_no, d.site_dept_id, p.dept_name as site_name,
      coalesce(d.priority_class, '') as priority_class, coalesce(e.called, '') as priority_name, d.stop_seq,
      d.demand_qty, d.exact_share, d.allocated_qty, d.short_qty,
      split_part(d.reason, E'\n', ${context.language === 'zh' ? 1 : 2}) as reason, (count(*) over ())::integer as total
    from shortage_split s join shortage_split_detail d on d.shortage_split_id = s.id
    join material m on m.id = s.material_id join material_unit u on u.id = d.unit_id
    join dept p on p.id = d.site_dept_id
    left join dict_biz k on k.code = 'deliveryPriority' and k.parent_id = 0
    left join dict_biz e on e.parent_id = k.id and e.dict_key = d.priority_class
    where ${join(terms, ' and ')} order by s.delivery_date desc, s.id desc, d.line_no limit ${size} offset ${offset}`);
}

const ownShares = serve(calls.ownShares, async (context, input) => {
  const { current, size } = paging({ current: input.current, size: input.size });
  const rows = await ownRows(context, input, size, (current - 1) * size);
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.map(({ total: _, ...row }) => row),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
});

export const shortageSplitCalls: readonly Call[] = [tryOut, ownShares];
