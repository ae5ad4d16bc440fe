/**
 * A dispatcher's morning: work lists of 10,000 request lines of 60 sites, another supplier for 5,000 of them looked at
 * and saved, over HTTP, beside one transaction of set-based SQL that writes the same rows, half either way, in turns;
 * the ledger proves both.
 */
import { changeInSql, generateInSql } from './distribution-in-sql.ts';
import { inTurns, proof, type Rounds } from './documents.ts';
import { atMost, median, type Figure } from './figures.ts';
import { fine, type Fixtures } from './fixtures.ts';
import { MATERIAL, place } from './masters.ts';
import { benchPurchaseDocuments } from './purchase-documents.ts';

const FULL: Rounds = { warm: 1, measured: 5 };
const QUICK: Rounds = { warm: 0, measured: 1 };
const SITES = 60;
const MATERIALS = 250;
/** Materials nothing else of these benches moves. */
const FIRST = MATERIAL + 8_000;
const SITE = 70_000;
const WAREHOUSE = 71_000;
const REQUEST = 72_000_000;
const SUPPLIER = 70_001;
const OTHER = 70_002;
const FACTORY = 70_100;
const FACTORY_DEPT = 70_101;
const STORE = 70_102;
const LISTS = 'store-management/distributionuniform';
const GENERATE_MS = 2_000;
const PREVIEW_MS = 1_000;
const COMMIT_MS = 2_000;

/** Generating and changing in milliseconds beside plain SQL, and against the clock; then the proof of the ledger. */
export async function benchDistribution(fixtures: Fixtures): Promise<Figure[]> {
  const rounds = fixtures.quick ? QUICK : FULL;
  const lines = fixtures.quick ? 600 : 10_000;
  const count = (rounds.warm + rounds.measured) * 2;
  const bare = await fixtures.connection();
  try {
    await makeSites(fixtures);
    for (let nr = 0; nr < count; nr += 1) await makeRequests(fixtures, nr, lines);
    await fixtures.sql('vacuum analyze');
    const generated = await inTurns(
      fixtures,
      `central lists of ${lines.toLocaleString('en')} request lines`,
      rounds,
      async (nr) =>
        fine(await fixtures.post(`${LISTS}/generateDistributionUniform`, { ids: requests(nr), type: 'factory' })),
      (nr) => bare.query(generateInSql(requests(nr), { supplier: SUPPLIER, store: STORE, factory: FACTORY_DEPT })),
    );
    const half = lines / 2;
    const previews: number[] = [];
    const ids = await Promise.all(Array.from({ length: count }, (_, nr) => linesOf(fixtures, nr, half)));
    const change = (nr: number, supplier: number) => ({ ids: ids[nr]!, supplierId: String(supplier) });
    for (let nr = 0; nr < count; nr += 2) {
      const from = performance.now();
      const { data } = fine(await fixtures.post(`${LISTS}/previewBatch`, change(nr, OTHER)));
      previews.push(performance.now() - from);
      const { refusals, lines: changed } = data as { refusals: unknown[]; lines: unknown[] };
      if (refusals.length > 0 || changed.length !== half) throw new Error('The preview is not of all lines');
    }
    const saved = await inTurns(
      fixtures,
      `another supplier for ${half.toLocaleString('en')} lines`,
      rounds,
      async (nr) => fine(await fixtures.post(`${LISTS}/updateBatchSupplier`, change(nr, OTHER))),
      (nr) => bare.query(changeInSql(ids[nr]!, OTHER)),
    );
    return [
      generated,
      atMost('… against the clock', generated.value, 'ms', GENERATE_MS),
      atMost(`preview of another supplier for ${half.toLocaleString('en')} lines`, median(previews), 'ms', PREVIEW_MS),
      saved,
      atMost('… against the clock', saved.value, 'ms', COMMIT_MS),
      ...(await benchPurchaseDocuments(
        fixtures,
        {
          sites: SITES,
          site: SITE,
          warehouse: WAREHOUSE,
          material: FIRST,
          materials: MATERIALS,
          request: REQUEST + count * SITES,
        },
        ids[0]!,
      )),
      await proof(fixtures, 'distribution'),
    ];
  } finally {
    await bare.end();
  }
}

const requests = (nr: number): string[] =>
  Array.from({ length: SITES }, (_, site) => String(REQUEST + nr * SITES + site));

const linesOf = async (fixtures: Fixtures, nr: number, most: number): Promise<string[]> =>
  (
    await fixtures.sql<{ id: string }>(
      `select d.id::text from distribution_bill_detail d join bill_link l on l.to_line_id = d.id
        and l.from_type = 'purchaseRequest' and l.from_bill_id = any($1::bigint[]) order by d.id limit $2`,
      [requests(nr), most],
    )
  ).map((row) => row.id);

/** Sites with a warehouse each, a factory that serves them, and two suppliers that offer everything. */
async function makeSites(fixtures: Fixtures): Promise<void> {
  await fixtures.sql(`
    insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id, blade_project_dept_id)
    select ${SITE} + n, '配送站点' || n, '配送站点' || n, 'BDS' || n, ${place.company}, '2', ${place.company}, ${SITE} + n
    from generate_series(0, ${SITES - 1}) n`);
  await fixtures.sql(`
    insert into warehouse (id, code, name, company_dept_id, project_group_dept_id)
    select ${WAREHOUSE} + n, 'BDW' || n, '配送站点仓' || n, ${place.company}, ${SITE} + n
    from generate_series(0, ${SITES - 1}) n`);
  await fixtures.sql(`insert into dept (id, dept_name, full_name, code, parent_id, dept_category,
      company_dept_id)
    values (${FACTORY_DEPT}, '配送厨房', '配送厨房', 'BDF', ${place.company}, '6', ${place.company})`);
  await fixtures.sql(`insert into central_factory (id, factory_name, dept_id, company_dept_id, linkman, address) values
    (${FACTORY}, '配送厨房', ${FACTORY_DEPT}, ${place.company}, '周', '一号')`);
  await fixtures.sql(`insert into factory_warehouse (id, code, name, factory_id, type, factory_dept_id, company_dept_id)
    values (${STORE}, 'BDFW', '成品仓', ${FACTORY}, 'finished', ${FACTORY_DEPT}, ${place.company})`);
  await fixtures.sql(`update central_factory set ship_warehouse_id = ${STORE} where id = ${FACTORY}`);
  await fixtures.sql(`
    insert into project_dept_central_factory (code, project_dept_id, central_factory_id, priority, start_date)
    select 'BDR' || n, ${SITE} + n, ${FACTORY}, 1, '2020-01-01' from generate_series(0, ${SITES - 1}) n`);
  await fixtures.sql(`insert into supplier (id, code, name, contact, contact_phone) values
    (${SUPPLIER}, 'BDA', '甲', '王', '13800000001'), (${OTHER}, 'BDB', '乙', '李', '13800000002')`);
  await fixtures.sql(`update material set material_kind = 'raw' where id between ${FIRST} and ${FIRST + MATERIALS}`);
  await fixtures.sql(`
    insert into supplier_material (supplier_id, material_id, unit_id, factor, price, base_price, tax_rate, start_date)
    select s, ${FIRST} + n, 301, 1, 4 + n % 7 + (s - ${SUPPLIER}) * 0.5, 4 + n % 7 + (s - ${SUPPLIER}) * 0.5, 9,
      '2020-01-01'
    from generate_series(0, ${MATERIALS - 1}) n, unnest(array[${SUPPLIER}, ${OTHER}]) s`);
}

/** Approved requests of every site, whose lines are on order. */
async function makeRequests(fixtures: Fixtures, nr: number, lines: number): Promise<void> {
  const first = REQUEST + nr * SITES;
  await fixtures.sql(`
    insert into purchase_request (id, bill_code, warehouse_id, company_dept_id, blade_project_dept_id, request_type,
      line_count, need_date_from, status)
    select ${first} + n, 'BDQ' || ${first} + n, ${WAREHOUSE} + n, ${place.company}, ${SITE} + n, 'plan',
      ${Math.ceil(lines / SITES)}, current_date + 5, 'approved' from generate_series(0, ${SITES - 1}) n`);
  await fixtures.sql(`
    insert into purchase_request_detail (purchase_request_id, line_no, material_id, unit_id, request_qty, factor,
      base_unit_id, base_qty, need_date, delivery_date, source_kind)
    select ${first} + n % ${SITES}, n / ${SITES} + 1, ${FIRST} + n % ${MATERIALS}, 301, 10 + n % 17, 1, 301,
      10 + n % 17, current_date + 5 + n % 2, current_date + 5 + n % 2, 'factory' from generate_series(0, ${lines - 1}) n`);
  await fixtures.sql(`
    insert into expected_receipt (location_id, material_id, due_date, bill_type, bill_id, bill_code, line_id, open_qty)
    select r.warehouse_id, d.material_id, d.delivery_date, 'purchaseRequest', r.id, r.bill_code, d.id, d.base_qty
    from purchase_request r join purchase_request_detail d on d.purchase_request_id = r.id
    where r.id between ${first} and ${first + SITES - 1}`);
}
