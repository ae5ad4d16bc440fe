/** Everything a company wrote down, read back through its own calls: for the proof, the digest and the report. */
import type { CompanyClient, Records } from '../../apps/server/demo/company-client.ts';
import { inParallel } from './in-parallel.ts';

export type Line = Readonly<Record<string, string>>;
export type Document = Readonly<Record<string, string>> & {
  readonly details: readonly Line[];
  readonly picks?: readonly Line[];
  readonly totals?: readonly Line[];
};

/** Documents with their lines, by what they are called in the URL. */
export const BOOKS = {
  gearsalesplan: { path: 'gear-operation/gearsalesplan', detail: 'getDetail' },
  invrequireplan: { path: 'store-management/invrequireplan', detail: 'detail' },
  invpleasepurchase: { path: 'store-management/invpleasepurchase', detail: 'detail' },
  purchaseorder: { path: 'store-management/purchaseorder', detail: 'detail' },
  selfpurchaseorder: { path: 'store-management/selfpurchaseorder', detail: 'detail' },
  selfpurchaseinstore: { path: 'store-management/selfpurchaseinstore', detail: 'detail' },
  invinstore: { path: 'store-management/invinstore', detail: 'detail' },
  invinstoredifference: { path: 'store-management/invinstoredifference', detail: null },
  pick: { path: 'store-management/pick', detail: 'detail' },
  allocation: { path: 'store-management/allocation', detail: 'detail' },
  otherinstore: { path: 'store-management/otherinstore', detail: 'detail' },
  otheroutstore: { path: 'store-management/otheroutstore', detail: 'detail' },
  purchasereturn: { path: 'store-management/purchasereturn', detail: 'detail' },
  invreturn: { path: 'store-management/invreturn', detail: 'detail' },
  invreturnoutstore: { path: 'store-management/invreturnoutstore', detail: 'detail' },
  invoutstore: { path: 'store-management/invoutstore', detail: 'detail' },
  factorywarehouseinstore: { path: 'store-management/factorywarehouseinstore', detail: 'detail' },
  gearproduce: { path: 'gear-operation/gearproduce', detail: 'detail' },
  factorysuppressorder: { path: 'store-management/factorysuppressorder', detail: 'detail' },
  factorysuppressinstore: { path: 'store-management/factorysuppressinstore', detail: 'detail' },
  factoryreturned: { path: 'store-management/factoryreturned', detail: 'detail' },
  factoryreturnedinstore: { path: 'store-management/factoryreturnedinstore', detail: 'detail' },
  invcheck: { path: 'store-management/invcheck', detail: 'detail' },
} as const;
export type Book = keyof typeof BOOKS;
export type Books = Readonly<Record<Book, readonly Document[]>>;

/** Reads every document of the company, with its lines. */
export async function readBooks(reader: CompanyClient): Promise<Books> {
  const books: Partial<Record<Book, readonly Document[]>> = {};
  for (const [name, { path, detail }] of Object.entries(BOOKS) as [Book, (typeof BOOKS)[Book]][]) {
    const rows = await readAll(reader, `${path}/page`);
    books[name] =
      detail === null
        ? rows.map((row) => ({ ...row, details: [] }) as unknown as Document)
        : await inParallel(rows, 4, (row) => reader.get<Document>(`${path}/${detail}`, { id: row['id']! }));
  }
  return books as Books;
}

const PAGE = 200;
/** All rows of a list. */
export async function readAll(
  reader: CompanyClient,
  path: string,
  filters: Readonly<Record<string, string>> = {},
): Promise<Line[]> {
  const rows: Line[] = [];
  for (let current = 1; ; current += 1) {
    const page = await reader.get<Records<Line>>(path, { ...filters, current: String(current), size: String(PAGE) });
    rows.push(...page.records);
    if (rows.length >= page.total || page.records.length === 0) return rows;
  }
}
