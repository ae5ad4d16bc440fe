/** Something to do for everything a program does by itself, and how to see that it was done once. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import {
  product,
  SAP_SECRET,
  SAP_USER,
  sapData,
  startSap,
  type SapSystem,
} from '../../modules/sap/sap-system.testing.ts';
import { ask, PROGRAMS_SECRET, type Programs, type Started } from '../support/programs.ts';

const RECORDS = 23;
export const PHONES = ['13800000001', '13800000002', '13800000003'];

/** What was done, how it is seen, and what is seen when it was done once. */
type Look = readonly [what: string, look: (programs: Programs) => Promise<unknown>, expected: unknown];

export interface ScheduledWork {
  /** The phones the provider of short messages was given, in their order. It never answers the first. */
  readonly texted: readonly string[];
  /** Somebody asks for a sync with SAP, which is a job. */
  askForSync(at: Started, token: string): Promise<unknown>;
  /** From now on whoever comes to the middle of any of it waits there: of one sync with SAP, or of two. */
  hold(syncs: 1 | 2): Promise<void>;
  /** All of it waits in its middle, each in one program. */
  isHeld(): Promise<void>;
  letGo(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Whoever writes one of these waits in the middle of its work, at least so many at a time; so does who reads stored files, and
 * the third page of SAP.
 */
const HELD = {
  message: 3,
  standing_order_run: 1,
  price_run: 1,
  client_error: 1,
  stored_file: 2,
  stock_proof: 1,
  stock_move_seal: 1,
  meal_forecast: 1,
};
/**
 * They wait by sleeping until the gate is open, not for a lock: work that waits for one ends by itself after nine
 * seconds, and on a busy machine the first would be over before the last has come.
 */
const GATE = 4_711;
const WAITING = 4_712;
const GATES = `
  create function pass_the_gate(place text) returns boolean language plpgsql as $$
  begin
    perform pg_advisory_lock_shared(${WAITING}, hashtext(place));
    while not pg_try_advisory_lock_shared(${GATE}) loop perform pg_sleep(0.05); end loop;
    perform pg_advisory_unlock_shared(${GATE});
    perform pg_advisory_unlock_shared(${WAITING}, hashtext(place));
    return true;
  end $$;
  create function wait_at_gate() returns trigger language plpgsql as $$
  begin
    perform pass_the_gate(tg_table_name);
    return null;
  end $$;
  create policy gate on stored_file as restrictive using (pass_the_gate('stored_file'));
  ${Object.keys(HELD)
    .filter((table) => table !== 'stored_file')
    .map(
      (table) => `create trigger gate before insert or update or delete on ${table} for each statement
        execute function wait_at_gate();`,
    )
    .join('\n')}`;
const THIRD_PAGES = [/A_Product\?.*skip=10/, /A_BusinessPartner\?.*skip=10/];

export const eventually = (holds: () => Promise<void> | void): Promise<void> =>
  vi.waitFor(holds, { timeout: 30_000, interval: 50 });
const seal = (text: string): string => createSecrets(PROGRAMS_SECRET).seal(text);
/** The id something of two days ago has, as the database makes them. */
const OLD_ID = String(BigInt(Date.now() - 2 * 86_400_000 - 1_577_836_800_000) << 22n);
const OLD_FILE = `000000-${OLD_ID}`;
const UNOWNED_FILE = `000000-${String(BigInt(OLD_ID) + 1n)}`;

/** Gives the demonstration company something to do for each kind of scheduled work. */
export async function scheduledWork(programs: Programs): Promise<ScheduledWork> {
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
  const sap = await startSap(sapData({ products, partners }), { pageMost: 5 });

  const waitingAt = async (table: string): Promise<number> =>
    (
      await programs.query<{ n: number }>(
        `select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = ${WAITING}
          and objid = (hashtext($1)::bigint & 4294967295)::oid`,
        [table],
      )
    )[0]!.n;
  let held = 0;
  await prepare(programs, sap, (provider.address() as AddressInfo).port);
  return {
    texted,
    askForSync: (at, token) => ask(at, token, 'store-management/sapsupplier/syncsapsuppliers'),
    async hold(syncs) {
      held = syncs;
      await programs.query(GATES);
      await programs.query(`select pg_advisory_lock(${GATE})`);
      for (const pages of THIRD_PAGES.slice(0, syncs)) sap.break(pages, { kind: 'slow', ms: 600_000 });
    },
    async isHeld() {
      for (const [table, waiting] of Object.entries(HELD))
        await eventually(async () =>
          expect([table, Math.min(waiting, await waitingAt(table))]).toEqual([table, waiting]),
        );
      const third = (): unknown => sap.requests.filter((each) => THIRD_PAGES.some((pages) => pages.test(each)));
      await eventually(() => expect(third()).toHaveLength(held));
      await eventually(() => expect(texted).toHaveLength(1));
    },
    letGo: () => programs.query(`select pg_advisory_unlock(${GATE})`),
    async close() {
      await sap.close();
      provider.closeAllConnections();
      provider.close();
    },
  };
}

async function prepare(programs: Programs, sap: SapSystem, port: number): Promise<void> {
  const param = (key: string, value: string) =>
    programs.query(
      `
  insert into param (tenant_id, param_name, param_key, param_value) values ('000000', $1, $1, $2)
  on conflict (tenant_id, param_key) do update set param_value = $2`,
      [key, value],
    );
  // Night work begins at two, wherever that is now.
  await programs.query(`
    update tenant set create_time = now() - interval '10 days',
      time_zone = case when extract(hour from now() at time zone 'Asia/Shanghai') < 3 then 'America/New_York'
      else time_zone end`);
  for (const [key, value] of Object.entries({
    'sap.enabled': '1',
    'sap.odata.url': sap.origin,
    'sap.odata.user': SAP_USER,
    'sap.odata.secret': seal(SAP_SECRET),
    'sap.batchSize': '10',
    'sap.tries': '1',
    'sap.allowedHosts': sap.allowed,
    'sms.gateway': `http://127.0.0.1:${port}`,
    'price.nightlyRun': '1',
  }))
    await param(key, value);
  await programs.query(`
    insert into sms (tenant_id, sms_code, category, template_id, sign_name, access_key, status)
    values ('000000', 'code', '1', 't1', '膳链', '${seal('key')}', 2)`);
  await programs.query(`
    insert into outbox (tenant_id, channel, receiver, body, state, next_time)
    select '000000', 'sms', '1380000000' || n, '您好', 'queued', now() - make_interval(mins => 9 - n)
    from generate_series(1, 3) n`);
  await programs.query(`
    insert into price_formula (tenant_id, name, code, method, rate, start_date)
    values ('000000', '采购价上浮', 'DG1', 'markup', 31, '2020-01-01')`);
  await programs.query('delete from meal_forecast');
  await programs.query('update standing_order set frozen = 0, ahead_days = 14');
  await programs.query(`update flow_task set due_time = now() - interval '1 hour' where state in ('open', 'claimed')`);
  await programs.query(`
    update enterprise set valid_end_date = current_date + 10, create_user = (select id from app_user
    where account = 'admin')
    where status = 'approved'`);
  await programs.query(`
    insert into supplier_certificate (tenant_id, supplier_id, line_no, certificate_kind, certificate_no, valid_to,
      check_state)
    select '000000', s.id, 90, 'business-license', 'YZ-' || s.code, current_date + 10, 'passed'
    from supplier s where s.frozen = 0 and s.cooperation_type_id is null
      and not exists (select 1 from supplier_certificate c where c.supplier_id = s.id)`);
  await programs.query(
    `insert into client_error (tenant_id, message, reported_time)
      values ('000000', 'of long ago', now() - interval '400 days')`,
  );
  await programs.query(`
    insert into stored_file (id, name, content_type, size, sha256, purpose, create_time)
    values (${OLD_ID}, 'old.xlsx', '', 1, '', 'import', now() - interval '8 days')`);
  for (const name of [OLD_FILE, UNOWNED_FILE, 'broken-off.upload'])
    fs.writeFileSync(path.join(programs.files, name), 'x');
  fs.utimesSync(path.join(programs.files, 'broken-off.upload'), new Date(0), new Date(0));
}

const one = async <T>(programs: Programs, text: string): Promise<T> =>
  Object.values((await programs.query(text))[0]!)[0] as T;
const syncOf = (programs: Programs, object: string): Promise<unknown> =>
  one(
    programs,
    `select json_build_object('state', state, 'lease', lease, 'fetched', fetched, 'created', created, 'updated',
      updated)
    from sap_sync_run where object = '${object}'`,
  );

export const LOOKS: readonly Look[] = [
  [
    'a sync with SAP somebody asked for',
    async (programs) => [
      await one(programs, `select json_agg(state) from job where kind = 'sap-sync'`),
      await syncOf(programs, 'supplier'),
      await one(
        programs,
        `select count(*)::int || '/' || count(distinct sap_supplier_code) from supplier where source = 'sap'`,
      ),
    ],
    [
      ['done'],
      { state: 'succeeded', lease: 1, fetched: RECORDS, created: RECORDS, updated: 0 },
      `${RECORDS}/${RECORDS}`,
    ],
  ],
  [
    'a sync with SAP by the clock',
    async (programs) => [
      await syncOf(programs, 'material'),
      await one(programs, `select count(*)::int || '/' || count(distinct sap_code) from material where source = 'sap'`),
    ],
    [{ state: 'succeeded', lease: 2, fetched: RECORDS, created: RECORDS, updated: 0 }, `${RECORDS}/${RECORDS}`],
  ],
  [
    'moves that are sealed',
    (programs) =>
      one(
        programs,
        `select (count(*) > 0) || ' ' || (sum(s.moves) = (select count(*) from stock_move m
          where m.seq <= (select max(to_seq) from stock_move_seal))) from stock_move_seal s`,
      ),
    'true true',
  ],
  [
    'forecasts of the evening',
    (programs) =>
      one(programs, `select (count(*) > 0) || ' ' || count(distinct made_time) || ' time' from meal_forecast`),
    'true 1 time',
  ],
  [
    'requests of standing orders',
    (programs) =>
      one(
        programs,
        `select (count(*) > 0) || ' ' || (count(*) = count(distinct request_id)) || ' '
          || (count(*) = (select count(*) from purchase_request where remark like '常备单%')) from standing_order_run`,
      ),
    'true true true',
  ],
  [
    'a reminder of an approval',
    (programs) => one(programs, `select count(*)::int from message where topic = 'approval.overdue'`),
    1,
  ],
  [
    'a notice that a cooperation ends',
    (programs) =>
      one(
        programs,
        `
    select count(*) > 0 and count(*) = count(distinct record_id) from message where topic = 'contract.due'
      and resource = 'enterprise'`,
      ),
    true,
  ],
  [
    'a notice that a paper of a supplier ends',
    (programs) =>
      one(
        programs,
        `
    select count(*) > 0 and count(*) = count(distinct (record_id, user_id)) from message where topic = 'contract.due'
      and resource = 'supplier'`,
      ),
    true,
  ],
  [
    'a price run by night',
    async (programs) => [
      await one(programs, `select count(*)::int from price_run where trigger = 'schedule'`),
      await one(
        programs,
        `
      select count(*) > 0 and count(*) = count(distinct d.material_id) from price_run_detail d
      join price_run r on r.id = d.price_run_id
      where r.trigger = 'schedule'`,
      ),
    ],
    [1, true],
  ],
  [
    'the short messages',
    (programs) => one(programs, `select string_agg(state || attempts, ' ' order by attempts) from outbox`),
    'sent1 sent1 sent2',
  ],
  ['what is removed from logs', (programs) => one(programs, `select count(*)::int from client_error`), 0],
  [
    'what is removed from files',
    async (programs) => [
      await one(programs, `select count(*)::int from stored_file where id = ${OLD_ID}`),
      ...[OLD_FILE, UNOWNED_FILE, 'broken-off.upload'].map((name) => fs.existsSync(path.join(programs.files, name))),
    ],
    [0, false, false, false],
  ],
];
