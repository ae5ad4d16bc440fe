import type { Values } from '../../kernel/web/form/values.ts';
import { EMPTY, type Config } from './report.rules.ts';

/** A report as its form holds it. */
export interface Draft {
  readonly name: string;
  readonly resource: string;
  readonly config: Config;
  readonly shareScope: string;
  readonly row: Values & { readonly shareIds?: unknown };
}
/** Reads the values of a report's form; what is not there yet is empty, and private. */
export const draftOf = (row: Values): Draft => {
  const { name, resource, config, shareScope } = row;
  return {
    name: String(name ?? ''),
    resource: String(resource ?? ''),
    config: { ...EMPTY, ...(config as Partial<Config> | undefined) },
    shareScope: String(shareScope ?? 'private'),
    row,
  };
};
