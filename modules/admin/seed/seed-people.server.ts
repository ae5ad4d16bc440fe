import { sql, type Database, type Transaction } from '../../../parts/postgres/database.ts';
import { searchText } from '../../../parts/search/search-text.ts';
import { roleSeeds, type RoleSeed } from '../rights/demonstration-roles.ts';
import { hashOf, matches, randomPassword, storePassword } from '../sign-in/password.server.ts';
import { ADMINISTRATOR, PLATFORM_TENANT } from '../rights/signed-in.server.ts';

interface NewPerson {
  readonly account: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly depts: readonly string[];
  readonly hash: string;
  readonly mustChange: boolean;
}

/** An account with its roles by alias and its password. */
export async function addPerson(tx: Transaction, person: NewPerson, code: string | null): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into app_user (account, name, real_name, code, role_id, dept_id, post_id, user_type, party_type,
      audit_state, search_text)
    select ${person.account}, ${person.name}, ${person.name}, ${code}, coalesce((select array_agg(id order by sort)
    from role where role_alias = any(${person.roles})), '{}'),
      ${person.depts}::bigint[], '{}', '1',
      ${person.roles.includes('supplier') ? 'supplier' : person.roles.includes('client') ? 'client' : 'staff'},
      'approved', ${searchText([person.account, person.name, code])} returning id`);
  await storePassword(tx, row!.id, person.hash, person.mustChange);
  return row!.id;
}

interface DemonstrationPerson {
  readonly account: string;
  readonly password: string;
  readonly role: string;
}

const accountOf = ({ alias, account = alias }: RoleSeed): string => account;
const NO_STAFF: readonly string[] = ['guest', 'user'];

/** One person for each of these roles, account = alias (`admin` for the administrator); who is there stays. */
export async function addPeople(tx: Transaction, hash: string, roles: readonly RoleSeed[] = roleSeeds): Promise<void> {
  const there = new Set(
    (await tx.rows<{ account: string }>(sql`select lower(account) as account from app_user`)).map((row) => row.account),
  );
  for (const [index, seed] of roleSeeds.entries()) {
    const account = accountOf(seed);
    if (there.has(account.toLowerCase()) || !roles.includes(seed)) continue;
    const { alias, label } = seed;
    const held = NO_STAFF.includes(alias) ? [alias] : [alias, 'user'];
    const code = `YG${String(index + 1).padStart(5, '0')}`;
    await addPerson(tx, { account, name: label.zh, roles: held, depts: [], hash, mustChange: false }, code);
  }
}

/** People of seeded roles belong to the departments of their role, if they have none. */
export async function settlePeople(tx: Transaction, departmentsOf: (role: string) => readonly string[]): Promise<void> {
  for (const seed of roleSeeds) {
    const depts = departmentsOf(seed.alias);
    if (depts.length > 0)
      await tx.run(
        sql`update app_user set dept_id = ${depts as string[]}::bigint[]
          where lower(account) = lower(${accountOf(seed)}) and dept_id = '{}'`,
      );
  }
}

/**
 * The people of the demonstration, in a transaction of their own. `departments`: role alias → department ids; call
 * again once departments exist.
 */
export async function seedPeople(
  database: Database,
  seed: {
    readonly password: string;
    readonly departments?: Readonly<Record<string, readonly string[]>>;
  },
): Promise<readonly DemonstrationPerson[]> {
  const hash = await hashOf(seed.password);
  return database.transaction({ tenant: PLATFORM_TENANT, timeZone: 'Asia/Shanghai' }, async (tx) => {
    await addPeople(tx, hash);
    await settlePeople(tx, (role) => seed.departments?.[role] ?? []);
    return roleSeeds.map((each) => ({ account: accountOf(each), password: seed.password, role: each.alias }));
  });
}

/** Where the first administrator's password lies until he has used it: made and written down before the account is. */
export interface FirstPassword {
  keep(make: () => string): string;
  forget(): void;
}

/**
 * For a start without demonstration: an administrator with a random password that has to be changed. It is answered, to
 * be printed, at every start until that was done. Null when there is an administrator who has a password of his own.
 */
export async function ensureAdministrator(
  database: Database,
  first: FirstPassword = { keep: (make) => make(), forget: () => {} },
): Promise<DemonstrationPerson | null> {
  const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.transaction({ tenant: PLATFORM_TENANT, timeZone: 'Asia/Shanghai' }, work);
  const there = await within(administrators);
  const unused = there.find((each) => each.mustChangePassword === 1);
  if (there.length > 0 && unused === undefined) {
    first.forget();
    return null;
  }
  const password = first.keep(randomPassword);
  if (unused === undefined) {
    const hash = await hashOf(password);
    const account = await within((tx) => addAdministrator(tx, hash));
    // Another program that starts on the same empty database was first.
    return account === null ? ensureAdministrator(database, first) : { account, password, role: ADMINISTRATOR };
  }
  if (await matches(unused.hash, password)) return { account: unused.account, password, role: ADMINISTRATOR };
  first.forget();
  return null;
}

const administrators = (
  tx: Transaction,
): Promise<{ account: string; mustChangePassword: number; hash: string | null }[]> =>
  tx.rows(sql`
  select u.account, u.must_change_password, password_hash_of(u.id) as hash from app_user u where exists (select
  from role r where r.id = any(u.role_id) and r.role_alias = ${ADMINISTRATOR})`);

/** His account; null where there is an administrator by now. */
async function addAdministrator(tx: Transaction, hash: string): Promise<string | null> {
  // Two programs may start at once on an empty database.
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('larder.administrator'))`);
  if ((await administrators(tx)).length > 0) return null;
  // Somebody without the role may already be called admin.
  const taken = new Set(
    (
      await tx.rows<{ account: string }>(
        sql`select lower(account) as account from app_user where lower(account) like 'admin%'`,
      )
    ).map((row) => row.account),
  );
  let account = 'admin';
  for (let number = 2; taken.has(account); number += 1) account = `admin${number}`;
  await addPerson(tx, { account, name: '管理员', roles: [ADMINISTRATOR], depts: [], hash, mustChange: true }, null);
  return account;
}
