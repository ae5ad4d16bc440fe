import { lazy } from 'react';
import type { Pages } from '../kernel/web/shell/routes.tsx';

/** Pages of our own, by path; whatever is not here is derived from its declaration. One line a page, fetched when it is first opened. */
export const pages: Pages = {
  '/gear/gearsalesplan/:id': lazy(() => import('./operations/sales-plan.page.tsx')),
  '/purchasing/invrequireplan/:id': lazy(() => import('./planning/requirement-plan.page.tsx')),
  '/authority/role': lazy(() => import('./admin/role.page.tsx')),
  '/system/user': lazy(() => import('./admin/user.page.tsx')),
  '/system/dept': lazy(() => import('./admin/dept.page.tsx')),
  '/store/invinstore/:id': lazy(() => import('./receiving/in-store.page.tsx')),
};
