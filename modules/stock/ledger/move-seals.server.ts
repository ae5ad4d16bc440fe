/**
 * Posted moves, sealed in the order of posting (capability A16): each seal is the hash of its moves and of the seal
 * before it, so that whoever changes a move, even in the database itself, breaks every seal from there on. The last
 * seal of a day, the anchor, is kept outside the database as well: a chain made anew does not match it.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ScheduledTask, Services } from '../../../kernel/server/registry.ts';
import { forEachTenant } from '../../../parts/jobs/tenant-tasks.ts';
import { sql, type Sql, type Transaction } from '../../../parts/postgres/database.ts';

const A_DAY_MS = 86_400_000;
/** Moves in one seal at most. */
const SEALED_AT_ONCE = 5_000;
/** Seals that are looked at in one statement. */
const VERIFIED_AT_ONCE = 20;
/**
 * No transaction lasts longer than an hour. What was posted before two hours ago has its number from before one hour
 * ago, lower than that of anything still under way.
 */
const SETTLED = sql`now() - interval '2 hours'`;

/** The last move a seal covers, by its number, and the hash of all up to it. */
export interface Anchor {
  readonly toSeq: string;
  readonly hash: string;
}
/** Moves between the numbers `fromSeq` (not included) and `toSeq` are not what was sealed, or were sealed otherwise. */
interface BrokenSeal {
  readonly fromSeq: string;
  readonly toSeq: string;
  readonly wrong: 'moves' | 'anchor';
}
interface Verified {
  readonly seals: number;
  readonly moves: number;
  readonly broken: BrokenSeal | null;
}

/** Does something in a transaction of one company. */
export type Transact = <T>(work: (tx: Transaction) => Promise<T>, how?: { readonly readOnly?: boolean }) => Promise<T>;

const hashOf = (previous: Sql, moves: Sql): Sql =>
  sql`encode(sha256(convert_to(${previous} || E'\n' || ${moves}, 'UTF8')), 'hex')`;
const wording = sql`string_agg(sealed_move(m), E'\n' order by m.seq)`;

/** Seals what was posted long enough ago, some thousand moves at a time. Answers the last seal there is. */
export async function sealMoves(transact: Transact): Promise<Anchor | undefined> {
  const end = await transact(
    async (tx) =>
      (await tx.row<{ seq: string | null }>(sql`
        with last as (select coalesce(max(s.to_seq), 0) as seq from stock_move_seal s),
        fresh as (select min(m.seq) as seq from stock_move m, last l where m.seq > l.seq and m.posted_time > ${SETTLED})
        select max(m.seq) as seq from stock_move m, last l, fresh f
        where m.seq > l.seq and (f.seq is null or m.seq < f.seq)`))!.seq,
    { readOnly: true },
  );
  if (end !== null) while (await transact((tx) => sealNext(tx, end)));
  return transact(
    (tx) =>
      tx.row<Anchor>(sql`
    select s.to_seq, s.hash from stock_move_seal s order by s.to_seq desc limit 1`),
    { readOnly: true },
  );
}

/** Whether there was anything left to seal up to the move of this number. */
async function sealNext(tx: Transaction, end: string): Promise<boolean> {
  const sealed = await tx.row(sql`
    with last as (
      select s.to_seq, s.hash from stock_move_seal s order by s.to_seq desc limit 1),
    before as (select coalesce((select l.to_seq from last l), 0) as seq, coalesce((select l.hash from last l), '') as hash),
    chosen as (
      select c.seq from stock_move c where c.seq > (select b.seq from before b) and c.seq <= ${end}::bigint
      order by c.seq limit ${SEALED_AT_ONCE}),
    sealed as (
      select max(m.seq) as to_seq, count(*)::integer as moves, ${hashOf(sql`(select b.hash from before b)`, wording)}
        as hash
      from stock_move m where m.seq > (select b.seq from before b) and m.seq <= (select max(c.seq) from chosen c))
    insert into stock_move_seal (from_seq, to_seq, moves, hash)
    select b.seq, s.to_seq, s.moves, s.hash from sealed s, before b where s.to_seq is not null returning to_seq`);
  return sealed !== undefined;
}

/**
 * Compares every seal with the moves as they are now and with the anchors kept elsewhere. Answers the first that does
 * not hold.
 */
export async function verifySeals(transact: Transact, anchors: readonly Anchor[] = []): Promise<Verified> {
  let [seals, moves, after, hash] = [0, 0, '0', ''];
  const known = new Map<string, string>();
  for (;;) {
    const found = await transact((tx) => sealsAfter(tx, after, hash), { readOnly: true });
    for (const seal of found) {
      if (seal.isBroken) return { seals, moves, broken: { fromSeq: seal.fromSeq, toSeq: seal.toSeq, wrong: 'moves' } };
      [seals, moves] = [seals + 1, moves + seal.moves];
      known.set(seal.toSeq, seal.hash);
    }
    const last = found.at(-1);
    if (last === undefined) break;
    [after, hash] = [last.toSeq, last.hash];
  }
  const other = anchors.find((anchor) => known.get(anchor.toSeq) !== anchor.hash);
  return {
    seals,
    moves,
    broken: other === undefined ? null : { fromSeq: '0', toSeq: other.toSeq, wrong: 'anchor' },
  };
}

interface Seal extends Anchor {
  readonly fromSeq: string;
  readonly moves: number;
  readonly isBroken: boolean;
}
/** The next seals, each with whether it follows from its moves and from the one before it. */
const sealsAfter = (tx: Transaction, after: string, hash: string): Promise<Seal[]> =>
  tx.rows<Seal>(sql`
    with next as (
      select s.from_seq, s.to_seq, s.moves, s.hash, lag(s.hash, 1, ${hash}) over (order by s.to_seq) as previous,
        lag(s.to_seq, 1, ${after}::bigint) over (order by s.to_seq) as begins
      from stock_move_seal s where s.to_seq > ${after}::bigint order by s.to_seq limit ${VERIFIED_AT_ONCE})
    select n.from_seq, n.to_seq, n.moves, n.hash,
      n.from_seq <> n.begins or n.moves <> coalesce(f.moves, 0) or n.hash is distinct from f.hash as is_broken
    from next n left join lateral (
      select count(*) as moves, ${hashOf(sql`n.previous`, wording)} as hash from stock_move m
      where m.seq > n.from_seq and m.seq <= n.to_seq) f on true
    order by n.to_seq`);

/** Where the last seal of each day is kept beside the files of the server: tenant, last move, hash, moment. */
export const anchorFile = (fileFolder: string): string =>
  path.join(path.dirname(fileFolder), 'anchors', 'stock-moves.csv');

/** Anchors as they were kept, by company. A line that is none is passed over. */
export async function readAnchors(file: string): Promise<ReadonlyMap<string, readonly Anchor[]>> {
  const text = await fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = [...text.matchAll(/^([^,\n]+),(\d+),([0-9a-f]{64}),/gm)];
  const anchors = lines.map(([, tenant, toSeq, hash]) => ({ tenant: tenant!, toSeq: toSeq!, hash: hash! }));
  return Map.groupBy(anchors, ({ tenant }) => tenant);
}

async function keepAnchor(file: string, tenant: string, { toSeq, hash }: Anchor): Promise<void> {
  const latest = (await readAnchors(file)).get(tenant)?.at(-1);
  if (latest?.toSeq === toSeq) return;
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.appendFile(file, `${tenant},${toSeq},${hash},${new Date().toISOString()}\n`);
}

/** A seal that does not hold: for the error log of the company. */
class SealBroken extends Error {
  constructor({ fromSeq, toSeq, wrong }: BrokenSeal) {
    super(`moves after number ${fromSeq} up to ${toSeq} are not what was sealed (${wrong})`);
  }
}

/** Once a day, company by company: what stands is verified, what is new is sealed, the anchor is kept. */
export const sealByNight = (services: Services): ScheduledTask => ({
  name: 'stock.seal',
  everyMs: A_DAY_MS,
  run: async () => {
    const file = anchorFile(services.fileFolder);
    const anchors = await readAnchors(file);
    await forEachTenant(
      services,
      'stock.seal',
      async (company) => {
        const transact: Transact = (work, how) => company.transaction(({ tx }) => work(tx), how);
        const { broken } = await verifySeals(transact, anchors.get(company.tenant));
        if (broken !== null) throw new SealBroken(broken);
        const last = await sealMoves(transact);
        if (last !== undefined) await keepAnchor(file, company.tenant, last);
      },
      { frozen: true },
    );
  },
});
