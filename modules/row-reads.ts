import { paramReads } from './admin/dictionaries/param.resource.ts';
import { topMenuReads } from './admin/menus/menu.resource.ts';
import { userReads } from './admin/people/user.resource.ts';
import { roleReads } from './admin/rights/role.resource.ts';
import { attachReads } from './files/files.resource.ts';
import { pickReads } from './issuing/pick.document.ts';
import { auditReads } from './logs/logs.resource.ts';
import { crateBalanceReads } from './crates/crate-balance.resource.ts';
import { crateMovementReads } from './crates/crate-movement.resource.ts';
import { dishBomReads } from './master-data/dishes/dish-bom.resource.ts';
import { dishReads } from './master-data/dishes/dish.resource.ts';
import { bomReplacementReads } from './master-data/dishes/replacement/bom-replacement.resource.ts';
import { materialReads } from './master-data/materials/material.resource.ts';
import { menuTemplateReads } from './master-data/menus/menu-template.document.ts';
import { materialMergeReads } from './master-data/merging/material-merge.resource.ts';
import { messageReads } from './messages/message.resource.ts';
import { noticeReads } from './messages/notice.resource.ts';
import { outboxReads } from './messages/sms.resource.ts';
import { goodsSystemReads } from './operations/goods-systems/goods-system.resource.ts';
import { storeAdminReads } from './operations/profiles/store-admin.resource.ts';
import { codeGenerationReads } from './platform/develop.resource.ts';
import { tenantReads } from './platform/tenant.resource.ts';
import { priceBookReads } from './prices/price-book/price-book.resource.ts';
import { priceWarningReads } from './prices/warnings/price-warning.document.ts';
import { purchaseRequestReads } from './purchasing/purchase-request.document.ts';
import { inStoreDifferenceReads } from './receiving/in-store-difference.document.ts';
import { sapSyncRunReads } from './sap/sap-sync-run.resource.ts';
import { settlementEntryReads } from './settlement/settlement-entry.resource.ts';
import { supplierScoreReads } from './supplier-scores/supplier-score.resource.ts';
import { stockBatchLogReads } from './stock/lots/stock-batch-log.resource.ts';
import { stockBatchReads } from './stock/lots/stock-batch.resource.ts';
import { allocationReads } from './transfers/allocation.document.ts';
import { flowDefinitionReads } from './workflow/designer/flow-definition.resource.ts';
import { flowModelReads } from './workflow/designer/flow-model.resource.ts';
import { flowInstanceReads } from './workflow/tasks/flow-instance.resource.ts';

/**
 * What pages of lists read of a row beside the columns they show, by the name of their declaration: the first rows are
 * asked for before the page is here.
 */
export const rowReads: Readonly<Record<string, readonly string[]>> = {
  param: paramReads,
  goodsSystem: goodsSystemReads,
  storeAdmin: storeAdminReads,
  topMenu: topMenuReads,
  user: userReads,
  role: roleReads,
  attach: attachReads,
  pick: pickReads,
  allocation: allocationReads,
  auditTrail: auditReads,
  crateBalance: crateBalanceReads,
  crateMovement: crateMovementReads,
  dishBom: dishBomReads,
  dish: dishReads,
  bomReplacement: bomReplacementReads,
  material: materialReads,
  menuTemplate: menuTemplateReads,
  materialMerge: materialMergeReads,
  message: messageReads,
  notice: noticeReads,
  outbox: outboxReads,
  codeGeneration: codeGenerationReads,
  tenant: tenantReads,
  priceBook: priceBookReads,
  priceWarning: priceWarningReads,
  purchaseRequest: purchaseRequestReads,
  inStoreDifference: inStoreDifferenceReads,
  sapSyncRun: sapSyncRunReads,
  settlementEntry: settlementEntryReads,
  stockBatch: stockBatchReads,
  supplierScore: supplierScoreReads,
  stockBatchLog: stockBatchLogReads,
  factoryStockBatchLog: stockBatchLogReads,
  gearStockBatchLog: stockBatchLogReads,
  flowDefinition: flowDefinitionReads,
  flowModel: flowModelReads,
  flowInstance: flowInstanceReads,
  oss: ['status', 'ossCode'],
  sms: ['status', 'smsCode'],
};
