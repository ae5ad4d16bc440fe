import { personal } from '../../../parts/client/session.ts';

/** Key of a draft: one per person, tenant, declaration and record; without `id` that of a new record. */
export const draftKey = (declaration: string, id: string | undefined): string =>
  personal(`${declaration}:${id ?? 'new'}`);
