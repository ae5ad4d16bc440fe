/**
 * What the board of a factory counts. Each is a list with filters, asked for itself, so that a figure and the list it
 * opens cannot differ.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Tone } from '../../../kernel/core/field.ts';
import type { RecordOf } from '../../../kernel/core/shape.ts';
import { stockCheck } from '../../counting/stock-check.document.ts';
import { factoryOrder } from '../../distribution/factory-orders/factory-order.document.ts';
import { inStoreDifference } from '../../receiving/in-store-difference.document.ts';
import { inStore } from '../../receiving/in-store.document.ts';
import { factoryReturned } from '../../returns/factory-returned.document.ts';
import { factoryStockBatch } from '../../stock/lots/stock-batch.resource.ts';
import { factoryStock } from '../../stock/on-hand/stock.resource.ts';
import { factorySuppressOrder } from '../../suppress-orders/suppress-order.document.ts';
import type { boardTexts } from './board.texts.ts';

type Filters = Readonly<Record<string, string>>;
type Word = keyof typeof boardTexts;

/** A row of a list as the board shows it: what, of what, and until when. */
interface BoardLine {
  readonly what: string;
  readonly more: readonly string[];
  /** A day, or a moment. */
  readonly until: string;
}
interface BoardList<R = never> {
  /** The declaration, or the face of one, whose list it is. */
  readonly of: string;
  readonly word: Word;
  readonly tone: Tone;
  readonly filters: Filters;
  /** Of one factory; what waits for a person is not asked by factory. */
  readonly ofFactory: boolean;
  readonly sort: string;
  readonly line: (row: R) => BoardLine;
}
/** A list whose rows are records of `D`. */
const listOf = <D extends Declaration>(_of: D, list: BoardList<RecordOf<D>>): BoardList<RecordOf<D>> => list;

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const figure = (value: unknown): string => (Decimal.isText(text(value)) ? Decimal.of(text(value)).toString() : '');
const words = (...parts: readonly unknown[]): readonly string[] => parts.map(text).filter((part) => part !== '');
const measured = (qty: unknown, unit: unknown): string => [figure(qty), text(unit)].filter(Boolean).join(' ');

type Lot = RecordOf<typeof factoryStockBatch>;
const lot = (row: Lot): BoardLine => ({
  what: text(row.materialName),
  more: words(row.batchCode, measured(row.qty, row.baseUnitName)),
  until: text(row.expiryDate),
});
const lots = (word: Word, tone: Tone, tab: string) =>
  listOf(factoryStockBatch, {
    of: factoryStockBatch.name,
    word,
    tone,
    filters: { tab },
    ofFactory: true,
    sort: 'expiryDate',
    line: lot,
  });
const balances = (word: Word, tab: string) =>
  listOf(factoryStock, {
    of: factoryStock.name,
    word,
    tone: 'look',
    filters: { tab },
    ofFactory: true,
    sort: 'materialId',
    line: (row) => ({ what: text(row.materialName), more: words(row.factoryWarehouseName), until: '' }),
  });
const inStores = (of: string, word: Word, filters: Filters) =>
  listOf(inStore, {
    of,
    word,
    tone: 'next',
    filters,
    ofFactory: true,
    sort: 'expectTime',
    line: ({ supplierName, fromLocationName, billCode, expectTime }) => ({
      what: text(supplierName) || text(fromLocationName) || billCode,
      more: words(billCode),
      until: text(expectTime),
    }),
  });

/** Those that are drawn with their first rows. */
export const boxes = {
  receive: inStores('factorywarehouseinstore', 'receive', { expectedToday: '1' }),
  near: lots('near', 'look', 'near'),
  called: listOf(factoryReturned, {
    of: factoryReturned.name,
    word: 'called',
    tone: 'look',
    filters: { status: 'open' },
    ofFactory: true,
    sort: 'deadline',
    line: ({ recallBatchName, billCode, outStateName, deadline }) => ({
      what: text(recallBatchName) || billCode,
      more: words(text(recallBatchName) === '' ? '' : billCode, outStateName),
      until: text(deadline),
    }),
  }),
  ship: listOf(factorySuppressOrder, {
    of: factorySuppressOrder.name,
    word: 'ship',
    tone: 'next',
    filters: { status: 'approved', outState: 'held' },
    ofFactory: true,
    sort: 'arriveDate',
    line: ({ suppressReasonName, billCode, arriveDate }) => ({
      what: text(suppressReasonName) || billCode,
      more: words(billCode),
      until: text(arriveDate),
    }),
  }),
  ordered: listOf(factoryOrder, {
    of: factoryOrder.name,
    word: 'ordered',
    tone: 'next',
    filters: { status_in: 'pending,accepted,sorting' },
    ofFactory: true,
    sort: 'deliveryDate',
    line: ({ warehouseName, billCode, progress, deliveryDate }) => ({
      what: text(warehouseName) || billCode,
      more: words(billCode, text(progress) === '' ? '' : `${figure(progress)} %`),
      until: text(deliveryDate),
    }),
  }),
  count: listOf(stockCheck, {
    of: 'factoryinvcheck',
    word: 'count',
    tone: 'waiting',
    filters: { status_in: 'approved,counting,counted' },
    ofFactory: true,
    sort: 'planDate',
    line: ({ checkName, billCode, factoryWarehouseName, countedCount, lineCount, planDate }) => ({
      what: text(checkName) || billCode,
      more: words(factoryWarehouseName, `${text(countedCount)} / ${text(lineCount)}`),
      until: text(planDate),
    }),
  }),
  cases: listOf(inStoreDifference, {
    of: inStoreDifference.name,
    word: 'cases',
    tone: 'look',
    filters: { status: 'mine' },
    ofFactory: false,
    sort: 'deadline',
    line: ({ materialName, billCode, differenceQty, unitName, deadline }) => ({
      what: text(materialName),
      more: words(billCode, measured(differenceQty, unitName)),
      until: text(deadline),
    }),
  }),
};

/** Those that stand as a number alone. */
const figures = {
  returned: inStores('factoryreturnedinstore', 'returned', { status_in: 'to-receive,receiving' }),
  expired: lots('expired', 'stop', 'expired'),
  hold: lots('hold', 'stop', 'hold'),
  short: balances('short', 'short'),
  differs: balances('differs', 'differs'),
};

export type BoxKey = keyof typeof boxes;
export type BoardKey = BoxKey | keyof typeof figures;
export const boardLists: Readonly<Record<BoardKey, BoardList>> = { ...boxes, ...figures };

/** A row as its list answered it, as the board shows it. */
export const lineOf = (key: BoardKey, row: unknown): BoardLine => boardLists[key].line(row as never);

/** A factory of the board. */
export interface BoardFactory {
  readonly id: string;
  readonly name: string;
}

/** What a list of the board is asked, of one factory. */
export const filtersOf = ({ filters, ofFactory }: BoardList, { id }: BoardFactory): Filters =>
  ofFactory ? { ...filters, factoryId: id } : filters;

/** The same as an address, with the factory in words for the list to show. */
export function addressOf(path: string, list: BoardList, of: BoardFactory): string {
  const words = list.ofFactory ? { '~factoryId': of.name } : {};
  return `${path}?${new URLSearchParams({ ...filtersOf(list, of), ...words }).toString()}`;
}

/** Of a line that is due: past its day it stands out. */
export const toneOf = (tone: Tone, until: string, today: string): Tone =>
  until !== '' && until.slice(0, 10) < today ? 'stop' : tone;
