/**
 * The specification's inventory of calls beside what is mounted. `endpoints.csv` lies outside the repository
 * (`SPEC_DIR`, default
 * `../shared/spec`); what is served of it is printed into `generated/inventory.csv`, so that the contract over it runs
 * without.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Declaration, Verb } from '../kernel/core/declaration.ts';
import type { Program } from '../apps/server/main.ts';

const root = path.resolve(import.meta.dirname, '..');
export const specFolder = path.resolve(root, process.env['SPEC_DIR'] ?? '../shared/spec');

/** Is the specification's list of calls at hand? */
export const hasSpec = (): boolean => fs.existsSync(path.join(specFolder, 'endpoints.csv'));
const printedFile = path.join(root, 'generated/inventory.csv');

/** One call of the inventory that is served. */
export interface InventoryCall {
  readonly id: string;
  readonly method: string;
  readonly address: string;
  /** What declares it: a verb or an action of a declaration's life; both empty for a call of its own. */
  readonly declaration: string;
  readonly verb: Verb | 'action' | '';
  readonly action: string;
  /** Parameters beyond `current`, `size` and filters, as the inventory names them. */
  readonly asks: string;
  /** What it answers: page, list, tree, entity, bool, blob or other. */
  readonly answers: string;
}
const COLUMNS = ['id', 'method', 'address', 'declaration', 'verb', 'action', 'asks', 'answers'] as const;

/** Rows of a CSV text, quoted cells included. */
export function readCsv(text: string): Record<string, string>[] {
  const cells: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quoted) {
      if (sign === '"' && text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (sign === '"') quoted = false;
      else cell += sign;
    } else if (sign === '"') quoted = true;
    else if (sign === ',') {
      cells.at(-1)!.push(cell);
      cell = '';
    } else if (sign === '\n') {
      cells.at(-1)!.push(cell);
      cell = '';
      cells.push([]);
    } else if (sign !== '\r') cell += sign;
  }
  const [head, ...rows] = cells.filter((row) => row.length > 1);
  return rows.map((row) => Object.fromEntries(head!.map((name, index) => [name, row[index] ?? ''])));
}

/** `GET /api/…` of every mounted call. */
export const mountedCalls = (program: Program): ReadonlySet<string> =>
  new Set(
    program.calls.flatMap((call) =>
      (call.method === 'GET+POST' ? ['GET', 'POST'] : [call.method]).map(
        (method) => `${method} /api/${call.service}/${call.path}`,
      ),
    ),
  );

type Declared = Pick<InventoryCall, 'declaration' | 'verb' | 'action'>;
/** What a declaration says each of its addresses is. */
function declaredAddresses(declarations: readonly Declaration[]): ReadonlyMap<string, Declared> {
  return new Map<string, Declared>(
    declarations.flatMap((declaration) =>
      [[declaration.service, declaration.segment] as const, ...(declaration.alias ?? [])].flatMap(
        ([service, segment]) => {
          const at = (call: string): string => `/api/${service}/${segment === '' ? '' : `${segment}/`}${call}`;
          const actions = Object.entries(declaration.life?.actions ?? {}).filter(([, action]) => !action.page);
          return [
            ...declaration.calls.map(
              (verb) => [at(verb), { declaration: declaration.name, verb, action: '' }] as const,
            ),
            ...actions.flatMap(([name, action]) =>
              [name, ...(action.alias ?? [])].map(
                (call) => [at(call), { declaration: declaration.name, verb: 'action', action: name }] as const,
              ),
            ),
          ];
        },
      ),
    ),
  );
}

/** Every served call of the inventory, in its order. The specification has to be there. */
export function servedInventory(program: Program): InventoryCall[] {
  const mounted = mountedCalls(program);
  const declared = declaredAddresses(program.registry.declarations);
  return readCsv(fs.readFileSync(path.join(specFolder, 'endpoints.csv'), 'utf8'))
    .filter((row) => mounted.has(`${row['method']} ${row['path']}`))
    .map((row) => ({
      id: row['id']!,
      method: row['method']!,
      address: row['path']!,
      ...(declared.get(row['path']!) ?? { declaration: '', verb: '', action: '' }),
      asks: row['params']!.split(',')
        .map((name) => name.trim())
        .filter((name) => /^\w+\??$/.test(name) && !['current', 'size'].includes(name))
        .map((name) => name.replace('?', ''))
        .join(' '),
      answers: row['response']!.split(':')[0]!,
    }));
}

/** The inventory as CSV. */
export const printInventory = (calls: readonly InventoryCall[]): string =>
  `${[COLUMNS.join(','), ...calls.map((call) => COLUMNS.map((name) => call[name]).join(','))].join('\n')}\n`;

/** As printed: the same without the specification. */
export const printedInventory = (): InventoryCall[] =>
  readCsv(fs.readFileSync(printedFile, 'utf8')) as unknown as InventoryCall[];
