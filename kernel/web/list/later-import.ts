import { laterPart } from '../later.ts';

/** The dialog that takes a sheet; fetched by those who bring one. */
export const ImportDialog = laterPart(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));
