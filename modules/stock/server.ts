import type { ServerModule, Services } from '../../kernel/server/registry.ts';

export const stockServer = (_services: Services): ServerModule => ({
  name: 'stock',
  behaviours: [],
  calls: [],
  constraintRefusals: {
    stock_move_once_uq: 'stock.posted-twice',
    stock_move_reversed_once_uq: 'stock.posted-twice',
    stock_move_period_ck: 'stock.period-closed',
    stock_qty_ck: 'stock.unit-exhausted',
    stock_batch_qty_ck: 'stock.unit-exhausted',
    stock_reserved_ck: 'stock.over-reserved',
    stock_batch_reserved_ck: 'stock.over-reserved',
  },
});
