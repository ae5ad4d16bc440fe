/** The new prices hold for their days: what stood there is ended or gives way, and what it held for besides goes on. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { audit } from '../../kernel/server/audit.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { saveAll } from '../../kernel/server/save.ts';
import { supplierMaterial } from '../suppliers/supplier-material.resource.ts';
import type { NewPrice } from './price-correction.rules.ts';
import { splitOffers, type CurrentOffer } from './split-offers.rules.ts';

/** What was done, so that it can be taken back. */
export interface Published {
  readonly added: readonly Id[];
  readonly ended: readonly { readonly id: Id; readonly endDate: string | null; readonly now: string }[];
  readonly frozen: readonly Id[];
}
interface Offer extends CurrentOffer {
  readonly materialId: Id;
  readonly unitId: Id;
  readonly material: string;
  readonly agreementNo: string | null;
  readonly source: string;
}

/** Of each price: prices that an agreement or SAP holds for its days. */
function conflicting(offers: readonly Offer[], price: NewPrice): Refusal[] {
  return offers.flatMap((offer) => {
    const days = { startDate: offer.startDate, endDate: offer.endDate ?? '…', material: offer.material };
    if (offer.agreementNo !== null)
      return [refuse('corrections.agreement', { ...days, agreementNo: offer.agreementNo })];
    return offer.source === 'sap' && offer.unitId === price.unitId ? [refuse('corrections.of-sap', days)] : [];
  });
}

/**
 * Publishes the prices of one supplier: a few statements however many there are. Refusals name the price in the way;
 * then nothing was done.
 */
export async function publishPrices(
  context: Context,
  supplierId: Id,
  prices: readonly NewPrice[],
): Promise<Published | readonly Refusal[]> {
  const rows = await context.tx.rows<Offer & Record<string, unknown>>(sql`
    select o.*, m.called as material from supplier_material o join material m on m.id = o.material_id
    where o.supplier_id = ${supplierId}::bigint and o.frozen = 0
      and o.material_id = any(${prices.map((price) => price.materialId)}::bigint[])
      order by o.start_date, o.id for update of o`);
  const overlapping = (price: NewPrice): (Offer & Record<string, unknown>)[] =>
    rows.filter(
      (row) =>
        row.materialId === price.materialId &&
        row.startDate <= price.endDate &&
        (row.endDate ?? '9999-12-31') >= price.startDate,
    );
  const refusals = prices.flatMap((price) => conflicting(overlapping(price), price));
  if (refusals.length > 0) return refusals;

  const splits = prices.map((price) => ({
    price,
    split: splitOffers(
      overlapping(price).filter((row) => row.unitId === price.unitId),
      (offer) => offer.price !== null && Decimal.of(offer.price).equals(Decimal.of(price.newPrice)),
      price.startDate,
      price.endDate,
    ),
  }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ended = splits.flatMap(({ split }) =>
    split.ends.map(({ id, endDate }) => ({ id, endDate: byId.get(id)!.endDate, now: endDate })),
  );
  const frozen = splits.flatMap(({ split }) => split.freezes);
  await rewrite(
    context,
    ended.map(({ id, endDate, now }) => ({
      id,
      endDate: now,
      frozen: 0,
      changes: { endDate: [endDate, now] as const },
    })),
  );
  await rewrite(
    context,
    frozen.map((id) => ({ id, endDate: byId.get(id)!.endDate, frozen: 1, changes: { frozen: [0, 1] as const } })),
  );
  const bodies = splits.flatMap(({ price, split }) =>
    split.adds.map(({ from, isNew, startDate, endDate }): Input => ({
      ...(from === null ? {} : carried(byId.get(from)!)),
      supplierId,
      materialId: price.materialId,
      unitId: price.unitId,
      ...(from === null ? { factor: price.factor } : {}),
      ...(isNew ? { price: price.newPrice } : {}),
      startDate,
      endDate,
    })),
  );
  return { added: await saveAll(supplierMaterial, context, bodies), ended, frozen };
}

/** Everything a price brings along but its days and where it came from. */
const carried = (row: Readonly<Record<string, unknown>>): Input =>
  Object.fromEntries(
    Object.keys(supplierMaterial.fields)
      .filter((name) => row[name] !== null && !['source', 'sapKey', 'basePrice', 'frozen'].includes(name))
      .map((name) => [name, row[name]]),
  );

interface Rewritten {
  readonly id: Id;
  readonly endDate: string | null;
  readonly frozen: 0 | 1;
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}
async function rewrite(context: Context, rows: readonly Rewritten[]): Promise<void> {
  if (rows.length === 0) return;
  const ends = rows.map(({ id, endDate, frozen }) => ({ id, end_date: endDate, frozen }));
  await context.tx.run(sql`
    update supplier_material o set end_date = g.end_date, frozen = g.frozen, version = o.version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now()
    from json_to_recordset(${JSON.stringify(ends)}::json) as g(id bigint, end_date date, frozen integer)
    where o.id = g.id`);
  await audit(
    context,
    rows.map(({ id, changes }) => ({
      resource: supplierMaterial.name,
      recordId: id,
      action: 'update',
      title: id,
      changes,
    })),
  );
}

/** Published prices give way again and what they replaced comes back, as far as nobody changed it since. */
export async function takePricesBack(context: Context, published: Published): Promise<void> {
  await rewrite(
    context,
    (await current(context, published.added))
      .filter((row) => row.frozen === 0)
      .map((row) => ({ id: row.id, endDate: row.endDate, frozen: 1, changes: { frozen: [0, 1] as const } })),
  );
  const ended = new Map(published.ended.map((each) => [each.id, each]));
  await rewrite(
    context,
    (await current(context, [...ended.keys()]))
      .filter((row) => row.endDate === ended.get(row.id)!.now)
      .map((row) => ({
        id: row.id,
        endDate: ended.get(row.id)!.endDate,
        frozen: row.frozen,
        changes: { endDate: [row.endDate, ended.get(row.id)!.endDate] as const },
      })),
  );
  await rewrite(
    context,
    (await current(context, published.frozen))
      .filter((row) => row.frozen === 1)
      .map((row) => ({ id: row.id, endDate: row.endDate, frozen: 0, changes: { frozen: [1, 0] as const } })),
  );
}
const current = (context: Context, ids: readonly Id[]): Promise<{ id: Id; endDate: string | null; frozen: 0 | 1 }[]> =>
  context.tx.rows(
    sql`select id, end_date, frozen from supplier_material where id = any(${[...ids]}::bigint[])
      order by id for update`,
  );
/** Whether publishing was refused: the answer is why, not what was published. */
export const isRefused = (answer: Published | readonly Refusal[]): answer is readonly Refusal[] =>
  Array.isArray(answer);
