/**
 * What the board of a factory counts. Each is a list with filters, asked for itself, so that a figure and the list it
 * opens cannot differ.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Tone } from '../../../kernel/core/field.ts';
import type { boardTexts } from './board.texts.ts';

export type BoardRow = Readonly<Record<string, unknown>>;
type Filters = Readonly<Record<string, string>>;
type Word = keyof typeof boardTexts;

/** A row of a list as the board shows it: what, of what, and until when. */
export interface BoardLine {
  readonly what: string;
  readonly more: readonly string[];
  /** A day, or a moment. */
  readonly until: string;
}
interface BoardList {
  /** The declaration, or the face of one, whose list it is. */
  readonly of: string;
  readonly word: Word;
  readonly tone: Tone;
  readonly filters: Filters;
  /** Of one factory; what waits for a person is not asked by factory. */
  readonly ofFactory: boolean;
  readonly sort: string;
  readonly line: (row: BoardRow) => BoardLine;
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const figure = (value: unknown): string => (Decimal.isText(text(value)) ? Decimal.of(text(value)).toString() : '');
const words = (...parts: readonly unknown[]): readonly string[] => parts.map(text).filter((part) => part !== '');
const measured = (qty: unknown, unit: unknown): string => [figure(qty), text(unit)].filter(Boolean).join(' ');

const bill =
  (who: string, until: string) =>
  (row: BoardRow): BoardLine => ({
    what: text(row[who]) || text(row['billCode']),
    more: words(text(row[who]) === '' ? '' : row['billCode']),
    until: text(row[until]),
  });
const lot = (row: BoardRow): BoardLine => ({
  what: text(row['materialName']),
  more: words(row['batchCode'], measured(row['qty'], row['baseUnitName'])),
  until: text(row['expiryDate']),
});
const balance =
  (qty: string) =>
  (row: BoardRow): BoardLine => ({
    what: text(row['materialName']),
    more: words(row['factoryWarehouseName'], measured(row[qty], row['baseUnitName'])),
    until: '',
  });

/** Those that are drawn with their first rows. */
export const boxes = {
  receive: {
    of: 'factorywarehouseinstore',
    word: 'receive',
    tone: 'next',
    filters: { expectedToday: '1' },
    ofFactory: true,
    sort: 'expectTime',
    line: bill('supplierName', 'expectTime'),
  },
  near: {
    of: 'factoryStockBatch',
    word: 'near',
    tone: 'look',
    filters: { tab: 'near' },
    ofFactory: true,
    sort: 'expiryDate',
    line: lot,
  },
  called: {
    of: 'factoryReturned',
    word: 'called',
    tone: 'look',
    filters: { status: 'open' },
    ofFactory: true,
    sort: 'deadline',
    line: (row) => ({
      what: text(row['recallBatchName']) || text(row['billCode']),
      more: words(text(row['recallBatchName']) === '' ? '' : row['billCode'], row['outStateName']),
      until: text(row['deadline']),
    }),
  },
  ship: {
    of: 'factorySuppressOrder',
    word: 'ship',
    tone: 'next',
    filters: { status: 'approved', outState: 'held' },
    ofFactory: true,
    sort: 'arriveDate',
    line: bill('suppressReasonName', 'arriveDate'),
  },
  count: {
    of: 'factoryinvcheck',
    word: 'count',
    tone: 'waiting',
    filters: { status_in: 'approved,counting,counted' },
    ofFactory: true,
    sort: 'planDate',
    line: (row) => ({
      what: text(row['checkName']),
      more: words(row['factoryWarehouseName'], `${text(row['countedCount'])} / ${text(row['lineCount'])}`),
      until: text(row['planDate']),
    }),
  },
  cases: {
    of: 'inStoreDifference',
    word: 'cases',
    tone: 'look',
    filters: { status: 'mine' },
    ofFactory: false,
    sort: 'deadline',
    line: (row) => ({
      what: text(row['materialName']),
      more: words(row['billCode'], measured(row['differenceQty'], row['unitName'])),
      until: text(row['deadline']),
    }),
  },
} as const satisfies Readonly<Record<string, BoardList>>;

/** Those that stand as a number alone. */
export const figures = {
  returned: {
    of: 'factoryreturnedinstore',
    word: 'returned',
    tone: 'next',
    filters: { status_in: 'to-receive,receiving' },
    ofFactory: true,
    sort: 'expectTime',
    line: bill('fromLocationName', 'expectTime'),
  },
  expired: {
    of: 'factoryStockBatch',
    word: 'expired',
    tone: 'stop',
    filters: { tab: 'expired' },
    ofFactory: true,
    sort: 'expiryDate',
    line: lot,
  },
  hold: {
    of: 'factoryStockBatch',
    word: 'hold',
    tone: 'stop',
    filters: { tab: 'hold' },
    ofFactory: true,
    sort: 'expiryDate',
    line: lot,
  },
  short: {
    of: 'factoryStock',
    word: 'short',
    tone: 'look',
    filters: { tab: 'short' },
    ofFactory: true,
    sort: 'materialId',
    line: balance('shortQty'),
  },
  differs: {
    of: 'factoryStock',
    word: 'differs',
    tone: 'look',
    filters: { tab: 'differs' },
    ofFactory: true,
    sort: 'materialId',
    line: balance('sapDiffQty'),
  },
} as const satisfies Readonly<Record<string, BoardList>>;

export type BoxKey = keyof typeof boxes;
export type BoardKey = BoxKey | keyof typeof figures;
export const boardLists: Readonly<Record<BoardKey, BoardList>> = { ...boxes, ...figures };

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
