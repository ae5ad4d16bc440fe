/**
 * Where the prices of a document on its way to `save` come from, line by line; by its body: nothing a client could
 * send.
 */
import type { Input } from '../../../kernel/server/context.ts';
import type { Lineage } from './plan-generation.rules.ts';
import { textOf } from './plan-kind.server.ts';

export const lineages = new WeakMap<Input, readonly (Lineage | null)[]>();

/** The fields of a line that name where its price comes from; of lines as they are stored, or sent back by a client. */
export type LineLineage = { readonly [K in keyof Lineage]?: unknown };

/** Where the price of a stored line comes from; null where somebody typed it. */
export const lineageOf = (line: LineLineage): Lineage | null => {
  const formulaId = textOf(line.formulaId);
  return formulaId === null
    ? null
    : {
        formulaId,
        formulaText: String(line.formulaText ?? ''),
        referencePrice: textOf(line.referencePrice),
        referenceDate: textOf(line.referenceDate),
        evidence: textOf(line.evidence),
      };
};
