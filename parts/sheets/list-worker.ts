/**
 * Runs in a worker thread: reads a list over a connection of its own and writes its sheet, bounded by how fast it is
 * taken. It knows only its plan; whose rows are seen is within the statement and its transaction.
 */
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { rowTypes } from '../postgres/database.ts';
import { RowBlocks, type SheetRowContent } from '../xlsx/sheet-spec.ts';
import { writeSheet } from '../xlsx/sheet-writer.ts';
import type { ListAnswer, ListMessage, ListTask } from './list-thread.ts';
import { cellsOf } from './written-cells.ts';

/** So many rows wait to be written, and as many as come at once on top. */
const ROWS = 1_000;
const BLOCKS_AHEAD = 16;
/** While the program fills so many blocks the next are read. */
const FILLED_AHEAD = 4;
const { url, plan, name } = workerData as ListTask;
const post = (message: ListMessage, transferred: readonly ArrayBuffer[] = []): void =>
  parentPort!.postMessage(message, transferred);

type Row = readonly unknown[];

/**
 * The rows of the query as they arrive, not fewer than `least` at a time before its end; they stop arriving while
 * enough of them wait to be written.
 */
async function* arriving<T>(client: pg.Client, made: (row: Row) => T, least: number): AsyncGenerator<readonly T[]> {
  await client.connect();
  await client.query(plan.opening);
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  let arrived: T[] = [];
  let ended = false;
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  const query = client.query(
    new pg.Query<unknown[]>({
      text: plan.query.text,
      values: [...plan.query.values],
      rowMode: 'array',
    } as pg.QueryConfig),
  );
  query.on('row', (row) => {
    arrived.push(made(row));
    if (arrived.length >= ROWS) stream.pause();
    wake?.();
  });
  const end = (error?: Error): void => {
    failure = error;
    ended = true;
    wake?.();
  };
  query.on('end', () => end());
  query.on('error', end);
  while (!ended || arrived.length > 0) {
    if (arrived.length >= least || ended) {
      const block = arrived;
      arrived = [];
      stream.resume();
      yield block;
    } else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (failure !== undefined) throw failure;
  }
  if (failure !== undefined) throw failure;
}

/** Who waits for the program to fill a block, in turn. */
const fillings: ((filled: readonly Row[]) => void)[] = [];
function filledBlock(rows: readonly Row[]): Promise<readonly Row[]> {
  post({ rows: rows.map((row) => row.slice(0, plan.filledFrom)) });
  return new Promise((resolve) => {
    fillings.push((filled) => resolve(rows.map((row, nr) => [...row, ...filled[nr]!])));
  });
}

/** The cells of all rows; those that the program fills are asked for some blocks ahead. */
async function* blocks(client: pg.Client): AsyncGenerator<readonly SheetRowContent[]> {
  const cells = cellsOf(plan.columns);
  if (plan.filledFrom === 0) return yield* arriving(client, cells, 1);
  const ahead: Promise<readonly Row[]>[] = [];
  for await (const rows of arriving(client, (row) => row, ROWS)) {
    ahead.push(filledBlock(rows));
    if (ahead.length > FILLED_AHEAD) yield (await ahead.shift()!).map(cells);
  }
  for (const block of ahead) yield (await block).map(cells);
}

// On Linux this is the priority of this thread alone, elsewhere of the whole process: it gives way to whoever waits.
if (process.platform === 'linux') setPriority(0, 10);
let ahead = 0;
let room: (() => void) | undefined;
parentPort!.on('message', (message: ListAnswer) => {
  if (message !== 'taken') return fillings.shift()!(message.filled);
  ahead -= 1;
  room?.();
});
const client = new pg.Client({ connectionString: url, types: rowTypes });
client.on('error', () => {}); // the statement that fails reports it
try {
  const columns = plan.columns.map(({ column }) => column);
  for await (const chunk of writeSheet(columns, new RowBlocks(blocks(client)), { name })) {
    // A copy: the buffer it stands in is used on.
    const bytes = new Uint8Array(chunk as Uint8Array);
    post({ bytes }, [bytes.buffer]);
    ahead += 1;
    if (ahead > BLOCKS_AHEAD)
      await new Promise<void>((resolve) => {
        room = resolve;
      });
  }
  post({ done: true });
} catch (error) {
  const { message, code } = error as { message: string; code?: string };
  post({ failed: { message, code } });
} finally {
  await client.end().catch(() => {});
  parentPort!.close();
}
