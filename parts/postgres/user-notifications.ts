import { sql, type Database, type Transaction } from './database.ts';

const CHANNEL = 'larder_news';
/** Ids in one announcement: PostgreSQL carries at most 8000 bytes. */
const AT_ONCE = 300;

/** Whom something new concerns. */
interface Announcement {
  readonly tenant: string;
  /** Absent: everybody of the tenant. */
  readonly users?: readonly string[];
}

/**
 * Tells every process, once this transaction commits, that these people have something new; a rollback tells nobody.
 */
export async function notifyUsers(
  context: { readonly tx: Pick<Transaction, 'run'>; readonly tenant: string },
  users: readonly string[] | 'everybody',
): Promise<void> {
  const say = (announcement: Announcement): Promise<number> =>
    context.tx.run(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(announcement)})`);
  if (users === 'everybody') await say({ tenant: context.tenant });
  else
    for (let at = 0; at < users.length; at += AT_ONCE)
      await say({ tenant: context.tenant, users: users.slice(at, at + AT_ONCE) });
}

/** Who listens in this process. */
interface UserNotifications {
  /** Resolves when nothing that happens from then on is missed. */
  ready(): Promise<void>;
  /** Calls `hear` whenever something of this person changed, until the answer is called. */
  follow(tenant: string, userId: string, onEvent: () => void): () => void;
}

const ofDatabase = new WeakMap<Database, UserNotifications>();

/**
 * One connection listens for the whole process, from the first follower on. What was missed while it was away is made
 * up for by telling all.
 */
export function createUserNotifications(database: Database): UserNotifications {
  const made = ofDatabase.get(database) ?? listenersOf(database);
  ofDatabase.set(database, made);
  return made;
}

function listenersOf(database: Database): UserNotifications {
  const followers = new Map<string, Set<() => void>>();
  let listening: Promise<void> | undefined;
  const notify = (keys: Iterable<string>): void => {
    for (const key of keys) for (const hear of followers.get(key) ?? []) hear();
  };
  const received = (payload: string): void => {
    const { tenant, users } = JSON.parse(payload) as Announcement;
    notify(
      users === undefined
        ? [...followers.keys()].filter((key) => key.startsWith(`${tenant}:`))
        : users.map((user) => `${tenant}:${user}`),
    );
  };
  const ready = (): Promise<void> =>
    (listening ??= database.listen(CHANNEL, received, () => notify([...followers.keys()])));
  return {
    ready,
    follow(tenant, userId, hear) {
      void ready();
      const key = `${tenant}:${userId}`;
      const others = followers.get(key) ?? new Set();
      followers.set(key, others.add(hear));
      return () => {
        others.delete(hear);
        if (others.size === 0 && followers.get(key) === others) followers.delete(key);
      };
    },
  };
}
