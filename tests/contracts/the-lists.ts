/** The demonstration company with every row its lists show, for contracts over all of them. */
import { afterAll, beforeAll } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { DEMO_PATIENCE } from '../support/demo-database.ts';
import { fillFaces } from './made-documents.ts';
import { anotherRecord } from './another-record.ts';
import { listVerb, openCompany, saveVerb, type Row, type TheCompany } from './the-company.ts';

export interface Lists {
  readonly company: TheCompany;
  /** Declarations that serve a list. */
  readonly listed: readonly Declaration[];
  rowsOf(declaration: Declaration): Row[];
}

/** Whether people enter records of it, other than documents: those the company makes. */
const isEntered = (declaration: Declaration): boolean =>
  declaration.life === undefined && saveVerb(declaration) !== undefined;

/** Called once at the top of a file. */
export function everyList(): Lists {
  let company: TheCompany | undefined;
  let listed: readonly Declaration[] = [];
  const rows = new Map<string, Row[]>();
  beforeAll(async () => {
    company = await openCompany();
    await fillFaces(company);
    listed = company.declarations.filter((declaration) => listVerb(declaration) !== undefined);
    const rowsOf = (declaration: Declaration): Promise<Row[]> => company!.rowsOf(declaration).catch(() => []);
    // What the company has none of would let every contract pass unasked.
    for (const declaration of listed.filter(isEntered))
      if ((await rowsOf(declaration)).length === 0) await anotherRecord(company, declaration);
    // What was done for it stands in the logs before they are read.
    await Promise.all(company.program.observers.map((observer) => observer.flush()));
    for (const declaration of listed) rows.set(declaration.name, await rowsOf(declaration));
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
