/** The demonstration company with every row its lists show, for contracts over all of them. */
import { afterAll, beforeAll } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import { anotherRecord, firstRow } from './another-record.ts';
import { listVerb, openCompany, saveVerb, type Row, type TheCompany } from './the-company.ts';

export interface Lists {
  readonly company: TheCompany;
  /** Declarations that serve a list. */
  readonly listed: readonly Declaration[];
  /** Every row of its list; throws where it serves one and has none. */
  rowsOf(declaration: Declaration): Row[];
  /** Those that may be saved; throws where there is none. */
  editable(declaration: Declaration): Row[];
}

const isEditable = ({ life }: Declaration, row: Row): boolean =>
  life === undefined || life.editable.includes(text(row['status']));

/**
 * What the company has none of would let every contract pass without a question. Views come last: what was done before
 * stands in some.
 */
async function fillLists(company: TheCompany, listed: readonly Declaration[]): Promise<void> {
  const flush = (): Promise<unknown> => Promise.all(company.program.observers.map((observer) => observer.flush()));
  for (const isView of [false, true]) {
    for (const declaration of listed.filter(({ view = false }) => view === isView)) {
      const there = await company.rowsOf(declaration);
      if (there.length === 0) await firstRow(company, declaration);
      else if (saveVerb(declaration) !== undefined && !there.some((row) => isEditable(declaration, row)))
        await anotherRecord(company, declaration);
    }
    await flush();
  }
}

/** Called once at the top of a file. */
export function everyList(): Lists {
  let company: TheCompany | undefined;
  let listed: readonly Declaration[] = [];
  const rows = new Map<string, Row[]>();
  beforeAll(async () => {
    company = await openCompany();
    listed = company.declarations.filter((declaration) => listVerb(declaration) !== undefined);
    await fillLists(company, listed);
    // Those of other areas as well: what is referred to stands there.
    for (const declaration of company.program.registry.declarations)
      if (listVerb(declaration) !== undefined) rows.set(declaration.name, await company.rowsOf(declaration));
  }, DEMO_TIMEOUT_MS);
  afterAll(() => company?.close());
  const rowsOf = (declaration: Declaration): Row[] => {
    const there = rows.get(declaration.name) ?? [];
    if (there.length === 0 && listed.includes(declaration))
      throw new Error('has no row, so that nothing is asked of it');
    return there;
  };
  return {
    get company() {
      if (company === undefined) throw new Error('Not opened yet');
      return company;
    },
    get listed() {
      return listed;
    },
    rowsOf,
    editable(declaration) {
      const found = rowsOf(declaration).filter((row) => isEditable(declaration, row));
      if (found.length === 0) throw new Error('has no row that may be saved, so that nothing is asked of it');
      return found;
    },
  };
}

/** A few of many from the front, the middle and the end. */
export const some = <T>(all: readonly T[], count = 3): T[] =>
  [
    ...new Set(
      Array.from({ length: Math.min(count, all.length) }, (_, index) =>
        Math.floor((index * (all.length - 1)) / Math.max(1, count - 1)),
      ),
    ),
  ].map((index) => all[index]!);
export const text = (value: unknown): string => String(value ?? '');
