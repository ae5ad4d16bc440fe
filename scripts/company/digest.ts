/** One figure for everything a company did: the same seed, the same figure. Ids and running numbers are left out. */
import { createHash } from 'node:crypto';
import type { Books, Document, Line } from './books.ts';

const HEAD = [
  'gearOperationDeptName',
  'warehouseName',
  'supplierName',
  'startDate',
  'endDate',
  'deliveryDate',
  'needTime',
  'expectTime',
  'status',
  'amount',
  'planPortions',
  'planIncome',
  'materialName',
  'differenceQty',
  'outcome',
] as const;
const LINE = [
  'mealDate',
  'mealType',
  'dishName',
  'portions',
  'materialName',
  'needDate',
  'unitName',
  'grossQty',
  'netQty',
  'planQty',
  'requestQty',
  'orderQty',
  'qty',
  'baseQty',
  'price',
  'amount',
  'receivedQty',
  'receivedBaseQty',
  'settledQty',
  'settledBaseQty',
  'pickedQty',
  'shortQty',
  'unitCost',
  'countBaseQty',
  'varianceQty',
] as const;

const textOf = (row: Line, names: readonly string[]): string => names.map((name) => String(row[name] ?? '')).join('|');
const written = (document: Document): string =>
  [
    textOf(document, HEAD),
    ...[...document.details, ...(document.picks ?? [])].map((line) => textOf(line, LINE)).toSorted(),
  ].join('\n');

/** A digest of the books that is the same for equal runs: without ids and moments. */
export function digestOf(books: Books): string {
  const hash = createHash('sha256');
  for (const [name, documents] of Object.entries(books))
    hash.update(`${name}\n${documents.map(written).toSorted().join('\n')}\n`);
  return hash.digest('hex').slice(0, 16);
}
