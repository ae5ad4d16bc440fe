import { label } from '../kernel/core/label.ts';
import type { SidePart } from '../kernel/web/document/side-parts.tsx';
import { type LazyPart, lazyPart } from '../parts/lazy/lazy-part.ts';
import { lazyPage, lazyList, type Pages, unlisted } from '../kernel/web/navigation/lazy-page.ts';
import { topPart } from '../kernel/web/navigation/top-parts.ts';
import { withReadiness } from './master-data/materials/shown-materials.ts';

/** Parts of the top bar. */
export const topParts: readonly LazyPart[] = [
  lazyPart(() => import('../parts/offline/offline-chip.tsx')),
  topPart(() => import('./messages/notification-bell.view.tsx')),
];

/** What areas add beside every document. */
export const sideParts: readonly LazyPart<SidePart>[] = [
  lazyPart(() => import('./workflow/tasks/document-side.view.tsx')),
];

/**
 * Pages of our own, by path; whatever is not here is derived from its declaration. One line a page, fetched when it is
 * first opened.
 */
export const pages: Pages = {
  '/wel/index': lazyPage(() => import('./console/home/home.page.tsx')),
  '/info/index': lazyPage(() => import('./admin/people/profile.page.tsx'), label('个人信息', 'My account')),
  '/work/todo': lazyPage(() => import('./workflow/tasks/work-todo.page.tsx'), label('待办事务', 'To do')),
  '/work/claim': lazyPage(() => import('./workflow/tasks/work-claim.page.tsx'), label('待签事务', 'To claim')),
  '/work/send': lazyPage(() => import('./workflow/tasks/work-send.page.tsx'), label('已发事务', 'Sent')),
  '/work/done': lazyPage(() => import('./workflow/tasks/work-done.page.tsx'), label('办结事务', 'Done')),
  '/work/cc': lazyPage(() => import('./workflow/tasks/work-cc.page.tsx'), label('抄送我的', 'Copies to me')),
  '/work/start': lazyPage(() => import('./workflow/tasks/work-start.page.tsx'), label('发起事务', 'Start')),
  '/flow/model': lazyList(() => import('./workflow/designer/model-list.page.tsx')),
  '/flow/deploy': lazyPage(() => import('./workflow/designer/deploy.page.tsx'), label('流程部署', 'Deployments')),
  '/flow/manager': lazyList(() => import('./workflow/designer/definition-list.page.tsx')),
  '/flow/follow': lazyList(() => import('./workflow/tasks/follow-list.page.tsx')),
  '/flow/model/:id': lazyPage(() => import('./workflow/designer/model.page.tsx')),
  '/work/process/leave/:id': lazyPage(() => import('./workflow/tasks/leave.page.tsx')),
  '/work/task/:id': lazyPage(() => import('./workflow/tasks/task.page.tsx'), label('审批', 'Review')),
  '/price/pricebook': lazyPage(() => import('./prices/price-book/price-book.page.tsx')),
  '/price/pricebook/:id': lazyPage(async () => ({
    default: (await import('./prices/price-book/price-book.page.tsx')).PricesOfMaterial,
  })),
  '/price/settlementprice': lazyList(async () => ({
    default: (await import('./prices/price-book/price-list.page.tsx')).SettlementPrices,
  })),
  '/price/settlementprice/:id': lazyPage(async () => ({
    default: (await import('./prices/price-book/price.page.tsx')).SettlementPricePage,
  })),
  '/price/jointoperationprice': lazyList(async () => ({
    default: (await import('./prices/price-book/price-list.page.tsx')).JointPrices,
  })),
  '/price/jointoperationprice/:id': lazyPage(async () => ({
    default: (await import('./prices/price-book/price.page.tsx')).JointPricePage,
  })),
  '/price/pricewarning': lazyList(() => import('./prices/warnings/price-warning-list.page.tsx')),
  '/price/pricewarning/:id': lazyPage(() => import('./prices/warnings/price-warning.page.tsx')),
  '/price/priceformula': lazyList(() => import('./prices/market/price-formula-list.page.tsx')),
  '/price/pricerun': lazyList(() => import('./prices/market/price-run-list.page.tsx')),
  '/price/pricerun/:id': lazyPage(() => import('./prices/market/price-run.page.tsx')),
  '/price/pricecorrection/:id': lazyPage(() => import('./corrections/price-correction.page.tsx')),
  '/price/managementpriceplan/:id': lazyPage(async () => ({
    default: (await import('./prices/price-plans/price-plan.page.tsx')).ManagementPlanPage,
  })),
  '/price/operatingjointventurepriceplan/:id': lazyPage(async () => ({
    default: (await import('./prices/price-plans/price-plan.page.tsx')).JointPlanPage,
  })),
  '/price/assessmentpricemaintenance/:id': lazyPage(async () => ({
    default: (await import('./prices/price-plans/price-plan.page.tsx')).AssessmentPage,
  })),
  '/price/priceschememanagement/:id': lazyPage(async () => ({
    default: (await import('./prices/price-plans/price-plan.page.tsx')).SchemePage,
  })),
  '/gear/mealforecast': lazyList(() => import('./operations/forecast/meal-forecast-list.page.tsx')),
  '/gear/gearstoreadmin': lazyList(() => import('./operations/profiles/store-admin-list.page.tsx')),
  '/gear/geargoodssys': lazyList(() => import('./stall-menus/goods-system-list.page.tsx')),
  '/gear/geargoodssys/:id': lazyPage(() => import('./stall-menus/goods-shelf.page.tsx')),
  '/gear/gearmenu': lazyPage(() => import('./stall-menus/gear-menu-board.page.tsx')),
  '/gear/gearsalesplan/:id': lazyPage(() => import('./operations/sales-plan/sales-plan.page.tsx')),
  '/gear/gearspecialmeal/:id': lazyPage(() => import('./operations/meals/special-meal.page.tsx')),
  '/purchasing/invrequireplan/:id': lazyPage(() => import('./planning/requirement-plan.page.tsx')),
  '/authority/role': lazyPage(() => import('./admin/rights/role.page.tsx')),
  '/masterdata/gearMenutemplate': lazyPage(() => import('./master-data/menus/gear-menu-template.page.tsx')),
  '/masterdata/itemunitconversion': lazyList(async () => ({
    default: (await import('./master-data/units/unit-conversion-list.page.tsx')).ItemConversions,
  })),
  '/masterdata/basicunitconversion': lazyList(async () => ({
    default: (await import('./master-data/units/unit-conversion-list.page.tsx')).GeneralConversions,
  })),
  '/masterdata/bomreplacement': lazyList(() => import('./master-data/dishes/replacement/bom-replacement.page.tsx')),
  '/masterdata/menutemplate': lazyList(() => import('./master-data/menus/menu-template-list.page.tsx')),
  '/masterdata/menutemplate/:id': lazyPage(() => import('./master-data/menus/menu-template.page.tsx')),
  '/masterdata/materialmerge': lazyList(() => import('./master-data/merging/material-merge.page.tsx')),
  '/system/user': lazyPage(() => import('./admin/people/user.page.tsx')),
  '/system/dept': lazyPage(() => import('./admin/people/dept.page.tsx')),
  '/system/dict': lazyPage(() => import('./admin/dictionaries/dict.page.tsx')),
  '/system/dictbiz': lazyPage(() => import('./admin/dictionaries/dict-biz.page.tsx')),
  '/system/param': lazyList(() => import('./admin/dictionaries/param.page.tsx')),
  '/system/menu': lazyPage(() => import('./admin/menus/menu.page.tsx')),
  '/system/topmenu': lazyList(() => import('./admin/menus/top-menu.page.tsx')),
  '/desk/notice': lazyList(() => import('./messages/notice.page.tsx')),
  '/desk/message': lazyList(() => import('./messages/message.page.tsx')),
  '/desk/message/:id': lazyPage(() => import('./messages/message-alone.page.tsx')),
  '/monitor/log/usual': lazyList(() => import('./logs/usual-log.page.tsx')),
  '/monitor/log/api': lazyList(() => import('./logs/api-log.page.tsx')),
  '/monitor/log/error': lazyList(() => import('./logs/error-log.page.tsx')),
  '/monitor/log/audit': lazyList(() => import('./logs/audit.page.tsx')),
  '/monitor/log/usual/:id': lazyPage(() => import('./logs/usual-log.page.tsx')),
  '/monitor/log/api/:id': lazyPage(() => import('./logs/api-log.page.tsx')),
  '/monitor/log/error/:id': lazyPage(() => import('./logs/error-log.page.tsx')),
  '/monitor/log/audit/:id': lazyPage(() => import('./logs/audit.page.tsx')),
  '/system/tenant': lazyList(() => import('./platform/tenant.page.tsx')),
  '/system/tenant/:id': lazyPage(() => import('./platform/tenant-alone.page.tsx')),
  '/tool/code': lazyList(() => import('./platform/code.page.tsx')),
  '/resource/oss': lazyList(() => import('./files/oss.page.tsx')),
  '/resource/attach': lazyList(() => import('./files/attach.page.tsx')),
  '/authority/explain': lazyPage(() => import('./admin/rights/explain.page.tsx'), label('权限诊断', 'Explain rights')),
  '/resource/sms': lazyList(() => import('./messages/sms.page.tsx')),
  '/resource/outbox': lazyList(() => import('./messages/outbox.page.tsx')),
  '/print/printtemplate': lazyList(() => import('./print/print-template-list.page.tsx')),
  '/print/printtemplate/:id': lazyPage(() => import('./print/print-template.page.tsx')),
  '/print/printlog': lazyList(() => import('./print/print-log-list.page.tsx')),
  '/print/printlog/:id': lazyPage(() => import('./print/print-log.page.tsx')),
  '/report/reportlist': lazyList(() => import('./reports/report-list.page.tsx')),
  '/report/reportlist/:id': lazyPage(() => import('./reports/report.page.tsx'), label('报表', 'Report')),
  '/base/region': lazyPage(() => import('./platform/region.page.tsx')),
  '/store/invinstoredifference': lazyList(() => import('./receiving/differences/in-store-difference-list.page.tsx')),
  '/store/invinstoredifference/:id': lazyPage(() => import('./receiving/differences/in-store-difference.page.tsx')),
  '/store/factorywarehouseinstore': lazyList(() => import('./receiving/factory-in-store-list.page.tsx')),
  '/store/factorywarehouseinstore/:id': lazyPage(() => import('./receiving/factory-in-store.page.tsx')),
  '/store/invinstore/:id': lazyPage(() => import('./receiving/in-store.page.tsx')),
  '/store/stock': lazyList(() => import('./stock/on-hand/stock-list.page.tsx')),
  '/store/stockperiod': lazyList(() => import('./stock/ledger/stock-period-list.page.tsx')),
  '/store/statistics': lazyPage(() => import('./stock/statistics/statistics.page.tsx')),
  '/store/stock/:id': lazyPage(() => import('./stock/on-hand/stock.page.tsx')),
  '/gear/gearstock': lazyList(() => import('./stock/on-hand/gear-stock-list.page.tsx')),
  '/gear/gearstock/:id': lazyPage(() => import('./stock/on-hand/gear-stock.page.tsx')),
  '/store/warehouse': lazyList(() => import('./stock/warehouses/warehouse.page.tsx')),
  '/store/warehouse/:id': lazyPage(() => import('./stock/warehouses/warehouse-alone.page.tsx')),
  '/store/factorywarehouse': lazyList(() => import('./stock/warehouses/factory-warehouse.page.tsx')),
  '/store/factorywarehouse/:id': lazyPage(() => import('./stock/warehouses/factory-warehouse-alone.page.tsx')),
  '/store/factorystock': lazyList(() => import('./stock/on-hand/factory-stock-list.page.tsx')),
  '/store/factorystock/:id': lazyPage(() => import('./stock/on-hand/factory-stock.page.tsx')),
  '/store/factorystockbatch': lazyList(() => import('./stock/lots/factory-lot-list.page.tsx')),
  '/store/factorystockbatch/:id': lazyPage(() => import('./stock/lots/factory-lot.page.tsx')),
  '/store/factorystockbatchlogs': lazyList(async () => ({
    default: (await import('./stock/lots/move.page.tsx')).FactoryMoves,
  })),
  '/store/factorystockbatchlogs/:id': lazyPage(async () => ({
    default: (await import('./stock/lots/move.page.tsx')).FactoryMove,
  })),
  '/sales-mall/projectdepartmentcentralfactory': lazyList(
    () => import('./operations/factories/factory-relation-list.page.tsx'),
  ),
  '/store/stockbatchlogs': lazyList(async () => ({
    default: (await import('./stock/lots/move.page.tsx')).WarehouseMoves,
  })),
  '/store/stockbatchlogs/:id': lazyPage(async () => ({
    default: (await import('./stock/lots/move.page.tsx')).WarehouseMove,
  })),
  '/store/settlemententry': lazyList(async () => ({
    default: (await import('./settlement/settlement-entry.page.tsx')).MoneyEntries,
  })),
  '/store/settlemententry/:id': lazyPage(async () => ({
    default: (await import('./settlement/settlement-entry.page.tsx')).MoneyEntry,
  })),
  '/gear/gearstockbatchlogs': lazyList(async () => ({
    default: (await import('./stock/lots/move.page.tsx')).StallMoves,
  })),
  '/gear/gearstockbatchlogs/:id': lazyPage(async () => ({
    default: (await import('./stock/lots/move.page.tsx')).StallMove,
  })),
  '/store/stockbatch': lazyList(() => import('./returns/lot-list.page.tsx')),
  '/store/stockbatch/:id': lazyPage(() => import('./recall/lot.page.tsx')),
  '/store/recall/:id': lazyPage(() => import('./recall/recall.page.tsx')),
  '/gear/gearstockbatch': lazyList(() => import('./stock/lots/stall-lot-list.page.tsx')),
  '/gear/gearstockbatch/:id': lazyPage(() => import('./stock/lots/stall-lot.page.tsx')),
  '/gear/gearstockbatch/stall/:id': lazyPage(() => import('./stock/lots/stall-trace.page.tsx')),
  '/gear/kitchenday': lazyPage(() => import('./production/day/kitchen-day.page.tsx')),
  '/factory/tomake': lazyPage(() => import('./production/produce/to-make.page.tsx')),
  '/gear/preplist': lazyPage(() => import('./production/prep/prep-list.page.tsx')),
  '/gear/wastepad': lazyPage(() => import('./production/waste/waste-pad.page.tsx')),
  '/gear/gearproduce/:id': lazyPage(() => import('./production/produce/produce.page.tsx')),
  '/gear/gearlabel': lazyList(() => import('./production/labels/label-list.page.tsx')),
  '/purchasing/invpleasepurchase': lazyList(() => import('./purchasing/purchase-request-list.page.tsx')),
  '/purchasing/invpleasepurchase/:id': lazyPage(() => import('./purchasing/purchase-request.page.tsx')),
  '/supplier/sourceinventoryconfigure': lazyList(() => import('./sourcing/source-rule-list.page.tsx')),
  '/masterdata/materialchannel': lazyList(() => import('./sourcing/material-channel-list.page.tsx')),
  '/purchasing/purchasedirectdeliveryrules': lazyList(() => import('./sourcing/direct-delivery-list.page.tsx')),
  '/purchasing/requestdistribution': lazyPage(
    () => import('./purchasing/distribution/request-distribution.page.tsx'),
    label('请购分配', 'Distribute requests'),
  ),
  '/purchasing/selfpurchaseorder/:id': lazyPage(() => import('./self-purchase/self-purchase-order.page.tsx')),
  '/store/selfpurchaseinstore/:id': lazyPage(() => import('./self-purchase/self-purchase-in-store.page.tsx')),
  '/purchasing/purchaseorder/:id': lazyPage(() => import('./purchasing/purchase-order.page.tsx')),
  '/store/pick': lazyList(() => import('./issuing/pick-list.page.tsx')),
  '/store/pick/:id': lazyPage(() => import('./issuing/pick.page.tsx')),
  '/store/invoutstore/:id': lazyPage(() => import('./issuing/out-store.page.tsx')),
  '/store/invoutstore/:id/pick': lazyPage(() => import('./issuing/picking.page.tsx')),
  '/store/invoutstore/:id/receive': lazyPage(() => import('./issuing/receiving.page.tsx')),
  '/store/allocation': lazyList(() => import('./transfers/allocation-list.page.tsx')),
  '/store/allocation/:id': lazyPage(() => import('./transfers/allocation.page.tsx')),
  '/store/purchasereturn/:id': lazyPage(() => import('./returns/purchase-return.page.tsx')),
  '/store/invreturn/:id': lazyPage(() => import('./returns/inv-return.page.tsx')),
  '/store/invreturnoutstore/:id': lazyPage(() => import('./returns/return-out-store.page.tsx')),
  '/store/otherinstore/:id': lazyPage(() => import('./other-moves/other-in-store.page.tsx')),
  '/store/otheroutstore/:id': lazyPage(() => import('./other-moves/other-out-store.page.tsx')),
  '/store/factoryinvcheck': lazyList(() => import('./counting/faces/factory-check-list.page.tsx')),
  '/store/factoryinvcheck/:id': lazyPage(() => import('./counting/faces/factory-check.page.tsx')),
  '/store/invcheck/:id': lazyPage(() => import('./counting/stock-check.page.tsx')),
  '/masterdata/material': lazyList(() => import('./sap/material-list.page.tsx'), withReadiness),
  '/masterdata/material/:id': lazyPage(() => import('./stock/on-hand/material.page.tsx')),
  '/masterdata/materialunit': lazyList(() => import('./sap/material-unit-list.page.tsx')),
  '/masterdata/materialtype': lazyList(() => import('./sap/material-type-list.page.tsx')),
  '/masterdata/sapmaterialprojectdept': lazyList(() => import('./sap/material-project-dept-list.page.tsx')),
  '/masterdata/materialauthrange': lazyList(() => import('./sap/material-auth-range-list.page.tsx')),
  '/sap-sync/sapsyncrun': lazyList(() => import('./sap/sap-run-list.page.tsx')),
  '/masterdata/dish': lazyList(() => import('./master-data/dishes/dish-list.page.tsx')),
  '/masterdata/dishbom': lazyList(() => import('./master-data/dishes/dish-bom-list.page.tsx')),
  '/masterdata/dishbom/:id': lazyPage(() => import('./master-data/dishes/versions/dish-bom.page.tsx')),
  '/masterdata/dishbomspecialgear': lazyList(() => import('./master-data/dishes/stall-bom-list.page.tsx')),
  '/masterdata/dishbomspecialgear/:id': lazyPage(() => import('./master-data/dishes/versions/stall-bom.page.tsx')),
  '/masterdata/dish/:id': lazyPage(() => import('./master-data/dishes/dish.page.tsx')),
};

/** Pages that stand in no menu: the search finds them, and so does who knows their address. */
export const unlistedPages: Pages = {
  '/wel/dashboard': unlisted(() => import('./console/console.page.tsx'), label('控制台', 'Console')),
  '/dict-horizontal': unlisted(
    () => import('./admin/dictionaries/dict-horizontal.page.tsx'),
    label('字典管理（左右）', 'Dictionaries, side by side'),
    'dict_view',
    'dictbiz_view',
  ),
  '/dict-vertical': unlisted(
    () => import('./admin/dictionaries/dict-vertical.page.tsx'),
    label('字典管理（上下）', 'Dictionaries, one above the other'),
    'dict_view',
    'dictbiz_view',
  ),
};
