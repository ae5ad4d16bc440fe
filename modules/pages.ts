import { label } from '../kernel/core/label.ts';
import type { SidePart } from '../kernel/web/document/side-parts.tsx';
import { type Later, later } from '../kernel/web/later.ts';
import { laterList, laterPage, unlisted } from '../kernel/web/shell/later-page.ts';
import type { Pages } from '../kernel/web/shell/routes.tsx';
import { topPart } from '../kernel/web/shell/top-parts.ts';
import { withReadiness } from './master-data/material.resource.ts';

/** Parts of the top bar. */
export const topParts: readonly Later[] = [topPart(() => import('./messages/news-bell.view.tsx'))];

/** What areas add beside every document. */
export const sideParts: readonly Later<SidePart>[] = [later(() => import('./workflow/document-side.view.tsx'))];

/** Pages of our own, by path; whatever is not here is derived from its declaration. One line a page, fetched when it is first opened. */
export const pages: Pages = {
  '/wel/index': laterPage(() => import('./admin/home.page.tsx')),
  '/info/index': laterPage(() => import('./admin/profile.page.tsx'), label('个人信息', 'My account')),
  '/work/todo': laterPage(() => import('./workflow/work-todo.page.tsx'), label('待办事务', 'To do')),
  '/work/claim': laterPage(() => import('./workflow/work-claim.page.tsx'), label('待签事务', 'To claim')),
  '/work/send': laterPage(() => import('./workflow/work-send.page.tsx'), label('已发事务', 'Sent')),
  '/work/done': laterPage(() => import('./workflow/work-done.page.tsx'), label('办结事务', 'Done')),
  '/work/cc': laterPage(() => import('./workflow/work-cc.page.tsx'), label('抄送我的', 'Copies to me')),
  '/work/start': laterPage(() => import('./workflow/work-start.page.tsx'), label('发起事务', 'Start')),
  '/flow/model': laterList(() => import('./workflow/model-list.page.tsx')),
  '/flow/deploy': laterPage(() => import('./workflow/definition-list.page.tsx'), label('流程部署', 'Deploy')),
  '/flow/manager': laterList(() => import('./workflow/definition-list.page.tsx')),
  '/flow/follow': laterList(() => import('./workflow/follow-list.page.tsx')),
  '/flow/model/:id': laterPage(() => import('./workflow/model.page.tsx')),
  '/work/process/leave/:id': laterPage(() => import('./workflow/leave.page.tsx')),
  '/work/task/:id': laterPage(() => import('./workflow/task.page.tsx'), label('审批', 'Decide')),
  '/price/pricebook': laterPage(() => import('./prices/price-book.page.tsx')),
  '/price/pricewarning': laterList(() => import('./prices/price-warning-list.page.tsx')),
  '/price/pricewarning/:id': laterPage(() => import('./prices/price-warning.page.tsx')),
  '/price/priceformula': laterList(() => import('./prices/price-formula-list.page.tsx')),
  '/price/pricerun': laterList(() => import('./prices/price-run-list.page.tsx')),
  '/price/pricerun/:id': laterPage(() => import('./prices/price-run.page.tsx')),
  '/price/pricecorrection/:id': laterPage(() => import('./corrections/price-correction.page.tsx')),
  '/price/managementpriceplan/:id': laterPage(async () => ({ default: (await import('./prices/price-plan.page.tsx')).ManagementPlanPage })),
  '/price/operatingjointventurepriceplan/:id': laterPage(async () => ({ default: (await import('./prices/price-plan.page.tsx')).JointPlanPage })),
  '/price/assessmentpricemaintenance/:id': laterPage(async () => ({ default: (await import('./prices/price-plan.page.tsx')).AssessmentPage })),
  '/price/priceschememanagement/:id': laterPage(async () => ({ default: (await import('./prices/price-plan.page.tsx')).SchemePage })),
  '/gear/gearsalesplan/:id': laterPage(() => import('./operations/sales-plan.page.tsx')),
  '/gear/gearspecialmeal/:id': laterPage(() => import('./operations/special-meal.page.tsx')),
  '/purchasing/invrequireplan/:id': laterPage(() => import('./planning/requirement-plan.page.tsx')),
  '/authority/role': laterPage(() => import('./admin/role.page.tsx')),
  '/masterdata/gearMenutemplate': laterPage(() => import('./master-data/gear-menu-template.page.tsx')),
  '/masterdata/itemunitconversion': laterList(async () => ({ default: (await import('./master-data/unit-conversion-list.page.tsx')).ItemConversions })),
  '/masterdata/basicunitconversion': laterList(async () => ({ default: (await import('./master-data/unit-conversion-list.page.tsx')).GeneralConversions })),
  '/masterdata/bomreplacement': laterList(() => import('./master-data/bom-replacement.page.tsx')),
  '/masterdata/menutemplate': laterList(() => import('./master-data/menu-template-list.page.tsx')),
  '/masterdata/menutemplate/:id': laterPage(() => import('./master-data/menu-template.page.tsx')),
  '/masterdata/materialmerge': laterList(() => import('./master-data/material-merge.page.tsx')),
  '/system/user': laterPage(() => import('./admin/user.page.tsx')),
  '/system/dept': laterPage(() => import('./admin/dept.page.tsx')),
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
  '/authority/explain': laterPage(() => import('./admin/explain.page.tsx'), label('权限诊断', 'Explain rights')),
  '/resource/sms': laterList(() => import('./messages/sms.page.tsx')),
  '/resource/outbox': laterList(() => import('./messages/outbox.page.tsx')),
  '/report/reportlist': laterList(() => import('./reports/report-list.page.tsx')),
  '/report/reportlist/:id': laterPage(() => import('./reports/report.page.tsx'), label('报表', 'Report')),
  '/base/region': laterPage(() => import('./platform/region.page.tsx')),
  '/store/invinstore/:id': laterPage(() => import('./receiving/in-store.page.tsx')),
  '/store/stock': laterList(() => import('./stock/stock-list.page.tsx')),
  '/store/stock/:id': laterPage(() => import('./stock/stock.page.tsx')),
  '/gear/gearstock': laterList(() => import('./stock/gear-stock-list.page.tsx')),
  '/gear/gearstock/:id': laterPage(() => import('./stock/gear-stock.page.tsx')),
  '/store/stockbatch': laterList(() => import('./stock/lot-list.page.tsx')),
  '/store/stockbatch/:id': laterPage(() => import('./stock/lot.page.tsx')),
  '/gear/gearstockbatch': laterList(() => import('./stock/stall-lot-list.page.tsx')),
  '/gear/gearstockbatch/:id': laterPage(() => import('./stock/stall-lot.page.tsx')),
  '/gear/gearstockbatch/stall/:id': laterPage(() => import('./stock/stall-trace.page.tsx')),
  '/purchasing/invpleasepurchase': laterList(() => import('./purchasing/purchase-request-list.page.tsx')),
  '/purchasing/invpleasepurchase/:id': laterPage(() => import('./purchasing/purchase-request.page.tsx')),
  '/supplier/sourceinventoryconfigure': laterList(() => import('./sourcing/source-rule-list.page.tsx')),
  '/masterdata/materialchannel': laterList(() => import('./sourcing/material-channel-list.page.tsx')),
  '/purchasing/purchasedirectdeliveryrules': laterList(() => import('./sourcing/direct-delivery-list.page.tsx')),
  '/purchasing/requestdistribution': laterPage(() => import('./purchasing/request-distribution.page.tsx'), label('请购分配', 'Distribute requests')),
  '/purchasing/purchaseorder/:id': laterPage(() => import('./purchasing/purchase-order.page.tsx')),
  '/store/invoutstore/:id': laterPage(() => import('./issuing/out-store.page.tsx')),
  '/store/invoutstore/:id/pick': laterPage(() => import('./issuing/picking.page.tsx')),
  '/store/invoutstore/:id/receive': laterPage(() => import('./issuing/receiving.page.tsx')),
  '/store/invcheck/:id': laterPage(() => import('./counting/stock-check.page.tsx')),
  '/masterdata/material': laterList(() => import('./sap/material-list.page.tsx'), withReadiness),
  '/masterdata/materialunit': laterList(() => import('./sap/material-unit-list.page.tsx')),
  '/masterdata/materialtype': laterList(() => import('./sap/material-type-list.page.tsx')),
  '/masterdata/sapmaterialprojectdept': laterList(() => import('./sap/material-project-dept-list.page.tsx')),
  '/masterdata/materialauthrange': laterList(() => import('./sap/material-auth-range-list.page.tsx')),
  '/sap-sync/sapsyncrun': laterList(() => import('./sap/sap-run-list.page.tsx')),
  '/masterdata/dish': laterList(() => import('./master-data/dish-list.page.tsx')),
  '/masterdata/dishbom': laterList(() => import('./master-data/dish-bom-list.page.tsx')),
  '/masterdata/dish/:id': laterPage(() => import('./master-data/dish.page.tsx')),
};

/** Pages that stand in no menu: the search finds them, and so does who knows their address. */
export const unlistedPages: Pages = {
  '/wel/dashboard': unlisted(() => import('./console/console.page.tsx'), label('控制台', 'Console')),
  '/dict-horizontal': unlisted(() => import('./admin/dict-horizontal.page.tsx'), label('字典管理（左右）', 'Dictionaries, side by side'), 'dict_view', 'dictbiz_view'),
  '/dict-vertical': unlisted(() => import('./admin/dict-vertical.page.tsx'), label('字典管理（上下）', 'Dictionaries, one above the other'), 'dict_view', 'dictbiz_view'),
};
