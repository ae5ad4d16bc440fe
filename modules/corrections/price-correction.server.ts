/**
 * Corrections of prices: found when they are saved, compared with what there is when they are sent, booked and
 * published in one act, reversed by opposite entries.
 */
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { bookCorrection, currentDifferences, reverseCorrection } from './book-correction.server.ts';
import { correctionLines, findLines } from './correction-lines.server.ts';
import { judgeDays, judgePrices } from './judge-correction.server.ts';
import { priceCorrection } from './price-correction.document.ts';

/** Of a line people say only whether it is left out, and why. */
async function judgeLines(context: Context, saving: Saving<typeof priceCorrection>): Promise<Refusal[]> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined) return [];
  if (saving.id === null) {
    saving.lines['details'] = [];
    return [];
  }
  const own = new Map((await correctionLines(context, [saving.id])).map((line) => [line.id, line]));
  return lines.flatMap(({ id, values }, index): Refusal[] => {
    const line = index + 1;
    const stored = id === null ? undefined : own.get(id);
    if (stored === undefined) return [refuse('corrections.line-own', { line }, { line })];
    const isOut = (values.exclude ?? stored.exclude) === 1;
    const why = values.excludeReason === undefined ? stored.excludeReason : values.excludeReason || null;
    return isOut && why === null
      ? [refuse('corrections.exclude-reason', { line }, { line, field: 'excludeReason' })]
      : [];
  });
}

export const priceCorrectionBehaviour = behaviour(priceCorrection, {
  async beforeSave(context, saving) {
    saving.values.postDate ??= context.today;
    const days = judgeDays(saving, context.today);
    const refusals =
      days.length > 0 ? days : [...(await judgePrices(context, saving)), ...(await judgeLines(context, saving))];
    if (refusals.length > 0) throw new Refused(...refusals);
  },
  async afterSave(context, { id, values }) {
    await findLines(context, id, values);
  },
  actions: {
    async generateDetail(context, documents) {
      const refusals: Refusal[] = [];
      for (const { id, billCode, row } of documents)
        if ((await findLines(context, id, row)) === 0) refusals.push(refuse('corrections.nothing', { billCode }));
      return refusals;
    },
    async toApply(context, documents) {
      const refusals: Refusal[] = [];
      for (const document of documents) refusals.push(...(await currentDifferences(context, document)).refusals);
      return refusals;
    },
    async doApply(context, documents) {
      for (const document of documents) {
        const refusals = await bookCorrection(context, document);
        if (refusals.length > 0) return refusals;
      }
      return [];
    },
    async void(context, documents) {
      for (const document of documents) {
        const refusals = await reverseCorrection(context, document);
        if (refusals.length > 0) return refusals;
      }
      return [];
    },
  },
});
