/** The demonstration company with every row its lists show, for contracts over all of them. */
import { afterAll, beforeAll } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { DEMO_PATIENCE } from '../support/demo-database.ts';
import { fillFaces } from './made-documents.ts';
import { listVerb, openCompany, type Row, type TheCompany } from './the-company.ts';

export interface Lists {
  readonly company: TheCompany;
  /** Declarations that serve a list. */
  readonly listed: readonly Declaration[];
  rowsOf(declaration: Declaration): Row[];
}

/** Called once at the top of a file. */
export function everyList(): Lists {
  let company: TheCompany | undefined;
  let listed: readonly Declaration[] = [];
  const rows = new Map<string, Row[]>();
  beforeAll(async () => {
    company = await openCompany();
    await fillFaces(company);
    listed = company.declarations.filter((declaration) => listVerb(declaration) !== undefined);
    for (const declaration of listed) rows.set(declaration.name, await company.rowsOf(declaration).catch(() => []));
  }, DEMO_PATIENCE);
  afterAll(() => company?.close());
  return {
    get company() {
      if (company === undefined) throw new Error('Not opened yet');
      return company;
    },
    get listed() {
      return listed;
    },
    rowsOf: (declaration) => rows.get(declaration.name) ?? [],
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
