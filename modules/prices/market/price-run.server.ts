/** Price runs: calculated by formulas, decided line by line, published at once. */
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Acting, type Behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { requirePeriod } from '../../master-data/materials/validity.server.ts';
import { withBaseUnits } from '../price-plans/base-units.server.ts';
import { changeOf, isSame } from './derive-prices.server.ts';
import { priceRun } from './price-run.document.ts';
import { publishRuns, withdrawRuns } from './publish-run.server.ts';
import { calculateRun, runLines, summaryOf, textOf, type Summed, type Trigger } from './run-lines.server.ts';
import { blockedRuns, warningsOf, type Weighed } from './run-warnings.server.ts';

/** Why a run is made, by its body on its way to `save`: nothing a client could send. */
export const triggers = new WeakMap<Input, Trigger>();
/** Of a line people may change the price, with a reason, or pass it over. */
async function decideLines(context: Context, saving: Saving<typeof priceRun>): Promise<void> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined || saving.id === null) {
    if (lines !== undefined && lines.length > 0) saving.lines['details'] = [];
    return;
  }
  const stored = new Map((await runLines(context, [saving.id])).map((line) => [line.id, line]));
  const refusals: Refusal[] = [];
  const summed: (Omit<Summed, 'warnLevel'> & Weighed)[] = [];
  saving.lines['details'] = lines.map((line, index) => {
    const at = index + 1;
    const own = line.id === null ? undefined : stored.get(line.id);
    if (own === undefined) {
      refusals.push(refuse('prices.run-line-own', { line: at }, { line: at }));
      return line;
    }
    const price = line.values.price === undefined ? own.price : textOf(line.values.price);
    const reason = line.values.overrideReason === undefined ? own.overrideReason : textOf(line.values.overrideReason);
    const skip = Number(line.values.skip ?? own.skip);
    const differs = price !== null && own.proposedPrice !== null && !isSame(price, own.proposedPrice);
    if (skip !== 1 && (differs || (price !== null && own.proposedPrice === null)) && reason === null)
      refusals.push(refuse('prices.run-reason', { line: at }, { line: at, field: 'overrideReason' }));
    const changePercent = price === null || own.oldPrice === null ? null : changeOf(price, own.oldPrice);
    summed.push({ materialId: own.materialId, price, oldPrice: own.oldPrice, factor: own.factor, changePercent, skip });
    return { ...line, values: { ...line.values, price, changePercent } };
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  const warnings = await warningsOf(context, saving.values, summed);
  saving.lines['details'] = saving.lines['details'].map((line, index) => ({
    ...line,
    values: { ...line.values, ...warnings[index]! },
  }));
  Object.assign(saving.values, summaryOf(summed.map((line, index) => ({ ...line, ...warnings[index]! }))), {
    overrideReason: null,
  });
}

const CALCULATED_BY = ['priceType', 'startDate', 'referenceDate', 'formulaIds'] as const;

/** Runs of prices by formula: calculated anew when what they go by changes, and published when they are approved. */
export const priceRunBehaviour: Behaviour = behaviour(priceRun, {
  async beforeSave(context, saving) {
    requirePeriod(context, saving);
    if (saving.before === null) saving.values.trigger = triggers.get(saving.body) ?? 'manual';
    saving.values.referenceDate ??= context.today;
    await decideLines(context, saving);
  },
  async afterSave(context, { id, creating, before, values }) {
    if (creating || CALCULATED_BY.some((name) => String(before?.[name] ?? '') !== String(values[name] ?? '')))
      await calculateRun(context, id, values);
  },
  detail: async (context, { details }) => ({ details: await withBaseUnits(context, details) }),
  actions: {
    async generate(context, documents) {
      for (const { id, row } of documents) await calculateRun(context, id, row);
    },
    async toApply(context, documents, input) {
      const empty = await emptyRuns(context, documents);
      return empty.length > 0
        ? empty
        : blockedRuns(
            context,
            documents,
            (
              await runLines(
                context,
                documents.map(({ id }) => id),
              )
            ).filter((line) => line.skip !== 1 && line.price !== null),
            input,
          );
    },
    doApply: (context, documents) => publishRuns(context, documents),
    void: (context, documents) => withdrawRuns(context, documents),
  },
});

async function emptyRuns(context: Context, documents: readonly Acting<typeof priceRun>[]): Promise<readonly Refusal[]> {
  const changing = new Set(
    (
      await runLines(
        context,
        documents.map(({ id }) => id),
      )
    )
      .filter(
        (line) =>
          line.skip !== 1 && line.price !== null && (line.oldPrice === null || !isSame(line.price, line.oldPrice)),
      )
      .map((line) => line.priceRunId),
  );
  return documents
    .filter(({ id }) => !changing.has(id))
    .map(({ billCode }) => refuse('prices.run-nothing', { billCode }));
}
