import type { Field } from '../../../kernel/core/field.ts';
import type { Label, Language } from '../../../kernel/core/label.ts';
import { allDeclarations } from '../../../kernel/web/catalogue.ts';
import type { RecordOf } from '../../../kernel/core/shape.ts';
import type { factoryStockBatchLog, gearStockBatchLog, stockBatchLog } from '../lots/stock-batch-log.resource.ts';
import type { factoryStockBatch, gearStockBatch, stockBatch } from '../lots/stock-batch.resource.ts';
import { factoryStockSettings, gearStockSettings, stockSettings } from './stock.calls.ts';
import type { factoryStock, gearStock, stock } from './stock.resource.ts';

/** The kind of document a move or a reservation names: by its segment or its declaration's name. */
const kindOf = (type: string) =>
  type === '' ? undefined : allDeclarations().find((each) => each.segment === type || each.name === type);
/** What it is called; undefined where no such documents are known. */
export const billKind = (type: string): Label | undefined => kindOf(type)?.label;

/** Address of a document of such a kind. */
export function billPath(type: string, bill: { readonly id?: string; readonly code: string }): string | undefined {
  const of = kindOf(type);
  if (of?.path === undefined) return undefined;
  // A move knows the number only; the list finds it, and shows just that document.
  return bill.id !== undefined && bill.id !== ''
    ? `${of.path}/${bill.id}`
    : `${of.path}?billCode_equal=${encodeURIComponent(bill.code)}`;
}

/** A row of stock, a lot and a move, of whichever kind of place, as their lists answer them. */
export type StockRow = RecordOf<typeof stock> | RecordOf<typeof factoryStock> | RecordOf<typeof gearStock>;
export type LotRow = RecordOf<typeof stockBatch> | RecordOf<typeof factoryStockBatch> | RecordOf<typeof gearStockBatch>;
export type MoveRow =
  | RecordOf<typeof stockBatchLog>
  | RecordOf<typeof factoryStockBatchLog>
  | RecordOf<typeof gearStockBatchLog>;

/** The kinds of place, and where their rows, lots and moves are asked for. */
export const faces = {
  warehouse: {
    service: 'store-management',
    settings: stockSettings,
    stock: 'stock',
    lots: 'stockbatch',
    moves: 'stockbatchlogs',
    place: 'warehouseId',
    placeName: 'warehouseName',
    path: '/store/stock',
    lotPath: '/store/stockbatch',
    movePath: '/store/stockbatchlogs',
  },
  factory: {
    service: 'store-management',
    settings: factoryStockSettings,
    stock: 'factorystock',
    lots: 'factorystockbatch',
    moves: 'factorystockbatchlogs',
    place: 'factoryWarehouseId',
    placeName: 'factoryWarehouseName',
    path: '/store/factorystock',
    lotPath: '/store/factorystockbatch',
    movePath: '/store/factorystockbatchlogs',
  },
  stall: {
    service: 'gear-operation',
    settings: gearStockSettings,
    stock: 'gearstock',
    lots: 'gearstockbatch',
    moves: 'gearstockbatchlogs',
    place: 'gearOperationDeptId',
    placeName: 'gearOperationDeptName',
    path: '/gear/gearstock',
    lotPath: '/gear/gearstockbatch',
    movePath: '/gear/gearstockbatchlogs',
  },
} as const;
export type Face = (typeof faces)[keyof typeof faces];

/** Figures without needless zeros, grouped by thousands. */
export const shown = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  const [whole = '', part = ''] = text.split('.');
  const rest = part.replace(/0+$/, '');
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${rest === '' ? '' : `.${rest}`}`;
};
/** A value as text; empty where there is none. */
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** MM-dd, with the year where it is not this one. */
export const dayShown = (day: unknown): string => {
  const text = textOf(day).slice(0, 10);
  return text.startsWith(String(new Date().getFullYear())) ? text.slice(5) : text;
};

/** The word of a choice in the reader's language. */
export const choiceWord = (field: Field, value: unknown, language: Language): string =>
  field.rules.choices?.find((each) => each.value === value)?.label[language] ?? textOf(value);
