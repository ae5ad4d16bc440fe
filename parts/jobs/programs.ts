import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * The programs that serve one database. Each holds locks for as long as it lives, on whatever machine: PostgreSQL lets
 * them go with it.
 */
export interface Programs {
  /** From now on this name counts as living, until this program ends. */
  register(name: string): Promise<void>;
  unregister(): Promise<void>;
}

/** Two programs of one database do not agree in what they must have in common. */
export class ProgramsDiffer extends Error {}

/** Classes of advisory locks: what all have in common has one each, names of one program have the last. */
const COMMON_CLASS = 0x6c61_7200;
const NAME_CLASS = 0x6c61_72ff;
const AGAIN_MS = 1_000;

const digest = (text: string): number => createHash('sha256').update(text).digest().readInt32BE();
const HELD = `l.locktype = 'advisory' and l.objsubid = 2 and l.granted and l.database = (select oid from pg_database where datname = current_database())`;

/** As SQL: no living program has registered the name in `column`. */
export const noProgramHas = (column: string): string =>
  `not exists (select from pg_locks l
    where ${HELD} and l.classid = ${NAME_CLASS} and l.objid = hashtext(${column})::oid)`;

interface JoinOptions {
  readonly ownerUrl: string;
  /** What all programs of this database must have in common, with the sentence to be said where another one differs. */
  readonly common?: readonly { readonly value: string; readonly complaint: string }[];
  readonly onError?: (error: Error) => void;
}

/** Takes its place among the programs of a database, and takes it again whenever the connection was lost. */
export async function joinPrograms({ ownerUrl, common = [], onError = () => {} }: JoinOptions): Promise<Programs> {
  const names = new Set<string>();
  let client: pg.Client | undefined;
  let isOver = false;
  let waiting: NodeJS.Timeout | undefined;

  const hold = async (fresh: pg.Client): Promise<void> => {
    // A machine that is cut off is given up in half a minute, not in two hours.
    await fresh.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4');
    for (const [at, { value }] of common.entries())
      await fresh.query('select pg_advisory_lock_shared($1, $2)', [COMMON_CLASS + at, digest(value)]);
    for (const name of names) await fresh.query('select pg_advisory_lock($1, hashtext($2))', [NAME_CLASS, name]);
  };
  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({ connectionString: ownerUrl, keepAlive: true });
    let isLost = false;
    const lose = (error?: Error): void => {
      if (isLost || isOver || client !== fresh) return;
      isLost = true;
      if (error !== undefined) onError(error);
      again();
    };
    fresh.on('error', lose);
    fresh.on('end', () => lose());
    try {
      await fresh.connect();
      await hold(fresh);
    } catch (error) {
      await fresh.end().catch(() => {});
      throw error;
    }
    return fresh;
  };
  const again = (): void => {
    waiting = setTimeout(() => {
      connect()
        .then((fresh) => (isOver ? fresh.end() : void (client = fresh)))
        .catch(again);
    }, AGAIN_MS).unref();
  };

  client = await connect();
  const complaint = await complaintIn(client, common);
  if (complaint !== null) {
    isOver = true;
    await client.end();
    throw new ProgramsDiffer(complaint);
  }
  return {
    async register(name) {
      names.add(name);
      await client!.query('select pg_advisory_lock($1, hashtext($2))', [NAME_CLASS, name]);
    },
    async unregister() {
      isOver = true;
      clearTimeout(waiting);
      await client?.end().catch(() => {});
    },
  };
}

async function complaintIn(client: pg.Client, common: NonNullable<JoinOptions['common']>): Promise<string | null> {
  for (const [at, { value, complaint }] of common.entries()) {
    const { rows } = await client.query(
      `select 1 from pg_locks l where ${HELD} and l.classid = $1 and l.objid <> $2::integer::oid`,
      [COMMON_CLASS + at, digest(value)],
    );
    if (rows.length > 0) return complaint;
  }
  return null;
}
