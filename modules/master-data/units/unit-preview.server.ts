/**
 * A conversion as it would read, before it is saved: both ways, down to the base unit, with what speaks against it and
 * what is doubtful.
 */
import type { InputOf } from '../../../kernel/core/contract.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { dayOr } from '../figures/calendar-day.rules.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import { factorDoubts } from './factor-doubts.rules.ts';
import { conversionOf, generalLadder, unitLadders, type ConversionRow } from './material-units.server.ts';
import { receivedFactor } from './received-factors.port.server.ts';
import { namedId } from './unit-calls.server.ts';
import * as calls from './unit-conversion.calls.ts';
import { conversionRefusals, unitPath, type ConversionScope, type UnitContext } from './unit-conversion.rules.ts';

type Typed = InputOf<(typeof calls.previewOfGeneral)['input']>;
type Reading = TypeOf<typeof calls.previewOfGeneral.answer>;
const NOTHING: Reading = { sentence: '', against: [], doubts: [] };

/** The equation, where it is one already: two units and two quantities above zero. */
function equationIn(typed: Typed, today: string): ConversionRow | undefined {
  const [fromUnitId, toUnitId] = [namedId(typed.fromUnitId), namedId(typed.toUnitId)];
  const [fromQty, toQty] = [positiveIn(typed.fromQty), positiveIn(typed.toQty)];
  if (fromUnitId === null || toUnitId === null || fromUnitId === toUnitId || fromQty === null || toQty === null)
    return undefined;
  return { fromQty, fromUnitId, toQty, toUnitId, startDate: dayOr(typed.startDate, today), endDate: null };
}
const positiveIn = (text: string | null): DecimalText | null =>
  text !== null && Decimal.isText(text) && Decimal.of(text).isPositive() ? text : null;

interface Previewed {
  readonly ladder: UnitContext;
  readonly scope: ConversionScope;
}
/** The day on which the conversion counts first, from today on. */
const firstDay = (row: ConversionRow, today: string): string => (row.startDate > today ? row.startDate : today);

/** The general conversions with this one among them. */
async function generalWith(context: Context, typed: Typed, row: ConversionRow): Promise<Previewed> {
  const { units, conversions } = await generalLadder(context, namedId(typed.id) ?? undefined);
  return {
    ladder: {
      material: { id: '0', name: '', baseUnitId: row.toUnitId },
      units,
      conversions: [...conversions, conversionOf(row, 'general')],
      date: firstDay(row, context.today),
    },
    scope: 'general',
  };
}

/** All conversions of a material with this one among them; undefined where there is no such material. */
async function materialWith(
  context: Context,
  typed: Typed,
  row: ConversionRow,
  materialId: Id,
): Promise<Previewed | undefined> {
  const [date, without] = [firstDay(row, context.today), namedId(typed.id)];
  const ladder = (await unitLadders(context, [materialId], { date, ...(without === null ? {} : { without }) })).get(
    materialId,
  );
  return ladder === undefined
    ? undefined
    : {
        ladder: { ...ladder, conversions: [...ladder.conversions, conversionOf(row, 'material')], date },
        scope: 'material',
      };
}

export const previewOfMaterial = serve(
  calls.previewOfMaterial,
  async (context, input) => {
    const [row, materialId] = [equationIn(input, context.today), namedId(input.materialId)];
    const requested =
      row === undefined || materialId === null ? undefined : await materialWith(context, input, row, materialId);
    return row === undefined || requested === undefined ? NOTHING : readingOf(context, row, requested);
  },
  { reads: true },
);

export const previewOfGeneral = serve(
  calls.previewOfGeneral,
  async (context, input) => {
    const row = equationIn(input, context.today);
    return row === undefined ? NOTHING : readingOf(context, row, await generalWith(context, input, row));
  },
  { reads: true },
);

async function readingOf(context: Context, row: ConversionRow, { ladder, scope }: Previewed): Promise<Reading> {
  const nameOf = (id: string): string => ladder.units.find((unit) => unit.id === id)?.name ?? id;
  const path = unitPath(ladder, row.fromUnitId);
  const ratio = Fraction.of(row.toQty).dividedBy(Fraction.of(row.fromQty));
  // Both equations need no conversion to the base unit.
  const [from, to] = [nameOf(row.fromUnitId), nameOf(row.toUnitId)];
  const equation = `${row.fromQty} ${from} = ${row.toQty} ${to}`;
  const inverse = `1 ${to} = ${Fraction.one.dividedBy(ratio).rounded(6)} ${from}`;
  const own = label(`${equation}；${inverse}`, `${equation}; ${inverse}`);
  const received =
    scope === 'material' && path.ok ? await receivedFactor(context, ladder.material.id, row.fromUnitId) : null;
  const sentences = (refusals: readonly Refusal[]): string[] =>
    refusals.map((refusal) => sentenceOf(refusal, context.language));
  return {
    sentence: (path.ok ? path.sentence : own)[context.language],
    against: sentences(scope === 'general' ? (path.ok ? [] : path.refusals) : conversionRefusals(ladder)),
    doubts: sentences(
      path.ok && received !== null
        ? factorDoubts(path.ratio, received, { unit: nameOf(row.fromUnitId), base: nameOf(ladder.material.baseUnitId) })
        : [],
    ),
  };
}
