import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import { contextOf, type Call, type SignedIn } from '../../../kernel/server/context.ts';
import type { UploadedFile } from '../../../parts/http/request-input.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import type { Program } from '../main.ts';
import { CompanyRefused, type CompanyClient } from './company-client.ts';

interface SignedInState {
  readonly account: string;
  readonly moment: string;
}

/**
 * The company's calls without a socket: same handlers, same permissions. Everything happens in the one transaction
 * given, so that a killed first start leaves an empty database and not half a company. People see all of the company
 * here. `keepsFiles`: files they bring are kept where the program keeps them.
 */
export function inProcessClient(
  program: Pick<Program, 'registry' | 'calls'>,
  people: ReadonlyMap<string, SignedIn>,
  tx: Transaction,
  standing: SignedInState,
  {
    keepsFiles = false,
    beforeCall = async () => {},
  }: { readonly keepsFiles?: boolean; beforeCall?(): Promise<void> } = {},
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
    address: string,
    input: Readonly<Record<string, unknown>>,
    { account, moment }: SignedInState,
    file: UploadedFile | null = null,
  ): Promise<unknown> => {
    await beforeCall();
    const call: Call | undefined = calls.get(`${method} ${address}`);
    if (call === undefined) throw new Error(`There is no call ${method} ${address}`);
    const user = await person(account);
    const needed = [call.permission].flat();
    if (!needed[0]!.startsWith('*') && !needed.some((code) => user.permissions.has(code)))
      throw new CompanyRefused(`${account} may not ${address} (${needed.join(', ')})`);
    try {
      return await call.handle(
        contextOf({ tx, registry: program.registry, user, now: moment, language: 'zh', requestId: 'demo' }),
        input,
        file,
      );
    } catch (error) {
      if (error instanceof Refused)
        throw new CompanyRefused(
          `${address}: ${error.refusals.map((each) => `${each.line ? `line ${each.line}: ` : ''}${sentenceOf(each, 'en')}`).join('; ')}`,
        );
      throw error;
    }
  };
  const upload = async (name: string, bytes: Buffer, now: SignedInState): Promise<string> => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'larder-brought-'));
    try {
      const file: UploadedFile = { path: path.join(folder, 'file'), name, size: bytes.length };
      await fs.writeFile(file.path, bytes);
      const attached = await run('POST', 'blade-resource/oss/endpoint/put-file-attach', {}, now, file);
      return (attached as { readonly attachId: string }).attachId;
    } finally {
      await fs.rm(folder, { recursive: true, force: true });
    }
  };
  const client = (now: SignedInState): CompanyClient => ({
    get: (address, input = {}) => run('GET', address, input, now) as Promise<never>,
    post: (address, input = {}) => run('POST', address, input, now) as Promise<never>,
    ...(keepsFiles ? { upload: (name: string, bytes: Buffer) => upload(name, bytes, now) } : {}),
    as: (account) => client({ ...now, account }),
    at: (moment) => client({ ...now, moment }),
  });
  return client(standing);
}
