import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { viewsRoom } from '../../../parts/table/stored-views.ts';

/** The dialog that takes a sheet; fetched by those who bring one. */
export const ImportDialog = lazyPart(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));
/** The bar above chosen rows; fetched when the first is chosen. */
export const BulkBar = lazyPart(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));
/** The views a person keeps of a list, beside its filters; fetched after the rows. */
export const SavedViews = lazyPart(() => import('../../../parts/table/saved-views.tsx'), viewsRoom);
