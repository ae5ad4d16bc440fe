/** The sheet of every list that has one, with 100,000 rows in each: how long the slowest takes. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import { modules } from '../../modules/modules.ts';
import { copyRecords } from './copy-records.ts';
import { atMost, holds, known, median, type Figure } from './figures.ts';
import { openFixtures, TENANT, type Fixtures } from './fixtures.ts';
import { exportOf } from './sheets.ts';

/** What every material is reckoned with is few by nature: it is filled last, when all other lists have been asked. */
const FEW = ['materialUnit', 'basicUnitConversion'];
/** Of one original a copy has at most so many lines, each a row of its sheet. */
const LINES = 2;
const MOST_SECONDS = 5;

interface Taken {
  readonly list: string;
  readonly seconds: number;
}

/** Copies the demonstration company and takes the sheet of each list once. */
export async function benchListSheets({ quick }: Pick<Fixtures, 'quick'>): Promise<Figure[]> {
  const fixtures = await openFixtures({ quick, keep: false, web: false, demo: true });
  try {
    const wanted = quick ? 3_000 : 100_000;
    const listed = modules
      .flatMap(({ declarations }) => declarations)
      .filter(({ calls }) => calls.includes('exportExcel'));
    const taken: Taken[] = [];
    const failed: string[] = [];
    for (const isFew of [false, true]) {
      const part = listed.filter(({ name }) => FEW.includes(name) === isFew);
      for (const declaration of part)
        if (declaration.view !== true)
          await copyRecords(fixtures, declaration, declaration.lines?.['details'] ? wanted / LINES : wanted).catch(
            (error: unknown) => failed.push((error as Error).message),
          );
      if (!isFew) await fillStock(fixtures, wanted);
      await fixtures.restart();
      for (const declaration of part)
        await timed(fixtures, declaration).then(
          (each) => taken.push(each),
          (error: unknown) => failed.push(`${declaration.name}: ${(error as Error).message}`),
        );
    }
    return figuresOf(taken, failed, wanted);
  } finally {
    await fixtures.close();
  }
}

/** Sheets under names that other clients know. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  user: 'blade-user/export-user',
  region: 'blade-system/region/export-region',
};

async function timed(fixtures: Fixtures, { name, service, segment }: Declaration): Promise<Taken> {
  const { whole } = await exportOf(fixtures, ELSEWHERE[name] ?? `${service}/${segment}/exportExcel`);
  return { list: name, seconds: whole };
}

function figuresOf(taken: readonly Taken[], failed: readonly string[], wanted: number): Figure[] {
  const slowest = taken.toSorted((a, b) => b.seconds - a.seconds);
  const described = ({ list, seconds }: Taken): string => `${list} ${seconds.toFixed(2)}`;
  if (process.env['BENCH_LISTS'] !== undefined) console.log(slowest.map(described).join('\n'));
  const rows = wanted.toLocaleString('en');
  return [
    holds('export: every list has its sheet', failed.length === 0, failed.join('; ') || `${taken.length} lists`),
    atMost(`export: ${rows} rows of the slowest list`, slowest[0]!.seconds, 's', MOST_SECONDS, {
      note: slowest.slice(0, 5).map(described).join(', '),
    }),
    known(`export: ${rows} rows of a list, the median`, median(taken.map(({ seconds }) => seconds)), 's'),
  ];
}

/** Ids of stock and lots begin here. */
const HELD = '7000000000000000000';

/** So many materials lie in one lot each, in a warehouse that has something. */
async function fillStock({ connection }: Fixtures, wanted: number): Promise<void> {
  const client = await connection();
  await client.query(`
    set session_replication_role = replica;
    create temporary table held as
      select s as stock, sb as lot, b as batch, m.id as material_id, ${HELD} + row_number() over (order by m.id) as id
      from (select sb.* from stock_batch sb join stock_location l on l.tenant_id = sb.tenant_id
        and l.id = sb.location_id and l.kind = 'warehouse'
        where sb.tenant_id = '${TENANT}' and sb.qty > 0 order by sb.id limit 1) one
      join stock_batch sb on sb.tenant_id = one.tenant_id and sb.id = one.id
      join stock s on s.tenant_id = sb.tenant_id and s.location_id = sb.location_id and s.material_id = sb.material_id
      join batch b on b.tenant_id = sb.tenant_id and b.id = sb.batch_id
      join material m on m.tenant_id = sb.tenant_id and not exists (select 1 from stock o
        where o.tenant_id = m.tenant_id and o.location_id = sb.location_id and o.material_id = m.id)
      limit ${wanted};
    insert into stock select r.* from held h, lateral jsonb_populate_record(h.stock,
      jsonb_build_object('id', h.id, 'material_id', h.material_id)) r;
    insert into batch select r.* from held h, lateral jsonb_populate_record(h.batch,
      jsonb_build_object('id', h.id, 'material_id', h.material_id, 'batch_code', 'LS' || h.id)) r;
    insert into stock_batch select r.* from held h, lateral jsonb_populate_record(h.lot,
      jsonb_build_object('id', h.id, 'material_id', h.material_id, 'batch_id', h.id)) r;
    analyze stock; analyze batch; analyze stock_batch`);
  await client.end();
}
