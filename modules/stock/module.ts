import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { crateType } from './crates/crate-type.resource.ts';
import { batch } from './lots/batch.resource.ts';
import { factoryStockBatchLog, gearStockBatchLog, stockBatchLog } from './lots/stock-batch-log.resource.ts';
import { factoryStockBatch, gearStockBatch, stockBatch } from './lots/stock-batch.resource.ts';
import { stockLocation } from './warehouses/stock-location.resource.ts';
import { stockPeriod } from './ledger/stock-period.resource.ts';
import { factoryStock, gearStock, stock as stockRow } from './on-hand/stock.resource.ts';
import { factoryWarehouse } from './warehouses/factory-warehouse.resource.ts';
import { warehouse } from './warehouses/warehouse.resource.ts';

/** What lies where, which lot, at what cost; and the proof of every gram that came and went. */
export const stock: Module = {
  name: 'stock',
  label: label('库存', 'Stock'),
  declarations: [
    warehouse,
    factoryWarehouse,
    stockLocation,
    batch,
    stockRow,
    stockBatch,
    stockBatchLog,
    factoryStock,
    factoryStockBatch,
    factoryStockBatchLog,
    gearStock,
    gearStockBatch,
    gearStockBatchLog,
    stockPeriod,
    crateType,
  ] as readonly Declaration[],
  menu: [
    {
      code: 'store',
      label: label('仓储管理', 'Stores'),
      icon: 'inbox',
      rank: 8,
      path: '/store',
      children: [
        // In the order of the day: goods arrive, lie there, go out, are counted.
        { code: 'store_in', label: label('入库', 'Goods in'), icon: 'import', rank: 1, path: '/store/in' },
        { code: 'store_out', label: label('出库', 'Goods out'), icon: 'export', rank: 3, path: '/store/out' },
        {
          code: 'store_stock',
          label: label('库存', 'Stock'),
          icon: 'container',
          rank: 2,
          children: [
            {
              code: 'stock',
              label: label('库存查询', 'Stock'),
              icon: 'container',
              path: '/store/stock',
              resource: 'stock',
            },
            {
              code: 'stockbatch',
              label: label('库存批次', 'Lots'),
              icon: 'barcode',
              path: '/store/stockbatch',
              resource: 'stockBatch',
            },
            {
              code: 'stockbatchlogs',
              label: label('批次流水', 'Moves'),
              icon: 'history',
              path: '/store/stockbatchlogs',
              resource: 'stockBatchLog',
            },
          ],
        },
        {
          code: 'store_count',
          label: label('盘点与月结', 'Count and close'),
          icon: 'audit',
          rank: 4,
          children: [
            {
              code: 'stockperiod',
              label: label('库存月结', 'Month end'),
              icon: 'lock',
              path: '/store/stockperiod',
              rank: 3,
              resource: 'stockPeriod',
            },
            {
              code: 'statistics',
              label: label('仓储统计', 'Statistics'),
              icon: 'bar-chart',
              path: '/store/statistics',
              rank: 4,
            },
          ],
        },
        {
          code: 'warehouse',
          label: label('仓库档案', 'Warehouses'),
          icon: 'home',
          path: '/store/warehouse',
          rank: 5,
          resource: 'warehouse',
        },
        {
          code: 'cratetype',
          label: label('周转筐', 'Crates'),
          icon: 'inbox',
          path: '/store/cratetype',
          rank: 6,
          resource: 'crateType',
        },
      ],
    },
    {
      code: 'factory',
      label: label('工厂管理', 'Factories'),
      icon: 'build',
      rank: 9,
      path: '/factory',
      children: [
        {
          code: 'factorystock',
          label: label('工厂库存', 'Factory stock'),
          icon: 'container',
          path: '/store/factorystock',
          rank: 2,
          resource: 'factoryStock',
        },
        {
          code: 'factorystockbatch',
          label: label('工厂批次', 'Factory lots'),
          icon: 'barcode',
          path: '/store/factorystockbatch',
          rank: 3,
          resource: 'factoryStockBatch',
        },
        {
          code: 'factorystockbatchlogs',
          label: label('工厂流水', 'Factory moves'),
          icon: 'history',
          path: '/store/factorystockbatchlogs',
          rank: 4,
          resource: 'factoryStockBatchLog',
        },
        {
          code: 'factorywarehouse',
          label: label('工厂仓库', 'Factory warehouses'),
          icon: 'home',
          path: '/store/factorywarehouse',
          rank: 10,
          resource: 'factoryWarehouse',
        },
      ],
    },
    {
      code: 'gear_area',
      label: label('项目运营', 'Site operations'),
      icon: 'shop',
      rank: 10,
      path: '/gear',
      children: [
        {
          code: 'gear_floor',
          label: label('现场', 'Floor'),
          icon: 'fire',
          children: [
            {
              code: 'gearstock',
              label: label('档口库存', 'Stall stock'),
              icon: 'container',
              path: '/gear/gearstock',
              resource: 'gearStock',
            },
            {
              code: 'gearstockbatch',
              label: label('档口批次', 'Stall lots'),
              icon: 'barcode',
              path: '/gear/gearstockbatch',
              resource: 'gearStockBatch',
            },
            {
              code: 'gearstockbatchlogs',
              label: label('档口流水', 'Stall moves'),
              icon: 'history',
              path: '/gear/gearstockbatchlogs',
              resource: 'gearStockBatchLog',
            },
          ],
        },
      ],
    },
  ],
  dictionaries: {
    warehouseType: {
      label: label('仓库类型', 'Kind of warehouse'),
      entries: [
        ['central', '中心仓', 'Central'],
        ['site', '项目仓', 'Site'],
        ['temp', '临时仓', 'Temporary'],
      ],
    },
  },
  parameters: {
    'store.cost.method': {
      label: label('成本方法', 'Costing method'),
      value: 'batch',
    },
    'store.backdate-days': {
      label: label('收货和其他出入库最多可补录几天前的业务', 'Days receipts and issues may be entered late'),
      value: '3',
    },
    'store.cost.with-tax': { label: label('成本含税', 'Costs include tax'), value: '1' },
  },
  buttons: [
    { code: 'stock_add', label: label('设置安全库存', 'Set safety stock'), menu: 'stock' },
    { code: 'stock_edit', label: label('修改库存设置', 'Change settings'), menu: 'stock' },
    { code: 'stock_delete', label: label('删除库存设置', 'Remove settings'), menu: 'stock' },
    { code: 'stock_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'stock' },
    { code: 'stockbatch_hold', label: label('冻结批次', 'Hold lots'), menu: 'stockbatch' },
    { code: 'stockbatch_release', label: label('解冻批次', 'Release lots'), menu: 'stockbatch' },
    { code: 'stockbatch_edit', label: label('开封、解冻、分装', 'Open, thaw and repack lots'), menu: 'stockbatch' },
    { code: 'stockbatch_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'stockbatch' },
    { code: 'stockbatchlogs_edit', label: label('流水备注', 'Add remarks to moves'), menu: 'stockbatchlogs' },
    { code: 'stockbatchlogs_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'stockbatchlogs' },
    { code: 'stockperiod_close', label: label('月结', 'Close months'), menu: 'stockperiod' },
    { code: 'statistics_view', label: label('仓储统计', 'Statistics'), menu: 'statistics' },
    { code: 'statistics_export', label: label('导出', 'Export'), menu: 'statistics' },
    { code: 'statistics_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'statistics' },
    { code: 'factorystock_add', label: label('设置安全库存', 'Set safety stock'), menu: 'factorystock' },
    { code: 'factorystock_edit', label: label('修改库存设置', 'Change settings'), menu: 'factorystock' },
    { code: 'factorystock_delete', label: label('删除库存设置', 'Remove settings'), menu: 'factorystock' },
    { code: 'factorystock_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'factorystock' },
    { code: 'factorystockbatch_hold', label: label('冻结批次', 'Hold lots'), menu: 'factorystockbatch' },
    { code: 'factorystockbatch_release', label: label('解冻批次', 'Release lots'), menu: 'factorystockbatch' },
    {
      code: 'factorystockbatch_edit',
      label: label('开封、解冻、分装', 'Open, thaw and repack lots'),
      menu: 'factorystockbatch',
    },
    { code: 'factorystockbatch_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'factorystockbatch' },
    {
      code: 'factorystockbatchlogs_edit',
      label: label('流水备注', 'Add remarks to moves'),
      menu: 'factorystockbatchlogs',
    },
    {
      code: 'factorystockbatchlogs_view_cost',
      label: label('查看成本与金额', 'See costs'),
      menu: 'factorystockbatchlogs',
    },
    { code: 'gearstock_add', label: label('设置安全库存', 'Set safety stock'), menu: 'gearstock' },
    { code: 'gearstock_edit', label: label('修改库存设置', 'Change settings'), menu: 'gearstock' },
    { code: 'gearstock_delete', label: label('删除库存设置', 'Remove settings'), menu: 'gearstock' },
    { code: 'gearstock_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'gearstock' },
    {
      code: 'gearstockbatch_edit',
      label: label('开封、解冻、分装', 'Open, thaw and repack lots'),
      menu: 'gearstockbatch',
    },
    { code: 'gearstockbatch_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'gearstockbatch' },
    { code: 'gearstockbatchlogs_edit', label: label('流水备注', 'Add remarks to moves'), menu: 'gearstockbatchlogs' },
    { code: 'gearstockbatchlogs_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'gearstockbatchlogs' },
  ],
};
