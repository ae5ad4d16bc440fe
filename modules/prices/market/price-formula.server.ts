/** What must hold before a formula is kept, and how it would price one thing today. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Behaviour, savingLines, type Saving } from '../../../kernel/server/behaviour.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { deptLine } from '../../admin/people/dept-line.server.ts';
import { dayOr } from '../../master-data/figures/calendar-day.rules.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { requirePeriod } from '../../master-data/materials/validity.server.ts';
import { changeOf, derivePrices } from './derive-prices.server.ts';
import { bandOf, type StoredBand } from './stored-formulas.server.ts';
import { formulaSentence } from './formula-sentence.rules.ts';
import { tryFormula as contract } from './price-formula.calls.ts';
import { priceFormula } from './price-formula.resource.ts';
import { bandRefusals, cliffsOf } from './price-formula.rules.ts';
import type { PriceType } from '../price-book/price.resource.ts';

/** What the sentence of a formula says. */
const SAID = [
  'priceType',
  'reference',
  'marketSourceName',
  'period',
  'periodDays',
  'floorPrice',
  'ceilingPrice',
  'roundPlaces',
  'method',
  'rate',
  'addAmount',
];

export const priceFormulaBehaviour: Behaviour = behaviour(priceFormula, {
  fills: { sentence: SAID },
  async fillRows(context, rows) {
    const ids = rows.map(({ id }) => id);
    const bands = Map.groupBy(
      await context.tx.rows<StoredBand & { readonly priceFormulaId: Id }>(sql`
        select price_formula_id, from_price, to_price, method, rate, add_amount from price_formula_band
        where price_formula_id = any(${ids}::bigint[]) order by price_formula_id, line_no`),
      ({ priceFormulaId }) => priceFormulaId,
    );
    for (const row of rows) row.sentence = formulaSentence(row, bands.get(row.id) ?? [])[context.language];
  },
  beforeSave(context, saving) {
    requirePeriod(context, saving);
    const refusals = problemsOf(saving);
    if (refusals.length > 0) throw new Refused(...refusals);
  },
  /** Cliffs are said, and stop nothing. */
  async saved(context, id) {
    const row = await context.tx.row<{ cliffs: readonly { at: string; below: string; above: string }[] | null }>(
      sql`select cliffs from price_formula where id = ${id}::bigint`,
    );
    return {
      warnings: (row?.cliffs ?? []).map((cliff) => ({
        sentence: sentenceOf(refuse('prices.cliff', cliff), context.language),
      })),
    };
  },
});

/** Bands come with the body, or stand as they are. */
function problemsOf(saving: Saving<typeof priceFormula>): Refusal[] {
  const { before, values } = saving;
  const refusals: Refusal[] = [];
  const needed = (field: keyof typeof priceFormula.fields): void =>
    void refusals.push(refuse('field.required', { name: priceFormula.fields[field].label }, { field }));
  if (values.materialId && values.materialTypeId)
    refusals.push(refuse('prices.rule-both', {}, { field: 'materialTypeId' }));
  if (values.reference === values.priceType) refusals.push(refuse('prices.formula-itself', {}, { field: 'reference' }));
  if (['management', 'assessment'].includes(values.priceType) && values.deptId)
    refusals.push(refuse('prices.formula-dept', {}, { field: 'deptId' }));
  const isMarket = values.reference.startsWith('market');
  if (isMarket && !values.marketSourceId) needed('marketSourceId');
  if (!isMarket && values.period !== 'latest') refusals.push(refuse('prices.formula-period', {}, { field: 'period' }));
  const bands = savingLines(saving, 'bands');
  const hasBands = bands === undefined ? before !== null && before.method === null : bands.length > 0;
  if (bands !== undefined && bands.length > 0) {
    const rows = bands.map((line) => line.values as unknown as StoredBand);
    rows.forEach((row, index) => {
      if (row.method === 'add' ? !row.addAmount : !row.rate)
        refusals.push(
          refuse(
            'prices.band-empty',
            { line: index + 1 },
            { line: index + 1, field: row.method === 'add' ? 'addAmount' : 'rate' },
          ),
        );
    });
    const read = rows.map(bandOf);
    refusals.push(...bandRefusals(read));
    Object.assign(values, {
      method: null,
      rate: null,
      addAmount: null,
      cliffs: cliffsOf(read, Number(values.roundPlaces ?? 2)).map(({ at, below, above }) => ({
        at: at.toString(),
        below: below.toFixed(2),
        above: above.toFixed(2),
      })),
    });
  } else if (!hasBands) {
    values.cliffs = null;
    if (!values.method) needed('method');
    else if (values.method === 'add' ? !values.addAmount : !values.rate)
      needed(values.method === 'add' ? 'addAmount' : 'rate');
  } else if (bands !== undefined && !values.method) needed('method');
  const [floor, ceiling] = [values.floorPrice, values.ceilingPrice];
  if (floor && ceiling && Decimal.of(String(floor)).isAbove(Decimal.of(String(ceiling))))
    refusals.push(refuse('prices.formula-limits', {}, { field: 'ceilingPrice' }));
  return refusals;
}

const TYPES: readonly PriceType[] = ['settlement', 'joint', 'management', 'assessment'];
export const tryFormula = serve(contract, async (context, input) => {
  const materialId = requireId(input, 'materialId');
  const date = dayOr(input.date, context.today);
  const named = input.id === null ? null : requireId(input, 'id');
  const own =
    named === null
      ? undefined
      : await context.tx.row<{ priceType: PriceType }>(
          sql`select price_type from price_formula where id = ${named}::bigint`,
        );
  const priceType = own?.priceType ?? TYPES.find((type) => type === input.priceType) ?? 'settlement';
  const company =
    context.user.deptId === ''
      ? undefined
      : (await deptLine(context, context.user.deptId)).find((dept) => dept.deptCategory === DEPT.company);
  const found = await derivePrices(context, {
    priceType,
    companyDeptId: company?.id ?? null,
    formulaIds: [],
    ...(named === null ? {} : { alone: named }),
    referenceDate: date,
    startDate: date,
    materialIds: [materialId],
  });
  return found.map((each) => ({
    materialId,
    materialName: each.material,
    deptId: each.deptId ?? '',
    formulaId: each.formula.id,
    formulaName: each.formula.name,
    formulaText: each.formula.text[context.language],
    unitId: each.unitId,
    factor: each.factor,
    referencePrice: each.reference,
    referenceDate: each.referenceDate ?? '',
    evidence: each.evidence,
    price: each.price,
    oldPrice: each.old?.price ?? null,
    changePercent: each.price === null || each.old === null ? null : changeOf(each.price, each.old.price),
    reason: each.why,
  }));
});
