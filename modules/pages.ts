import { lazy } from 'react';
import { label } from '../kernel/core/label.ts';
import type { Pages } from '../kernel/web/shell/routes.tsx';

/** Pages of our own, by path; whatever is not here is derived from its declaration. One line a page, fetched when it is first opened. */
export const pages: Pages = {
  '/wel/index': lazy(() => import('./admin/home.page.tsx')),
  '/gear/gearsalesplan/:id': lazy(() => import('./operations/sales-plan.page.tsx')),
  '/gear/gearspecialmeal/:id': lazy(() => import('./operations/special-meal.page.tsx')),
  '/purchasing/invrequireplan/:id': lazy(() => import('./planning/requirement-plan.page.tsx')),
  '/authority/role': lazy(() => import('./admin/role.page.tsx')),
  '/system/user': lazy(() => import('./admin/user.page.tsx')),
  '/system/dept': lazy(() => import('./admin/dept.page.tsx')),
  '/store/invinstore/:id': lazy(() => import('./receiving/in-store.page.tsx')),
  '/store/stock': lazy(() => import('./stock/stock-list.page.tsx')),
  '/store/stock/:id': lazy(() => import('./stock/stock.page.tsx')),
  '/gear/gearstock': lazy(() => import('./stock/gear-stock-list.page.tsx')),
  '/gear/gearstock/:id': lazy(() => import('./stock/gear-stock.page.tsx')),
  '/store/stockbatch': lazy(() => import('./stock/lot-list.page.tsx')),
  '/store/stockbatch/:id': lazy(() => import('./stock/lot.page.tsx')),
  '/gear/gearstockbatch': lazy(() => import('./stock/stall-lot-list.page.tsx')),
  '/gear/gearstockbatch/:id': lazy(() => import('./stock/stall-lot.page.tsx')),
  '/gear/gearstockbatch/stall/:id': lazy(() => import('./stock/stall-trace.page.tsx')),
  '/purchasing/invpleasepurchase': lazy(() => import('./purchasing/purchase-request-list.page.tsx')),
  '/purchasing/invpleasepurchase/:id': lazy(() => import('./purchasing/purchase-request.page.tsx')),
  '/purchasing/requestdistribution': { page: lazy(() => import('./purchasing/request-distribution.page.tsx')), label: label('请购分配', 'Distribute requests') },
  '/purchasing/purchaseorder/:id': lazy(() => import('./purchasing/purchase-order.page.tsx')),
  '/store/invoutstore/:id': lazy(() => import('./issuing/out-store.page.tsx')),
  '/store/invoutstore/:id/pick': lazy(() => import('./issuing/picking.page.tsx')),
  '/store/invoutstore/:id/receive': lazy(() => import('./issuing/receiving.page.tsx')),
  '/store/invcheck/:id': lazy(() => import('./counting/stock-check.page.tsx')),
  '/masterdata/material': lazy(() => import('./master-data/material-list.page.tsx')),
  '/masterdata/dish': lazy(() => import('./master-data/dish-list.page.tsx')),
  '/masterdata/dishbom': lazy(() => import('./master-data/dish-bom-list.page.tsx')),
  '/masterdata/dish/:id': lazy(() => import('./master-data/dish.page.tsx')),
};
