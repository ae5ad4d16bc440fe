import type { CompanyClient } from './company-client.ts';

const idOf = (row: unknown): string => (row as { readonly id: string }).id;

/** Saves a record and answers its id. */
export const save = async (
  client: CompanyClient,
  path: string,
  row: Readonly<Record<string, unknown>>,
): Promise<string> => idOf(await client.post(path, row));
