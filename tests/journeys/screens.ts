import type { Declaration } from '../../kernel/core/declaration.ts';
import { modules } from '../../modules/modules.ts';
import { pages as listed, unlistedPages } from '../../modules/pages.ts';

const pages = { ...listed, ...unlistedPages };

/** An address of the application. */
export interface Screen {
  readonly path: string;
  /**
   * The first of a page written for itself, or of a kind that is derived: looked at more closely than the others, which
   * are made as it is.
   */
  readonly own: boolean;
}
type Row = Readonly<Record<string, string>>;
/** The signed-in person's way to ask the program, below `/api`. */
export type Ask = <T>(path: string) => Promise<T>;

const shown = modules
  .flatMap((module) => module.declarations as readonly Declaration[])
  .filter((declaration) => declaration.path !== undefined);
const creates = (of: Declaration): boolean => of.calls.some((verb) => verb === 'submit' || verb === 'saveOrUpdate');
const listCall = (of: Declaration): string =>
  `/${[of.service, of.segment, of.calls.includes('page') ? 'page' : 'list'].filter((part) => part !== '').join('/')}`;
const FIXED = ['/wel/index', '/info/index', '/403', '/404', '/500', '/no-such-page', '/myiframe/somewhere', '/outbox'];

/** Every route there is: of the kernel, of every declaration, and of the modules' own pages. */
export const routes: readonly string[] = [
  ...new Set([...FIXED, ...shown.flatMap(({ path }) => [path!, `${path!}/:id`]), ...Object.keys(pages)]),
];
export const leadsTo = (route: string, path: string): boolean =>
  new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(path.split('?')[0]!);

/** Pages below a record that want one in a certain state, or are no record's own. */
const BELOW: Readonly<Record<string, { readonly status?: string; readonly id?: string }>> = {
  '/store/invoutstore/:id/pick': { status: 'to-pick' },
  '/store/invoutstore/:id/receive': { status: 'shipped' },
  '/gear/gearstockbatch/stall/:id': { id: 'gearOperationDeptId' },
};

/**
 * What the routes are looked at with: every page of the menu, a record of every list, and of documents one in each
 * state, one being edited and a new one.
 */
export async function screensOf(ask: Ask, menu: readonly MenuRow[]): Promise<readonly Screen[]> {
  const found: Screen[] = [];
  const seen = new Set<string>();
  const kinds = new Set<string>();
  const add = (path: string, kind: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const route = Object.keys(pages).find((each) => leadsTo(each, path)) ?? kind;
    const own = kind === 'own' || !kinds.has(route);
    kinds.add(route);
    found.push({ path, own });
  };
  for (const path of FIXED) add(path, 'own');
  for (const of of shown) {
    const path = of.path!;
    const { records } = await ask<{ readonly records: readonly Row[] }>(`${listCall(of)}?size=200`);
    add(path, of.life === undefined ? 'list' : 'documents');
    if (of.life === undefined) records.slice(0, 1).forEach(({ id }) => add(`${path}/${id!}`, 'record'));
    else {
      const each = [...Map.groupBy(records, ({ status }) => status).values()].map(([first]) => first!);
      for (const { id } of each) add(`${path}/${id!}`, 'document');
      if (creates(of)) add(`${path}/new`, 'new document');
      for (const { id } of each.filter(({ status }) => creates(of) && of.life!.editable.includes(status!)).slice(0, 1))
        add(`${path}/${id!}?edit=1`, 'edited document');
    }
    for (const route of Object.keys(pages).filter((each) => each.startsWith(`${path}/`) && each !== `${path}/:id`)) {
      const { status, id = 'id' } = BELOW[route] ?? {};
      const row = records.find((each) => status === undefined || each['status'] === status);
      if (row !== undefined) add(route.replace(':id', row[id]!), 'own');
    }
  }
  for (const path of Object.keys(unlistedPages).filter((each) => !each.includes(':'))) add(path, 'own');
  // A task is reached from lists of one's own work; any process has the same page.
  const {
    records: [process],
  } = await ask<{ readonly records: readonly Row[] }>('/blade-flow/follow/list?size=1');
  if (process !== undefined) add(`/work/task/${process['id']!}`, 'own');
  for (const { path } of leavesOf(menu)) add(path, 'list');
  return found;
}

/** Declarations of which the company has no row yet. */
export async function missing(ask: Ask): Promise<readonly string[]> {
  const empty: string[] = [];
  for (const of of shown)
    if ((await ask<{ readonly total: number }>(`${listCall(of)}?size=1`)).total === 0) empty.push(of.name);
  return empty;
}

export interface MenuRow {
  readonly code: string;
  readonly path: string;
  readonly children?: readonly MenuRow[] | null;
}
/** The pages of a menu. */
export const leavesOf = (rows: readonly MenuRow[]): readonly MenuRow[] =>
  rows
    .flatMap((row) =>
      row.children === undefined || row.children === null || row.children.length === 0 ? [row] : leavesOf(row.children),
    )
    .filter(({ path }) => path.startsWith('/'));
