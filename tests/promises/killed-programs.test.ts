/** Promise 52 for everything a program does by itself: it is killed in the middle of all of it at once, and started again. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSecrets } from '../../kernel/server/secrets.ts';
import {
  product,
  SAP_SECRET,
  SAP_USER,
  sapData,
  startSap,
  type SapSystem,
} from '../../modules/sap/sap-system.testing.ts';
import { DEMO_PATIENCE, demoDatabase } from '../support/demo-database.ts';
import { ask, PROGRAMS_SECRET, programsOn, type Programs, type Started } from '../support/programs.ts';

const WITHIN_MS = 60_000;
const RECORDS = 23;
const THIRD_PAGES = [/A_Product\?.*skip=10/, /A_BusinessPartner\?.*skip=10/];
let programs: Programs;
let program: Started;
let sap: SapSystem;
let job: string;
/** When it was started again. */
let began: number;

/** A provider of short messages that never answers its first customer. */
const texted: string[] = [];
const provider = http.createServer((request, response) => {
  let body = '';
  request.on('data', (piece: Buffer) => {
    body += piece.toString();
  });
  request.on('end', () => {
    texted.push(new URLSearchParams(body).get('mobile')!);
    if (texted.length > 1) response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0,"sid":1}');
  });
});

const one = async <T>(text: string): Promise<T> => Object.values((await programs.query(text))[0]!)[0] as T;
const eventually = (holds: () => Promise<void> | void) => vi.waitFor(holds, { timeout: 30_000, interval: 50 });
const param = (key: string, value: string) =>
  programs.query(
    `
  insert into param (tenant_id, param_name, param_key, param_value) values ('000000', $1, $1, $2)
  on conflict (tenant_id, param_key) do update set param_value = $2`,
    [key, value],
  );
const seal = (text: string): string => createSecrets(PROGRAMS_SECRET).seal(text);
/** The id something of two days ago has, as the database makes them. */
const OLD_ID = String(BigInt(Date.now() - 2 * 86_400_000 - 1_577_836_800_000) << 22n);
const OLD_FILE = `000000-${OLD_ID}`;
const UNOWNED_FILE = `000000-${String(BigInt(OLD_ID) + 1n)}`;

/** Something to do for each kind of work. */
async function prepare(): Promise<void> {
  // Night work begins at two, wherever that is now.
  await programs.query(`
    update tenant set create_time = now() - interval '10 days',
      time_zone = case when extract(hour from now() at time zone 'Asia/Shanghai') < 3 then 'America/New_York' else time_zone end`);
  for (const [key, value] of Object.entries({
    'sap.enabled': '1',
    'sap.odata.url': sap.origin,
    'sap.odata.user': SAP_USER,
    'sap.odata.secret': seal(SAP_SECRET),
    'sap.batchSize': '10',
    'sap.tries': '1',
    'sap.allowedHosts': sap.allowed,
    'sms.gateway': `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    'price.nightlyRun': '1',
  }))
    await param(key, value);
  await programs.query(`
    insert into sms (tenant_id, sms_code, category, template_id, sign_name, access_key, status)
    values ('000000', 'code', '1', 't1', '膳链', '${seal('key')}', 2)`);
  await programs.query(`
    insert into outbox (tenant_id, channel, receiver, body, state, next_time)
    select '000000', 'sms', '1380000000' || n, '您好', 'queued', now() - make_interval(mins => 9 - n) from generate_series(1, 3) n`);
  await programs.query(`
    insert into price_formula (tenant_id, name, code, method, rate, start_date)
    values ('000000', '采购价上浮', 'DG1', 'markup', 31, '2020-01-01')`);
  await programs.query(`update flow_task set due_time = now() - interval '1 hour' where state in ('open', 'claimed')`);
  await programs.query(`
    update enterprise set valid_end_date = current_date + 10, create_user = (select id from app_user where account = 'admin')
    where status = 'approved'`);
  await programs.query(
    `insert into client_error (tenant_id, message, reported_time) values ('000000', 'of long ago', now() - interval '400 days')`,
  );
  await programs.query(`
    insert into stored_file (id, name, content_type, size, sha256, purpose, create_time)
    values (${OLD_ID}, 'old.xlsx', '', 1, '', 'import', now() - interval '8 days')`);
  for (const name of [OLD_FILE, UNOWNED_FILE, 'broken-off.upload'])
    fs.writeFileSync(path.join(programs.files, name), 'x');
  fs.utimesSync(path.join(programs.files, 'broken-off.upload'), new Date(0), new Date(0));
}

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    provider.listen(0, '127.0.0.1', resolve);
  });
  const partners = Array.from({ length: RECORDS }, (_, n) => {
    const name = `SAP供应商${n}`;
    const supplier = `S${String(n).padStart(3, '0')}`;
    return {
      BusinessPartner: `B${n}`,
      Supplier: supplier,
      BusinessPartnerFullName: name,
      BusinessPartnerName: name,
      LastChangeDate: '2026-01-01',
    };
  });
  const products = Array.from({ length: RECORDS }, (_, n) => product(`M${String(n).padStart(3, '0')}`, `SAP菜${n}`));
  sap = await startSap(sapData({ products, partners }), { pageMost: 5 });
  programs = await programsOn(await demoDatabase());
  const token = await programs.tokenOf('admin');
  await prepare();

  // Whoever wants to write one of these waits in the middle of its work; so does who reads the third page of SAP.
  await programs.query('begin; lock table message, price_run, client_error, stored_file in access exclusive mode');
  for (const pages of THIRD_PAGES) sap.break(pages, { kind: 'slow', ms: 600_000 });
  program = await programs.start('first');
  await ask(program, token, 'store-management/sapsupplier/syncsapsuppliers');
  for (const [table, waiting] of Object.entries({ message: 2, price_run: 1, client_error: 1, stored_file: 2 })) {
    await eventually(async () => expect([table, await programs.waitingFor(table)]).toEqual([table, waiting]));
  }
  for (const pages of THIRD_PAGES)
    await eventually(() => expect(sap.requests.some((each) => pages.test(each))).toBe(true));
  await eventually(() => expect(texted).toHaveLength(1));
  await programs.kill(program);
  await programs.query('rollback');
  job = await one<string>(`select id::text from job where kind = 'sap-sync'`);
  began = performance.now();
  program = await programs.start('first');
}, DEMO_PATIENCE + WITHIN_MS);
afterAll(async () => {
  await programs.end();
  await sap.close();
  provider.closeAllConnections();
  provider.close();
});

const syncOf = (object: string) =>
  one<unknown>(`
  select json_build_object('state', state, 'lease', lease, 'fetched', fetched, 'created', created, 'updated', updated)
  from sap_sync_run where object = '${object}'`);
const isThere = (name: string): boolean => fs.existsSync(path.join(programs.files, name));

test.each<[string, () => Promise<unknown>, unknown]>([
  [
    'a sync with SAP somebody asked for',
    async () => [
      await one(`select json_build_object('state', state, 'attempt', attempt) from job where id = ${job}`),
      await syncOf('supplier'),
      await one(`select count(*)::int || '/' || count(distinct sap_supplier_code) from supplier where source = 'sap'`),
    ],
    [
      { state: 'done', attempt: 2 },
      { state: 'succeeded', lease: 1, fetched: RECORDS, created: RECORDS, updated: 0 },
      `${RECORDS}/${RECORDS}`,
    ],
  ],
  [
    'a sync with SAP by the clock',
    async () => [
      await syncOf('material'),
      await one(`select count(*)::int || '/' || count(distinct sap_code) from material where source = 'sap'`),
    ],
    [{ state: 'succeeded', lease: 2, fetched: RECORDS, created: RECORDS, updated: 0 }, `${RECORDS}/${RECORDS}`],
  ],
  ['a reminder of an approval', () => one(`select count(*)::int from message where topic = 'approval.overdue'`), 1],
  [
    'a notice that a cooperation ends',
    () =>
      one(`
    select count(*) > 0 and count(*) = count(distinct record_id) from message where topic = 'contract.due'`),
    true,
  ],
  [
    'a price run by night',
    async () => [
      await one(`select count(*)::int from price_run where trigger = 'schedule'`),
      await one(`
      select count(*) > 0 and count(*) = count(distinct d.material_id) from price_run_detail d join price_run r on r.id = d.price_run_id
      where r.trigger = 'schedule'`),
    ],
    [1, true],
  ],
  [
    'the short messages',
    () => one(`select string_agg(state || attempts, ' ' order by attempts) from outbox`),
    'sent1 sent1 sent2',
  ],
  ['what is removed from logs', () => one(`select count(*)::int from client_error`), 0],
  [
    'what is removed from files',
    async () => [
      await one(`select count(*)::int from stored_file where id = ${OLD_ID}`),
      ...[OLD_FILE, UNOWNED_FILE, 'broken-off.upload'].map(isThere),
    ],
    [0, false, false, false],
  ],
])(
  'promise 52: %s whose program is killed in the middle is done within a minute of its next start, once',
  { timeout: WITHIN_MS + 5_000 },
  async (_kind, look, expected) => {
    await expect
      .poll(look, { timeout: Math.max(2_000, WITHIN_MS - (performance.now() - began)), interval: 200 })
      .toEqual(expected);
  },
);

test('promise 52: a short message that was on its way when its program was killed goes out again, and no other does', async () => {
  await eventually(() =>
    expect(texted.toSorted()).toEqual([texted[0], '13800000001', '13800000002', '13800000003'].toSorted()),
  );
});
