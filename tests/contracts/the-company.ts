/** The demonstration company behind the whole program: what the contracts over all declarations ask. */
import { inflateRawSync } from 'node:zlib';
import type { Declaration, Verb } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';
import type { SignedIn } from '../../kernel/server/context.ts';
import { lineTableOf, tableOf } from '../../kernel/server/schema.ts';
import { areaOfDeclaration } from '../../tools/areas.ts';
import { isChosen } from '../support/area.ts';
import { demoDatabase } from '../support/demo-database.ts';
import { startProgram, type Answer, type RunningProgram } from '../support/program.ts';

export type Row = Record<string, unknown> & { readonly id: string };

export interface TheCompany extends RunningProgram {
  /** Those of the areas this run asks. */
  readonly declarations: readonly Declaration[];
  /** The administrator, allowed everything. */
  readonly admin: string;
  /** Somebody of the company with the rights he really has. */
  person(account: string): Promise<SignedIn>;
  get(declaration: Declaration, path: string, input?: Record<string, unknown>, token?: string): Promise<Answer>;
  post(declaration: Declaration, path: string, input?: Record<string, unknown>, token?: string): Promise<Answer>;
  /** Every row of a list, page by page as a client reads them. */
  rowsOf(declaration: Declaration, token?: string, input?: Record<string, unknown>): Promise<Row[]>;
  /**
   * Complaints of all declarations, each with its name in front. Where nothing is changed, several may be asked
   * `atOnce`.
   */
  offenders<D extends Declaration>(
    of: readonly D[],
    verdict: (declaration: D) => Promise<readonly string[]>,
    atOnce?: number,
  ): Promise<string[]>;
  upload(url: string, token: string, file: Buffer, fields?: Record<string, string>): Promise<Answer>;
  download(
    url: string,
    token: string,
  ): Promise<{ readonly status: number; readonly bytes: Buffer; readonly headers: Readonly<Record<string, unknown>> }>;
}

export const TENANT = '000000';
const PAGE = 200;

export async function openCompany(options: Parameters<typeof startProgram>[0] = {}): Promise<TheCompany> {
  const running = await startProgram({ on: options.on ?? (await demoDatabase()), ...options });
  const { program } = running;
  const idOf = async (account: string): Promise<string> => {
    const [found] = await running.asOwner<{ id: string }>(
      'select id from app_user where tenant_id = $1 and account = $2',
      [TENANT, account],
    );
    if (found === undefined) throw new Error(`Nobody is called ${account}`);
    return found.id;
  };
  const person = async (account: string): Promise<SignedIn> => {
    const user = await program.userOf?.(TENANT, await idOf(account));
    if (!user) throw new Error(`${account} may not sign in`);
    return user;
  };
  const admin = running.signIn(await person('admin'));
  const url = (declaration: Declaration, path: string): string =>
    `/api/${declaration.service}/${declaration.segment === '' ? '' : `${declaration.segment}/`}${path}`;
  const get: TheCompany['get'] = (declaration, path, input = {}, token = admin) =>
    running.call(token, 'GET', url(declaration, path), input);
  return {
    ...running,
    declarations: program.registry.declarations.filter((each) => isChosen(areaOfDeclaration(each))),
    admin,
    person,
    get,
    post: (declaration, path, input = {}, token = admin) => running.call(token, 'POST', url(declaration, path), input),
    async rowsOf(declaration, token = admin, input = {}) {
      const rows: Row[] = [];
      for (let current = 1; ; current += 1) {
        const page = await get(declaration, listVerb(declaration)!, { ...input, current, size: PAGE }, token);
        if (page.status !== 200)
          throw new Error(`${declaration.name}: ${page.status} ${page.body.msg ?? page.text.slice(0, 200)}`);
        const { records, pages } = page.body.data as { records: Row[]; pages: number };
        rows.push(...records);
        if (current >= pages) return rows;
      }
    },
    async offenders(of, verdict, atOnce = 1) {
      const found: string[] = [];
      const left = [...of];
      const next = async (): Promise<void> => {
        for (let declaration = left.shift(); declaration !== undefined; declaration = left.shift()) {
          const { name } = declaration;
          const complaints = await verdict(declaration).catch((error: unknown) => [(error as Error).message]);
          found.push(...complaints.map((complaint) => `${name}: ${complaint}`));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, next));
      return found;
    },
    async upload(address, token, file, fields = {}) {
      const boundary = 'larder-boundary';
      const text = Object.entries(fields)
        .map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join('');
      const payload = Buffer.concat([
        Buffer.from(
          `${text}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="sheet.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`,
        ),
        file,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      const answer = await running.app.inject({
        method: 'POST',
        url: address,
        payload,
        headers: { 'blade-auth': `bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
      return { status: answer.statusCode, body: JSON.parse(answer.body) as Answer['body'], text: answer.body };
    },
    async download(address, token) {
      const answer = await running.app.inject({
        method: 'GET',
        url: address,
        headers: { 'blade-auth': `bearer ${token}` },
      });
      return { status: answer.statusCode, bytes: answer.rawPayload, headers: answer.headers };
    },
  };
}

export const serves = (declaration: Declaration, verb: Verb): boolean => declaration.calls.includes(verb);
export const listVerb = (declaration: Declaration): 'page' | 'list' | undefined =>
  serves(declaration, 'page') ? 'page' : serves(declaration, 'list') ? 'list' : undefined;
export const saveVerb = (declaration: Declaration): Verb | undefined =>
  (['submit', 'saveOrUpdate', 'update'] as const).find((verb) => serves(declaration, verb));
export const addressOf = (declaration: Declaration, path: string): string =>
  `/api/${declaration.service}/${declaration.segment === '' ? '' : `${declaration.segment}/`}${path}`;
export const tablesOf = (declaration: Declaration): string[] =>
  declaration.view
    ? []
    : [tableOf(declaration), ...Object.keys(declaration.lines ?? {}).map((key) => lineTableOf(declaration, key))];
export const storedFields = (declaration: Declaration): [string, Field][] =>
  Object.entries(declaration.fields).filter(([, field]) => !field.rules.computed);

/**
 * Cells of a sheet of a workbook of our own writer, the first one: reads its bytes as they lie, where the bounded reader would
 * take a worker for each.
 */
export function ownSheet(bytes: Buffer, number = 1): string[][] {
  const part = `xl/worksheets/sheet${number}.xml`;
  const at = bytes.indexOf(part);
  if (at < 0) throw new Error('The workbook has no such sheet');
  const xml = inflateRawSync(bytes.subarray(at + part.length), { finishFlush: 2 }).toString('utf8');
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, cells]) => {
    const row: string[] = [];
    for (const [, letters, inside = ''] of cells!.matchAll(/<c r="([A-Z]+)\d+"[^>]*?(?:\/>|>(.*?)<\/c>)/gs)) {
      const column = [...letters!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      while (row.length < column) row.push('');
      row[column] = inside
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
    }
    return row;
  });
}
