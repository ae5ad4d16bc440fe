import { label } from '../kernel/core/label.ts';
import type { SidePart } from '../kernel/web/document/side-parts.tsx';
import { type LaterPart, laterPart } from '../parts/lazy/lazy-part.ts';
import { later, laterList, type Pages, unlisted } from '../kernel/web/navigation/later-page.ts';
import { topPart } from '../kernel/web/navigation/top-parts.ts';
import { withReadiness } from './master-data/materials/readiness.rules.ts';

/** Parts of the top bar. */
export const topParts: readonly LaterPart[] = [topPart(() => import('./messages/news-bell.view.tsx'))];

/** What areas add beside every document. */
export const sideParts: readonly LaterPart<SidePart>[] = [
  laterPart(() => import('./workflow/tasks/document-side.view.tsx')),
];

/** Pages of our own, by path; whatever is not here is derived from its declaration. One line a page, fetched when it is first opened. */
export const pages: Pages = {
  '/wel/index': later(() => import('./admin/home/home.page.tsx')),
  '/info/index': later(() => import('./admin/people/profile.page.tsx'), label('个人信息', 'My account')),
  '/work/todo': later(() => import('./workflow/tasks/work-todo.page.tsx'), label('待办事务', 'To do')),
  '/work/claim': later(() => import('./workflow/tasks/work-claim.page.tsx'), label('待签事务', 'To claim')),
  '/work/send': later(() => import('./workflow/tasks/work-send.page.tsx'), label('已发事务', 'Sent')),
  '/work/done': later(() => import('./workflow/tasks/work-done.page.tsx'), label('办结事务', 'Done')),
  '/work/cc': later(() => import('./workflow/tasks/work-cc.page.tsx'), label('抄送我的', 'Copies to me')),
  '/work/start': later(() => import('./workflow/tasks/work-start.page.tsx'), label('发起事务', 'Start')),
  '/flow/model': laterList(() => import('./workflow/designer/model-list.page.tsx')),
  '/flow/deploy': later(() => import('./workflow/designer/definition-list.page.tsx'), label('流程部署', 'Deploy')),
  '/flow/manager': laterList(() => import('./workflow/designer/definition-list.page.tsx')),
  '/flow/follow': laterList(() => import('./workflow/tasks/follow-list.page.tsx')),
  '/flow/model/:id': later(() => import('./workflow/designer/model.page.tsx')),
  '/work/process/leave/:id': later(() => import('./workflow/tasks/leave.page.tsx')),
  '/work/task/:id': later(() => import('./workflow/tasks/task.page.tsx'), label('审批', 'Decide')),
  '/price/pricebook': later(() => import('./prices/price-book/price-book.page.tsx')),
  '/price/pricewarning': laterList(() => import('./prices/warnings/price-warning-list.page.tsx')),
  '/price/pricewarning/:id': later(() => import('./prices/warnings/price-warning.page.tsx')),
  '/price/priceformula': laterList(() => import('./prices/market/price-formula-list.page.tsx')),
  '/price/pricerun': laterList(() => import('./prices/market/price-run-list.page.tsx')),
  '/price/pricerun/:id': later(() => import('./prices/market/price-run.page.tsx')),
  '/price/pricecorrection/:id': later(() => import('./corrections/price-correction.page.tsx')),
  '/price/managementpriceplan/:id': later(async () => ({
    default: (await import('./prices/price-plans/price-plan.page.tsx')).ManagementPlanPage,
  })),
  '/price/operatingjointventurepriceplan/:id': later(async () => ({
    default: (await import('./prices/price-plans/price-plan.page.tsx')).JointPlanPage,
  })),
  '/price/assessmentpricemaintenance/:id': later(async () => ({
    default: (await import('./prices/price-plans/price-plan.page.tsx')).AssessmentPage,
  })),
  '/price/priceschememanagement/:id': later(async () => ({
    default: (await import('./prices/price-plans/price-plan.page.tsx')).SchemePage,
  })),
  '/gear/gearsalesplan/:id': later(() => import('./operations/sales-plan/sales-plan.page.tsx')),
  '/gear/gearspecialmeal/:id': later(() => import('./operations/meals/special-meal.page.tsx')),
  '/purchasing/invrequireplan/:id': later(() => import('./planning/requirement-plan.page.tsx')),
  '/authority/role': later(() => import('./admin/rights/role.page.tsx')),
  '/masterdata/gearMenutemplate': later(() => import('./master-data/menus/gear-menu-template.page.tsx')),
  '/masterdata/itemunitconversion': laterList(async () => ({
    default: (await import('./master-data/units/unit-conversion-list.page.tsx')).ItemConversions,
  })),
  '/masterdata/basicunitconversion': laterList(async () => ({
    default: (await import('./master-data/units/unit-conversion-list.page.tsx')).GeneralConversions,
  })),
  '/masterdata/bomreplacement': laterList(() => import('./master-data/dishes/bom-replacement.page.tsx')),
  '/masterdata/menutemplate': laterList(() => import('./master-data/menus/menu-template-list.page.tsx')),
  '/masterdata/menutemplate/:id': later(() => import('./master-data/menus/menu-template.page.tsx')),
  '/masterdata/materialmerge': laterList(() => import('./master-data/merging/material-merge.page.tsx')),
  '/system/user': later(() => import('./admin/people/user.page.tsx')),
  '/system/dept': later(() => import('./admin/people/dept.page.tsx')),
  '/desk/notice': laterList(() => import('./messages/notice.page.tsx')),
  '/desk/message': laterList(() => import('./messages/message.page.tsx')),
  '/monitor/log/usual': laterList(() => import('./logs/usual-log.page.tsx')),
  '/monitor/log/api': laterList(() => import('./logs/api-log.page.tsx')),
  '/monitor/log/error': laterList(() => import('./logs/error-log.page.tsx')),
  '/monitor/log/audit': laterList(() => import('./logs/audit.page.tsx')),
  '/system/tenant': laterList(() => import('./platform/tenant.page.tsx')),
  '/tool/code': laterList(() => import('./platform/code.page.tsx')),
  '/resource/oss': laterList(() => import('./files/oss.page.tsx')),
  '/resource/attach': laterList(() => import('./files/attach.page.tsx')),
  '/authority/explain': later(() => import('./admin/rights/explain.page.tsx'), label('权限诊断', 'Explain rights')),
  '/resource/sms': laterList(() => import('./messages/sms.page.tsx')),
  '/resource/outbox': laterList(() => import('./messages/outbox.page.tsx')),
  '/report/reportlist': laterList(() => import('./reports/report-list.page.tsx')),
  '/report/reportlist/:id': later(() => import('./reports/report.page.tsx'), label('报表', 'Report')),
  '/base/region': later(() => import('./platform/region.page.tsx')),
  '/store/invinstore/:id': later(() => import('./receiving/in-store.page.tsx')),
  '/store/stock': laterList(() => import('./stock/on-hand/stock-list.page.tsx')),
  '/store/stock/:id': later(() => import('./stock/on-hand/stock.page.tsx')),
  '/gear/gearstock': laterList(() => import('./stock/on-hand/gear-stock-list.page.tsx')),
  '/gear/gearstock/:id': later(() => import('./stock/on-hand/gear-stock.page.tsx')),
  '/store/stockbatch': laterList(() => import('./stock/lots/lot-list.page.tsx')),
  '/store/stockbatch/:id': later(() => import('./stock/lots/lot.page.tsx')),
  '/gear/gearstockbatch': laterList(() => import('./stock/lots/stall-lot-list.page.tsx')),
  '/gear/gearstockbatch/:id': later(() => import('./stock/lots/stall-lot.page.tsx')),
  '/gear/gearstockbatch/stall/:id': later(() => import('./stock/lots/stall-trace.page.tsx')),
  '/purchasing/invpleasepurchase': laterList(() => import('./purchasing/purchase-request-list.page.tsx')),
  '/purchasing/invpleasepurchase/:id': later(() => import('./purchasing/purchase-request.page.tsx')),
  '/supplier/sourceinventoryconfigure': laterList(() => import('./sourcing/source-rule-list.page.tsx')),
  '/masterdata/materialchannel': laterList(() => import('./sourcing/material-channel-list.page.tsx')),
  '/purchasing/purchasedirectdeliveryrules': laterList(() => import('./sourcing/direct-delivery-list.page.tsx')),
  '/purchasing/requestdistribution': later(
    () => import('./purchasing/request-distribution.page.tsx'),
    label('请购分配', 'Distribute requests'),
  ),
  '/purchasing/purchaseorder/:id': later(() => import('./purchasing/purchase-order.page.tsx')),
  '/store/invoutstore/:id': later(() => import('./issuing/out-store.page.tsx')),
  '/store/invoutstore/:id/pick': later(() => import('./issuing/picking.page.tsx')),
  '/store/invoutstore/:id/receive': later(() => import('./issuing/receiving.page.tsx')),
  '/store/invcheck/:id': later(() => import('./counting/stock-check.page.tsx')),
  '/masterdata/material': laterList(() => import('./sap/material-list.page.tsx'), withReadiness),
  '/masterdata/materialunit': laterList(() => import('./sap/material-unit-list.page.tsx')),
  '/masterdata/materialtype': laterList(() => import('./sap/material-type-list.page.tsx')),
  '/masterdata/sapmaterialprojectdept': laterList(() => import('./sap/material-project-dept-list.page.tsx')),
  '/masterdata/materialauthrange': laterList(() => import('./sap/material-auth-range-list.page.tsx')),
  '/sap-sync/sapsyncrun': laterList(() => import('./sap/sap-run-list.page.tsx')),
  '/masterdata/dish': laterList(() => import('./master-data/dishes/dish-list.page.tsx')),
  '/masterdata/dishbom': laterList(() => import('./master-data/dishes/dish-bom-list.page.tsx')),
  '/masterdata/dish/:id': later(() => import('./master-data/dishes/dish.page.tsx')),
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
