import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { batch } from './batch.resource.ts';
import { stockLocation } from './stock-location.resource.ts';
import { stockPeriod } from './stock-period.resource.ts';
import { stockRefusals } from './stock.refusals.ts';
import { warehouse } from './warehouse.resource.ts';

/** What lies where, which lot, at what cost; and the proof of every gram that came and went. */
export const stock: Module = {
  name: 'stock',
  label: label('库存', 'Stock'),
  declarations: [warehouse, stockLocation, batch, stockPeriod],
  menu: [],
  refusals: stockRefusals,
};
