/** A phone that was away: 500 counts taken over in one request, and sent once more as if the answer had been lost. */
import { atMost, type Figure } from './figures.ts';
import { fine, type Fixtures } from './fixtures.ts';
import { MATERIAL, place } from './masters.ts';

const ENTRIES = 500;
/** Materials nothing else of these benches moves. */
const FIRST = MATERIAL + 8_000;
const LOT = 70_000_000;
const CHECK = 'store-management/invcheck';
const HOURS_MS = 3 * 3_600_000;

interface Count {
  readonly id: string;
  readonly details: readonly { readonly id: string }[];
}

/** Milliseconds until all entries are taken over, and until the server knows that it has them. */
export async function benchOffline(fixtures: Fixtures): Promise<Figure[]> {
  const count = await aCount(fixtures);
  const body = {
    checkId: count.id,
    madeBy: fixtures.userId,
    deviceTime: new Date().toISOString(),
    details: count.details.map(({ id }, at) => ({
      id,
      key: `bench-${at}`,
      madeTime: new Date(Date.now() - HOURS_MS + at).toISOString(),
      countQty: '50',
      seenQty: '',
    })),
  };
  const send = async (): Promise<number> => {
    const begun = performance.now();
    fine(await fixtures.post(`${CHECK}/saveDetail`, body));
    return performance.now() - begun;
  };
  const [first, again] = [await send(), await send()];
  const [row] = await fixtures.sql<{ counted: number }>(
    `select count(*)::integer as counted from stock_check_detail where stock_check_id = $1 and count_base_qty = 50`,
    [count.id],
  );
  if (row?.counted !== ENTRIES) throw new Error(`${row?.counted ?? 0} of ${ENTRIES} entries were taken over`);
  return [
    atMost(`offline: ${ENTRIES} entries taken over`, first, 'ms', 5_000),
    atMost(`offline: ${ENTRIES} entries sent again`, again, 'ms', 1_000),
  ];
}

/** A count of 500 lots, begun on the phone's day. */
async function aCount(fixtures: Fixtures): Promise<Count> {
  const own = `from batch where id > ${LOT} and id <= ${LOT + ENTRIES}`;
  const moved = `date_trunc('second', now()) - interval '1 day'`;
  await fixtures.sql(`
    insert into batch (id, batch_code, material_id, supplier_id, expiry_date, received_date, origin_unit_cost,
      origin_qty, source_bill_type, source_bill_id, source_bill_code, source_line_id)
    select ${LOT} + m, 'BOF' || m, ${FIRST} + m, 600, current_date + 30, current_date, 4, 50, 'invinstore', '3', 'BRK3',
      m::text from generate_series(1, ${ENTRIES}) m`);
  await fixtures.sql(
    `insert into stock (location_id, material_id, qty, amount, avg_cost, avg_amount, last_cost, last_move_time)
      select ${place.warehouse}, material_id, 50, 200, 4, 200, 4, ${moved} ${own}`,
  );
  await fixtures.sql(
    `insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount, first_in_time)
      select ${place.warehouse}, material_id, id, 50, 4, 200, ${moved} ${own}`,
  );
  await fixtures.sql(
    `insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason,
      bill_type, bill_id, bill_code, line_id, business_time)
      select ${place.warehouse}, material_id, id, 50, 301, 4, 200, 'receipt.purchase', 'invinstore', 3, 'BRK3',
        source_line_id::bigint, ${moved} ${own}`,
  );
  const batchIds = Array.from({ length: ENTRIES }, (_, at) => String(LOT + 1 + at));
  const plan = { warehouseId: String(place.warehouse), scopeType: 'batch', batchIds };
  return fine(await fixtures.post(`${CHECK}/generateDetail`, plan)).data;
}
