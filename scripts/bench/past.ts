/**
 * A long past of the company in a database, by set-based SQL: its documents, deliveries, moves, logs and tasks happened
 * many times before. What is past is closed: nothing of it waits for anybody, lies anywhere or holds anything.
 */
import type pg from 'pg';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { lineTableOf, tableOf } from '../../kernel/server/schema.ts';
import { modules } from '../../modules/modules.ts';
import { copyTable, countOf, rememberIds, type Closed, type Past } from './past-copy.ts';
import { copyLedger, rememberLedger } from './past-ledger.ts';

/** How much of a past. */
export interface PastSize {
  readonly days: number;
  readonly moves: number;
  readonly documents: number;
  /** Of the material that came most often. */
  readonly deliveries: number;
  readonly audits: number;
  readonly tasks: number;
  readonly messages: number;
}
export const THREE_YEARS: PastSize = {
  days: 1_095,
  moves: 5_000_000,
  documents: 300_000,
  deliveries: 10_000,
  audits: 2_000_000,
  tasks: 1_000_000,
  messages: 500_000,
};
/** A share of it, over as many days. */
export const shareOf = (size: PastSize, share: number): PastSize => ({
  days: size.days,
  moves: Math.round(size.moves * share),
  documents: Math.round(size.documents * share),
  deliveries: Math.round(size.deliveries * share),
  audits: Math.round(size.audits * share),
  tasks: Math.round(size.tasks * share),
  messages: Math.round(size.messages * share),
});

/** Those of every day, each in the state it ends in. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  salesPlan: 'approved',
  specialMeal: 'approved',
  requirementPlan: 'done',
  purchaseRequest: 'done',
  purchaseOrder: 'done',
  inStore: 'done',
  inStoreDifference: 'confirmed',
  pick: 'done',
  outStore: 'done',
  stockCheck: 'done',
  priceCorrection: 'done',
  priceWarning: 'accepted',
  leave: 'approved',
};
/**
 * What is written beside documents, without being one. What a requirement plan was reckoned from is left out: it is
 * found by its plan alone, and would be most of the rows.
 */
const BESIDE = [
  'in_store_receiving',
  'in_store_receiving_detail',
  'stock_check_voucher',
  'stock_check_voucher_detail',
  'bill_link',
  'expected_receipt',
  'stock_reservation',
  'plan_claim',
];
const LEDGER = ['batch', 'stock_batch', 'stock_move', 'stock_move_cost'];
const TASKS = ['flow_instance', 'flow_task', 'flow_task_candidate', 'flow_history'];
/** No table becomes longer than so many times the documents: a plan has very many lines. */
const LINES_MOST = 6;
/** Of each kind of document there are at least so many, however seldom it was made. */
const EACH_LEAST = 1_000;

/** What keeps a copy from being open; `status` of documents is in `DOCUMENTS`. */
const CLOSED: Readonly<Record<string, Closed>> = {
  in_store_detail: {
    received_qty: 't.qty - t.settled_qty',
    open_qty: '0',
    limit_qty: 'greatest(t.limit_qty, t.qty - t.settled_qty)',
    line_state: `'received'`,
  },
  purchase_order: { execute_status: `'all'` },
  purchase_request: { execute_status: `'all'` },
  requirement_plan: { request_status: `'all'` },
  requirement_plan_detail: { line_status: `'closed'` },
  pick: { out_state: `'received'` },
  pick_detail: { reserved_qty: '0' },
  out_store_detail: { reserved_qty: '0' },
  in_store_difference: { require_side: `'none'` },
  price_correction_detail: { line_state: `'taken-back'` },
  stock_check_voucher: { state: `'sent'` },
  expected_receipt: { open_qty: '0' },
  stock_reservation: { qty: '0', aux_qty: '0', state: `'used'` },
  plan_claim: { released_time: `coalesce(t.released_time, now())` },
  flow_instance: {
    state: `case when t.state = 'running' then 'approved' else t.state end`,
    end_time: 'coalesce(t.end_time, t.start_time)',
    snapshot: `'{}'::jsonb`,
    facts: `'{}'::jsonb`,
  },
  flow_task: {
    state: `case when t.state not in ('queued', 'open', 'claimed') then t.state when t.assignee is null then 'cancelled'
      else 'approved' end`,
    end_time: 'coalesce(t.end_time, t.create_time)',
  },
  message: { read_time: 'coalesce(t.read_time, t.create_time)' },
};

const declarations = modules.flatMap((module) => module.declarations);
const tablesOf = (declaration: Declaration): string[] => [
  tableOf(declaration),
  ...Object.keys(declaration.lines ?? {}).map((key) => lineTableOf(declaration, key)),
];

/** Makes the past; the connection is the owner's. Answers how many rows each table has. */
export async function makePast(client: pg.Client, size: PastSize): Promise<Readonly<Record<string, number>>> {
  // Neither triggers nor references are asked: copies refer to copies.
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '64MB'`,
  );
  const documents = declarations.filter(({ name }) => DOCUMENTS[name] !== undefined);
  const ofDocuments = [...documents.flatMap(tablesOf), ...BESIDE];
  await client.query('begin');
  await client.query('create temporary table past_ids (id bigint primary key, words text)');
  await rememberLedger(client);
  const past: Past = {
    client,
    days: size.days,
    large: size.moves > 100_000,
    step: await rememberIds(client, [...new Set([...ofDocuments, ...LEDGER, ...TASKS])]),
  };
  await copyLedger(past, size.moves);
  const copies = await copiesOfDocuments(client, documents, size);
  const most = size.documents * LINES_MOST;
  for (const document of documents) {
    const often = Math.max(copies, await timesUpTo(client, tableOf(document), EACH_LEAST));
    const status: Closed = {
      status: `case when t.status in ('void', 'rejected') then t.status else '${DOCUMENTS[document.name]!}' end`,
    };
    for (const table of tablesOf(document))
      await copyWithin(past, table, often, most, table === tableOf(document) ? status : {});
  }
  for (const table of BESIDE) await copyWithin(past, table, copies, most);
  const tasks = await timesUpTo(client, 'flow_task', size.tasks);
  for (const table of TASKS) await copyUpTo(past, table, tasks);
  // What was made at once is noted with all its lines: those are few among very many notes.
  const short = 'pg_column_size(t.changes) < 600';
  await copyUpTo(past, 'audit_log', await timesUpTo(client, 'audit_log', size.audits, short), short);
  await copyUpTo(past, 'document_log', await timesUpTo(client, 'document_log', size.audits / 2));
  await copyUpTo(past, 'message', await timesUpTo(client, 'message', size.messages));
  const made: Record<string, number> = {};
  for (const table of new Set([...LEDGER, ...ofDocuments, ...TASKS, 'audit_log', 'document_log', 'message']))
    made[table] = await countOf(client, table);
  await client.query(`commit; drop table past_ids, past_codes, past_moves; set session_replication_role = origin`);
  return made;
}

/** So often that there are as many documents as wanted, and as many deliveries of what comes most. */
async function copiesOfDocuments(
  client: pg.Client,
  documents: readonly Declaration[],
  size: PastSize,
): Promise<number> {
  let all = 0;
  for (const declaration of documents) all += await countOf(client, tableOf(declaration));
  const { rows } = await client.query<{ most: string }>(
    'select count(*) as most from in_store_receiving_detail group by material_id order by 1 desc limit 1',
  );
  return Math.ceil(Math.max(size.documents / Math.max(1, all), size.deliveries / Number(rows[0]?.most ?? 1)));
}

/** So often, but not beyond so many rows. */
async function copyWithin(past: Past, table: string, copies: number, most: number, also: Closed = {}): Promise<void> {
  const fit = Math.max(1, Math.floor(most / Math.max(1, await countOf(past.client, table))));
  await copyTable(past, table, { copies: Math.min(copies, fit), closed: { ...also, ...CLOSED[table] } });
}

const timesUpTo = async (client: pg.Client, table: string, wanted: number, where?: string): Promise<number> =>
  Math.ceil(wanted / Math.max(1, await countOf(client, table, where)));

const copyUpTo = (past: Past, table: string, copies: number, where = 'true'): Promise<number> =>
  copyTable(past, table, { copies, closed: CLOSED[table] ?? {}, where });
