import { personal } from '../client/session.ts';

/** Key of a draft: one per person, tenant, declaration and record; a new one by the records it begins with, too. */
export const draftKey = (name: string, id: string | undefined, begun: Readonly<Record<string, unknown>> = {}): string =>
  personal(
    `${name}:${id ?? ['new', ...Object.keys(begun).flatMap((key) => (key.endsWith('Id') ? String(begun[key]) : []))].join(' ')}`,
  );
