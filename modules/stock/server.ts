import { numberedViews } from '../../parts/record-search/record-search.server.ts';
import { differencesInSheets } from '../../parts/sheets/list-plan.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { stockBatchLogFaces } from './lots/stock-batch-log.resource.ts';
import { factoryStockBatch, gearStockBatch, stockBatch } from './lots/stock-batch.resource.ts';
import { materialUses } from '../master-data/materials/material-uses.port.server.ts';
import { stockToday } from '../master-data/materials/stock-today.port.server.ts';
import { materialStockPage } from './on-hand/material-stock.server.ts';
import { materialsInStock } from './on-hand/material-uses.server.ts';
import { replayByNight } from './ledger/nightly-proof.server.ts';
import { sealByNight } from './ledger/move-seals.server.ts';
import { periodCalls } from './ledger/period.server.ts';
import { lotOfLabel } from './lots/lot-label.rules.ts';
import { stockBatchCalls } from './lots/stock-batch-calls.server.ts';
import { stockCalls } from './on-hand/stock-calls.server.ts';
import { availableToday } from './on-hand/stock-today.server.ts';
import { BALANCES, stockViewBehaviours } from './on-hand/stock-views.server.ts';
import { statisticsCalls } from './statistics/statistics.server.ts';
import { factoryWarehouseBehaviour, factoryWarehouseCalls } from './warehouses/factory-warehouse.server.ts';
import { warehouseBehaviour, warehouseCalls } from './warehouses/warehouse.server.ts';
import './stock.refusals.ts';

/** The lot whose label was scanned. */
const lotScanned = (typed: string) => {
  const id = lotOfLabel(typed);
  return id === null ? undefined : { field: 'batchId', id };
};

/** Warehouses, stock, lots and periods on the server. */
export const stockServer = (services: Services): ServerModule => ({
  name: 'stock',
  scheduledTasks: [replayByNight(services), sealByNight(services)],
  provides: [
    materialUses.by(materialsInStock),
    stockToday.by(availableToday),
    ...[stockBatch, factoryStockBatch, gearStockBatch].map(({ name }) =>
      numberedViews.by({ name, scanned: lotScanned }),
    ),
    ...stockBatchLogFaces.map(({ declaration }) => differencesInSheets.by({ declaration, differences: BALANCES })),
  ],
  behaviours: [warehouseBehaviour, factoryWarehouseBehaviour, ...stockViewBehaviours],
  calls: [
    ...warehouseCalls,
    ...factoryWarehouseCalls,
    ...stockCalls,
    materialStockPage,
    ...stockBatchCalls,
    ...periodCalls,
    ...statisticsCalls,
  ],
  constraintRefusals: {
    stock_move_once_uq: 'stock.posted-twice',
    stock_move_reversed_once_uq: 'stock.posted-twice',
    stock_move_period_ck: 'stock.period-closed',
    stock_qty_ck: 'stock.unit-exhausted',
    stock_batch_qty_ck: 'stock.unit-exhausted',
    stock_zero_ck: 'stock.unit-exhausted',
    stock_batch_zero_ck: 'stock.unit-exhausted',
    stock_move_time_ck: 'stock.time-future',
    stock_reserved_ck: 'stock.over-reserved',
    stock_batch_reserved_ck: 'stock.over-reserved',
  },
});
