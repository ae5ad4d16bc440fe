import { RecordPage } from '../../../kernel/web/form/record-page.tsx';
import { billColumns, billFacts } from '../on-hand/bill-of-row.view.tsx';
import { OpeningList } from '../on-hand/stock-list.view.tsx';
import {
  factoryStockBatchLog,
  gearStockBatchLog,
  stockBatchLog,
  stockBatchLogReads,
} from './stock-batch-log.resource.ts';

/** Warehouse or stall says it already. */
const FACTS = { ...billFacts, locationId: false } as const;

/** The moves of the warehouses. */
export const WarehouseMoves = () => <OpeningList of={stockBatchLog} reads={stockBatchLogReads} columns={billColumns} />;
/** One of them. */
export const WarehouseMove = () => <RecordPage of={stockBatchLog} facts={FACTS} />;
/** The moves of the stores of factories. */
export const FactoryMoves = () => (
  <OpeningList of={factoryStockBatchLog} reads={stockBatchLogReads} columns={billColumns} />
);
/** One of them. */
export const FactoryMove = () => <RecordPage of={factoryStockBatchLog} facts={FACTS} />;
/** The moves of the stalls. */
export const StallMoves = () => <OpeningList of={gearStockBatchLog} reads={stockBatchLogReads} columns={billColumns} />;
/** One of them. */
export const StallMove = () => <RecordPage of={gearStockBatchLog} facts={FACTS} />;
