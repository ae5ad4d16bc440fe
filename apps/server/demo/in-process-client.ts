import { Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import { contextOf, type Call, type SignedIn } from '../../../kernel/server/context.ts';
import { sql, type Database, type Transaction } from '../../../parts/postgres/database.ts';
import type { Program } from '../main.ts';
import { CompanyRefused, type CompanyClient } from './company-client.ts';

interface SignedInState {
  readonly account: string;
  readonly moment: string;
}

/**
 * Everybody of a tenant by account, with his rights: asked before the one transaction begins that all calls happen in.
 */
export async function peopleOf(
  program: Program,
  database: Database,
  tenant: string,
): Promise<ReadonlyMap<string, SignedIn>> {
  const rows = await database.transaction({ tenant, timeZone: 'UTC', readOnly: true }, (tx) =>
    tx.rows<{ id: string; account: string }>(sql`select id, account from app_user`),
  );
  const people = new Map<string, SignedIn>();
  for (const { id, account } of rows) {
    const user = await program.userOf?.(tenant, id);
    if (user) people.set(account, user);
  }
  return people;
}

/**
 * The company's calls without a socket: same handlers, same permissions. Everything happens in the one transaction
 * given, so that a killed first start leaves an empty database and not half a company. People see all of the company
 * here.
 */
export function inProcessClient(
  program: Program,
  people: ReadonlyMap<string, SignedIn>,
  tx: Transaction,
  standing: SignedInState,
): CompanyClient {
  const calls = new Map<string, Call>(
    program.calls.flatMap((call) =>
      (call.method === 'GET+POST' ? ['GET', 'POST'] : [call.method]).map((method): [string, Call] => [
        `${method} ${call.service}/${call.path}`,
        call,
      ]),
    ),
  );
  const known = new Map<string, Promise<SignedIn>>();

  const asKnown = async (account: string): Promise<SignedIn> => {
    const user = people.get(account);
    if (user === undefined) throw new Error(`Nobody is called ${account}`);
    // The company is not committed yet, so nobody belongs to it; what people make here must be seen there later.
    const company = await tx.row<{ id: string }>(
      sql`select id from dept where dept_category = '1' order by id limit 1`,
    );
    return { ...user, deptId: user.deptId || (company?.id ?? ''), scope: { all: true } };
  };
  const person = (account: string): Promise<SignedIn> => {
    const found = known.get(account) ?? asKnown(account);
    known.set(account, found);
    return found;
  };

  const run = async (
    method: 'GET' | 'POST',
    path: string,
    input: Readonly<Record<string, unknown>>,
    { account, moment }: SignedInState,
  ): Promise<unknown> => {
    const call: Call | undefined = calls.get(`${method} ${path}`);
    if (call === undefined) throw new Error(`There is no call ${method} ${path}`);
    const user = await person(account);
    const needed = [call.permission].flat();
    if (!needed[0]!.startsWith('*') && !needed.some((code) => user.permissions.has(code)))
      throw new CompanyRefused(`${account} may not ${path} (${needed.join(', ')})`);
    try {
      return await call.handle(
        contextOf({ tx, registry: program.registry, user, now: moment, language: 'zh', requestId: 'demo' }),
        input,
        null,
      );
    } catch (error) {
      if (error instanceof Refused)
        throw new CompanyRefused(
          `${path}: ${error.refusals.map((each) => `${each.line ? `line ${each.line}: ` : ''}${sentenceOf(each, 'en')}`).join('; ')}`,
        );
      throw error;
    }
  };
  const client = (now: SignedInState): CompanyClient => ({
    get: (path, input = {}) => run('GET', path, input, now) as Promise<never>,
    post: (path, input = {}) => run('POST', path, input, now) as Promise<never>,
    as: (account) => client({ ...now, account }),
    at: (moment) => client({ ...now, moment }),
  });
  return client(standing);
}
