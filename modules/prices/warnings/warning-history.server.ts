/** What a price warning is decided by: how the price went, and the deliveries it was judged by. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { TypeOf, WholeRecord } from '../../../kernel/core/shape.ts';
import { notPermitted, type Context } from '../../../kernel/server/context.ts';
import { recordById } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { paidPrices, settledPrices, type PaidPrice } from '../price-book/paid-prices.port.server.ts';
import * as calls from './price-warning.calls.ts';
import { priceWarning } from './price-warning.document.ts';
import { samplesOf } from './stake.rules.ts';
import { seesOf } from './warning-notices.server.ts';

type Warning = WholeRecord<typeof priceWarning>;
type History = TypeOf<typeof calls.warningHistory.answer>;

/** So many days before the warning. */
const BACK_DAYS = 180;
const MOST_RECEIPTS = 300;

/** A price from the day it began, or the first that is looked at. */
interface Published {
  readonly date: string;
  readonly price: DecimalText;
  readonly billCode: string;
}

/** What the supplier asks for the material, one offer after the other. */
const asked = (context: Context, { materialId, supplierId }: Warning, from: string): Promise<Published[]> =>
  context.tx.rows<Published>(sql`
    select greatest(o.start_date, ${from}::date) as date, o.base_price as price,
      coalesce(o.agreement_no, '') as bill_code
    from supplier_material o
    where o.material_id = ${materialId}::bigint and o.supplier_id = ${supplierId}::bigint and o.frozen = 0
      and o.base_price is not null and (o.end_date is null or o.end_date >= ${from}::date)
    order by 1, o.id`);

/** What the place of a published price was charged, one price after the other. */
function charged(context: Context, { priceType, sourceId }: Warning, from: string): Promise<Published[]> {
  if (!/^\d{1,19}$/.test(sourceId)) return Promise.resolve([]);
  return context.tx.rows<Published>(
    priceType === 'joint'
      ? sql`
        select greatest(p.start_date, ${from}::date) as date, p.base_price as price, p.code as bill_code
        from joint_operation_price s join joint_operation_price p on p.material_id = s.material_id
          and p.dept_id is not distinct from s.dept_id and p.enterprise_id is not distinct from s.enterprise_id
        where s.id = ${sourceId}::bigint and p.frozen = 0 and (p.end_date is null or p.end_date >= ${from}::date)
        order by 1, p.id`
      : sql`
        select greatest(p.start_date, ${from}::date) as date, p.base_price as price, p.code as bill_code
        from settlement_price s join settlement_price p on p.material_id = s.material_id
          and p.dept_id is not distinct from s.dept_id
        where s.id = ${sourceId}::bigint and p.frozen = 0 and (p.end_date is null or p.end_date >= ${from}::date)
        order by 1, p.id`,
  );
}

/** Names of suppliers by id; an outsider reads none but his own. */
async function namesOf(context: Context, ids: readonly (Id | null | undefined)[]): Promise<ReadonlyMap<Id, string>> {
  const known = [...new Set(ids.filter((id): id is Id => id !== null && id !== undefined))];
  if (known.length === 0 || context.user.outsider === true) return new Map();
  const rows = await context.tx.rows<{ id: Id; name: string }>(
    sql`select id, name from supplier where id = any(${known}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** What came in since a day at prices of the kind of the warning; an outsider reads of his own alone. */
async function receiptsOf(context: Context, warning: Warning, from: string): Promise<PaidPrice[]> {
  const read =
    warning.priceType === 'purchase' ? paidPrices : warning.priceType === 'settlement' ? settledPrices : null;
  if (read === null) return [];
  const where = { materialId: warning.materialId, companyDeptId: warning.companyDeptId || null };
  const found = await read(context, [where], from, MOST_RECEIPTS);
  return found
    .filter(({ supplierId }) => context.user.outsider !== true || supplierId === warning.supplierId)
    .toReversed();
}

export const priceOfWarning = serve(calls.warningHistory, async (context, input): Promise<History> => {
  const warning = await recordById(context, priceWarning, input.id);
  if (!context.allowed(seesOf(warning.priceType))) throw notPermitted();
  const from = dayPlus([warning.createTime.slice(0, 10), context.today].toSorted()[0]!, -BACK_DAYS);
  const isPaid = warning.priceType === 'purchase';
  const [published, receipts] = await Promise.all([
    isPaid ? (warning.supplierId ? asked(context, warning, from) : []) : charged(context, warning, from),
    receiptsOf(context, warning, from),
  ]);
  const samples = samplesOf(warning.samples).filter(
    ({ supplierId }) => context.user.outsider !== true || supplierId === warning.supplierId,
  );
  const names = await namesOf(
    context,
    [...receipts, ...samples].map(({ supplierId }) => supplierId),
  );
  const nameOf = (id: Id | null | undefined): string => (id === null || id === undefined ? '' : (names.get(id) ?? ''));
  const told = ({ date, price, billCode, supplierId }: Omit<PaidPrice, 'nr' | 'qty'>) => ({
    date,
    price,
    billCode,
    supplierName: nameOf(supplierId),
  });
  const isOwn = ({ supplierId }: PaidPrice): boolean => isPaid && supplierId === warning.supplierId;
  const own: History['own'] = [
    ...published.map((each) => ({
      ...each,
      supplierName: isPaid ? warning.supplierName : '',
      what: isPaid ? ('asked' as const) : ('charged' as const),
    })),
    ...receipts.filter(isOwn).map((each) => ({ ...told(each), what: 'paid' as const })),
  ];
  return {
    from,
    to: context.today,
    own: own.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    others: receipts.filter((each) => !isOwn(each)).map(told),
    samples: samples.map((each) => ({ ...told({ ...each, supplierId: each.supplierId ?? null }), qty: each.qty })),
  };
});
