/**
 * A buyer's morning after the dispatcher's: documents of 5,000 lines of a central list, and 200 documents of direct
 * lists completed into orders, over HTTP, against the clock.
 */
import { atMost, holds, type Figure } from './figures.ts';
import { fine, type Fixtures } from './fixtures.ts';
import { place } from './masters.ts';

const GENERATE_MS = 3_000;
const COMPLETE_MS = 5_000;
const DAYS = 4;
const STORE = 'store-management';
const DOCUMENTS = `${STORE}/purchasedocument`;

/** Where the lists of the benches before stand: sites, their warehouses, and materials that are offered to them. */
interface Ground {
  readonly sites: number;
  readonly site: number;
  readonly warehouse: number;
  readonly material: number;
  readonly materials: number;
  /** Ids that no request has yet. */
  readonly request: number;
}

/** Measures documents made from the lines of work lists, and their completion. */
export async function benchPurchaseDocuments(
  fixtures: Fixtures,
  ground: Ground,
  lineIds: readonly string[],
): Promise<Figure[]> {
  await fixtures.sql(`
    insert into settlement_price (code, material_id, unit_id, factor, price, base_price, tax_rate, start_date)
    select 'BPD' || n, ${ground.material} + n, 301, 1, 9, 9, 9, '2020-01-01'
    from generate_series(0, ${ground.materials - 1}) n`);
  const [list] = await fixtures.sql<{ id: string }>(
    'select distribution_bill_id::text as id from distribution_bill_detail where id = $1',
    [lineIds[0]],
  );
  const begun = performance.now();
  fine(await fixtures.post(`${DOCUMENTS}/generatePurchaseDocument`, { ids: list!.id, detailIds: lineIds }));
  const generated = performance.now() - begun;
  const [made] = await fixtures.sql<{ lines: number }>(`select count(distinct from_line_id)::integer as lines
    from bill_link where kind = 'deliver' and from_bill_id = ${list!.id}`);

  await askDirectly(fixtures, ground);
  const requests = Array.from({ length: ground.sites }, (_, site) => String(ground.request + site));
  fine(await fixtures.post(`${STORE}/distributionstraight/generateDistributionStraight`, { ids: requests }));
  const lists = await fixtures.sql<{ id: string }>(
    `select id::text from distribution_bill where kind = 'straight' and status = 'open'`,
  );
  fine(await fixtures.post(`${DOCUMENTS}/generatePurchaseDocument`, { ids: lists.map(({ id }) => id) }));
  const documents = await fixtures.sql<{ id: string }>(
    `select id::text from purchase_document where doc_type = 'straight' and status = 'open' order by id limit 200`,
  );
  const from = performance.now();
  fine(
    await fixtures.post(`${DOCUMENTS}/completePurchaseDocument`, {
      ids: documents.map(({ id }) => id),
      lateReason: 'bench',
      confirmDuplicate: 1,
    }),
  );
  const completed = performance.now() - from;
  return [
    atMost(`documents of ${lineIds.length.toLocaleString('en')} lines`, generated, 'ms', GENERATE_MS),
    holds('documents: every line is on one', made!.lines === lineIds.length, `${made!.lines} lines`),
    atMost(`${documents.length} documents completed`, completed, 'ms', COMPLETE_MS),
  ];
}

/** Approved requests of every site, three goods a day on four days, which suppliers bring. */
async function askDirectly(fixtures: Fixtures, ground: Ground): Promise<void> {
  const { request, sites, site, warehouse, material, materials } = ground;
  await fixtures.sql(`
    insert into purchase_request (id, bill_code, warehouse_id, company_dept_id, blade_project_dept_id, request_type,
      line_count, need_date_from, status)
    select ${request} + n, 'BPQ' || ${request} + n, ${warehouse} + n, ${place.company}, ${site} + n, 'plan', ${3 * DAYS},
      current_date + 5, 'approved' from generate_series(0, ${sites - 1}) n`);
  await fixtures.sql(`
    insert into purchase_request_detail (purchase_request_id, line_no, material_id, unit_id, request_qty, factor,
      base_unit_id, base_qty, need_date, delivery_date, source_kind)
    select ${request} + n, line, ${material} + (n * 7 + line) % ${materials}, 301, 5 + line, 1, 301, 5 + line,
      current_date + 5 + line % ${DAYS}, current_date + 5 + line % ${DAYS}, 'direct'
    from generate_series(0, ${sites - 1}) n, generate_series(1, ${3 * DAYS}) line`);
  await fixtures.sql(`
    insert into expected_receipt (location_id, material_id, due_date, bill_type, bill_id, bill_code, line_id, open_qty)
    select r.warehouse_id, d.material_id, d.delivery_date, 'purchaseRequest', r.id, r.bill_code, d.id, d.base_qty
    from purchase_request r join purchase_request_detail d on d.purchase_request_id = r.id
    where r.id between ${request} and ${request + sites - 1}`);
}
