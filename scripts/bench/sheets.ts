/** Large sheets: 50,000 materials in, 37 of them bad; 500,000 moves out. */
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { atMost, holds, timesBare, type Figure } from './figures.ts';
import { fine, forgetPeak, memoryOf, request, type Fixtures } from './fixtures.ts';
import { MATERIAL, place, TYPES } from './masters.ts';
import { besideOthers } from './others.ts';

const BAD = 37;
const PEAK_ABOVE_IDLE = 300;

/** Large imports and exports: seconds, memory, and what others feel beside them. */
export async function benchSheets(fixtures: Fixtures): Promise<Figure[]> {
  return [
    ...(await benchImport(fixtures)),
    ...(await benchManyImports(fixtures)),
    ...(await benchExport(fixtures)),
    ...(await benchList(fixtures)),
  ];
}

const HEADERS = [
  '物料编码',
  '物料名称',
  '规格型号',
  '品牌',
  '物料类型',
  '物料性质',
  '基本单位',
  '采购单位',
  '税率(%)',
  '储存温区',
  '采购提前期(天)',
  '备注',
];

/** A sheet of so many new materials; every so many rows one names a type that does not exist. */
export async function materialSheet({ folder }: Fixtures, prefix: string, rows: number): Promise<string> {
  const file = path.join(folder, `${prefix}.xlsx`);
  const bad = (nr: number): boolean => nr % Math.floor(rows / BAD) === 5 && nr < Math.floor(rows / BAD) * BAD;
  const sheet = function* (): Generator<string[]> {
    for (let nr = 0; nr < rows; nr += 1)
      yield [
        `${prefix}${String(nr).padStart(6, '0')}`,
        `导入物料${nr}`,
        `${nr % 30}kg`,
        `牌${nr % 20}`,
        bad(nr) ? '没有的类型' : `BT${String(nr % TYPES).padStart(3, '0')}`,
        '原料',
        '标准千克',
        '标准千克',
        '9',
        '常温',
        '2',
        `第 ${nr} 行`,
      ];
  };
  await pipeline(
    writeSheet(
      HEADERS.map((header) => ({ header, face: 'text' as const, width: 20 })),
      sheet(),
      { name: '数据' },
    ),
    fs.createWriteStream(file),
  );
  return file;
}

/** Imports the good rows of a sheet. */
export async function importOf(fixtures: Fixtures, file: string): Promise<Record<string, unknown>> {
  const answered = fine(await upload(fixtures, 'master-data/material/importExcelTemplate', file, { onlyGood: '1' }))
    .data as Record<string, unknown>;
  return answered['jobId'] === undefined ? answered : waitFor(fixtures, String(answered['jobId']));
}

async function benchImport(fixtures: Fixtures): Promise<Figure[]> {
  const rows = fixtures.quick ? 2_000 : 50_000;
  const file = await materialSheet(fixtures, 'IM', rows);
  const idle = memoryOf(fixtures.serverPid).now;
  forgetPeak(fixtures.serverPid);
  const begun = performance.now();
  const outcome = await importOf(fixtures, file);
  const seconds = (performance.now() - begun) / 1000;
  const { peak } = memoryOf(fixtures.serverPid);
  const [landed] = await fixtures.sql<{ n: number }>(
    `select count(*)::integer as n from material where code like 'IM%'`,
  );
  const from = performance.now();
  await fixtures.sql(`
    insert into material (code, name, spec, brand, material_type_id, material_kind, base_unit_id, purchase_unit_id,
      issue_unit_id, recipe_unit_id, sale_unit_id, tax_rate, storage_zone, lead_days, remark, search_text)
    select 'JM' || n, '导入物料' || n, n % 30 || 'kg', '牌' || n % 20, t.id, 'raw', u.id, u.id, u.id, u.id, u.id, 9,
      'ambient', 2, '第 ' || n || ' 行', 'jm' || n || ' 导入物料' || n from generate_series(0, ${rows - BAD - 1}) n
      join material_type t on t.code = 'BT' || lpad((n % ${TYPES})::text, 3, '0')
        join material_unit u on u.code = 'BKG'`);
  const bare = (performance.now() - from) / 1000;
  const another = await materialSheet(fixtures, 'IN', rows);
  return [
    timesBare(`import: ${rows.toLocaleString('en')} materials, ${BAD} bad`, seconds, bare, 's', 3, {
      note: 'SQL: insert only, nothing read or checked',
    }),
    holds(
      'import: the good ones land, the bad ones are told',
      landed!.n === rows - BAD && outcome['failed'] === BAD,
      JSON.stringify({ landed: landed!.n, failed: outcome['failed'] }),
    ),
    atMost('import: peak memory of the server above before', peak - idle, 'MB', PEAK_ABOVE_IDLE, {
      note: `${peak.toFixed(0)} MB in all`,
    }),
    ...(await besideOthers(fixtures, 'import', () => importOf(fixtures, another))),
  ];
}

const IMPORTS = 10;
/** What ten imports may leave behind that two have not. */
const GROWTH = 50;

/** Ten in a row: memory after the second and after the last. */
async function benchManyImports(fixtures: Fixtures): Promise<Figure[]> {
  const rows = fixtures.quick ? 500 : 10_000;
  const after: number[] = [];
  for (let nr = 0; nr < IMPORTS; nr += 1) {
    await importOf(fixtures, await materialSheet(fixtures, `I${String.fromCharCode(65 + nr)}`, rows));
    after.push(memoryOf(fixtures.serverPid).now);
  }
  const figures = after.map((each) => each.toFixed(0)).join(', ');
  return [
    atMost(
      `import: memory of ${IMPORTS} in a row, the last above the second`,
      after.at(-1)! - after[1]!,
      'MB',
      GROWTH,
      {
        note: `after each ${figures} MB`,
      },
    ),
  ];
}

async function waitFor(fixtures: Fixtures, id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const job = fine(await fixtures.get('blade-resource/job/detail', { id })).data as {
      state: string;
      result: Record<string, unknown>;
      error: string;
    };
    if (job.state === 'done') return job.result;
    if (job.state === 'failed' || job.state === 'cancelled') throw new Error(`The job ${job.state}: ${job.error}`);
    await sleep(50);
  }
}

async function upload(
  fixtures: Fixtures,
  to: string,
  file: string,
  fields: Readonly<Record<string, string>>,
): Promise<Awaited<ReturnType<typeof request>>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([fs.readFileSync(file)]), path.basename(file));
  const formRequest = new Request('http://form/', { method: 'POST', body: form });
  return request(
    http.globalAgent,
    'POST',
    `${fixtures.address}/api/${to}`,
    { 'blade-auth': `bearer ${fixtures.token}`, 'content-type': formRequest.headers.get('content-type')! },
    Buffer.from(await formRequest.arrayBuffer()),
  );
}

async function benchExport(fixtures: Fixtures): Promise<Figure[]> {
  const moves = fixtures.quick ? 10_000 : 500_000;
  await makeMoves(fixtures, moves);
  await fixtures.sql('vacuum analyze stock_move');
  const idle = memoryOf(fixtures.serverPid).now;
  forgetPeak(fixtures.serverPid);
  const taken = (): ReturnType<typeof exportOf> =>
    exportOf(fixtures, 'store-management/stockbatchlogs/exportExcel?billCode=EXPORT');
  const { first, whole, bytes } = await taken();
  const { peak } = memoryOf(fixtures.serverPid);
  const from = performance.now();
  await fixtures.sql(`copy (
    select v.business_time, v.reason, m.code, m.name, b.batch_code, l.name, u.name, v.qty, v.unit_cost, v.amount,
      v.bill_code, sum(v.qty) over (partition by v.location_id, v.batch_id order by v.business_time, v.seq) as after
    from stock_move v
    join material m using (tenant_id)
    join batch b on b.tenant_id = v.tenant_id and b.id = v.batch_id
    join stock_location l on l.tenant_id = v.tenant_id and l.id = v.location_id
    join material_unit u on u.tenant_id = v.tenant_id and u.id = v.base_unit_id
    where m.id = v.material_id and v.bill_code ilike '%EXPORT%'
    order by v.business_time desc, v.id desc) to '/dev/null'`);
  const bare = (performance.now() - from) / 1000;
  return [
    atMost(`export: first byte of ${moves.toLocaleString('en')} moves`, first, 's', 1),
    atMost('export: peak memory of the server above before', peak - idle, 'MB', PEAK_ABOVE_IDLE, {
      note: `${peak.toFixed(0)} MB in all`,
    }),
    timesBare('export: the whole sheet', whole, bare, 's', 10, {
      note: `${(bytes / 2 ** 20).toFixed(0)} MB; SQL: copy to nowhere`,
    }),
    ...(await besideOthers(fixtures, 'export', taken)),
  ];
}

/** The sheet of half of the 200,000 materials, and the template of their list. */
async function benchList(fixtures: Fixtures): Promise<Figure[]> {
  const list = await exportOf(fixtures, 'master-data/material/exportExcel?code_likeright=BM00');
  const template = await exportOf(fixtures, 'master-data/material/downloadExcelTemplate');
  return [
    atMost('export: 100,000 materials', list.whole, 's', 5, { note: `first byte ${list.first.toFixed(2)} s` }),
    atMost('template of materials', template.whole, 's', 5),
  ];
}

/** A sheet that is downloaded; seconds until its first byte and its last. */
export const exportOf = (fixtures: Fixtures, address: string): ReturnType<typeof download> =>
  download(`${fixtures.address}/api/${address}`, { 'blade-auth': `bearer ${fixtures.token}` });

function download(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ first: number; whole: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const since = (): number => (performance.now() - begun) / 1000;
    http
      .get(url, { headers }, (response) => {
        let first = Number.NaN;
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          if (bytes === 0) first = since();
          bytes += chunk.length;
        });
        response.on('error', reject);
        response.on('end', () =>
          response.statusCode === 200 && response.complete
            ? resolve({ first, whole: since(), bytes })
            : reject(new Error(`HTTP ${String(response.statusCode)} after ${bytes} bytes`)),
        );
      })
      .on('error', reject);
  });
}

/** Lots with 20 moves each. */
export async function makeMoves(fixtures: Fixtures, count: number): Promise<void> {
  const lots = count / 20;
  const lot = 5_000_000;
  await fixtures.sql(`
    insert into batch (id, batch_code, material_id, received_date, origin_unit_cost, origin_qty, source_bill_type,
      source_bill_id, source_bill_code, source_line_id)
    select ${lot} + n, 'EPC' || n, ${MATERIAL} + 6000 + n % 5000, '2026-01-01', 2, 20, 'invinstore', '2', 'EXPORT',
      n::text from generate_series(1, ${lots}) n`);
  // Checked already: every value follows from a row made above.
  await fixtures.sql('set session_replication_role = replica');
  await fixtures.sql(`
    insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason,
      bill_type, bill_id, bill_code, line_id, business_time, posted_time)
    select ${place.warehouse}, ${MATERIAL} + 6000 + l % 5000, ${lot} + l, 1, 301, 2, 2, 'receipt.purchase',
      'invinstore', 2, 'EXPORT' || l, k * 100000 + l, t.at, t.at
      from generate_series(1, 20) k, generate_series(1, ${lots}) l, lateral (select timestamptz '2026-01-01' + (k *
        ${lots} + l) * interval '10 seconds' as at) t`);
  await fixtures.sql('set session_replication_role = origin');
}
