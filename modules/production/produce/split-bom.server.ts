import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines } from '../../../kernel/server/behaviour.ts';
import { splitBom } from './split-bom.resource.ts';

/** Whether a cutting list can share the value of what is cut up. */
export const splitBomBehaviour = behaviour(splitBom, {
  beforeSave(_context, saving) {
    const cuts = savingLines(saving, 'outputs') ?? (saving.before === null ? [] : undefined);
    if (cuts === undefined) return;
    const found: Refusal[] = [];
    if (cuts.length === 0) found.push(refuse('production.no-cuts', {}, { field: 'outputs' }));
    for (const [index, { values }] of cuts.entries())
      if (values.materialId === saving.values.materialId)
        found.push(refuse('production.split-itself', {}, { line: index + 1, field: 'materialId' }));
    const { shareMode } = saving.values;
    const sum = Decimal.sum(cuts.map(({ values }) => Decimal.of(values.outputShare ?? '0')));
    if (shareMode === 'fixed' && cuts.length > 0 && !sum.equals(Decimal.hundred))
      found.push(refuse('production.split-shares', { sum }, { field: 'outputShare' }));
    if (shareMode === 'price' && cuts.some(({ values }) => values.outputPrice === null))
      found.push(refuse('production.split-prices', {}, { field: 'outputPrice' }));
    if (found.length > 0) throw new Refused(...found);
  },
});
