/** A conversion as it would read, before it is saved: both ways, down to the base unit, with what speaks against it and what is doubtful. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label } from '../../../kernel/core/label.ts';
import { sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import { factorDoubts } from './factor-doubts.rules.ts';
import { conversionOf, generalLadder, unitLadders, type ConversionRow } from './material-units.server.ts';
import { receivedFactor } from './received-factors.port.server.ts';
import { conversionRefusals, unitPath, type ConversionScope, type UnitContext } from './unit-conversion.rules.ts';

const isId = (value: unknown): boolean => /^\d{1,19}$/.test(String(value ?? ''));
const NOTHING = { sentence: '', against: [], doubts: [] } as const;

/** The equation, where it is one already: two units and two quantities above zero. */
function equationIn(input: Input, today: string): ConversionRow | undefined {
  const isQty = (value: unknown): boolean =>
    Decimal.isText(String(value ?? '')) && Decimal.of(String(value)).isPositive();
  if (
    !isId(input['fromUnitId']) ||
    !isId(input['toUnitId']) ||
    input['fromUnitId'] === input['toUnitId'] ||
    !isQty(input['fromQty']) ||
    !isQty(input['toQty'])
  )
    return undefined;
  const startDate = /^\d{4}-\d{2}-\d{2}$/.test(String(input['startDate'] ?? '')) ? String(input['startDate']) : today;
  return {
    fromQty: String(input['fromQty']),
    fromUnitId: String(input['fromUnitId']),
    toQty: String(input['toQty']),
    toUnitId: String(input['toUnitId']),
    startDate,
    endDate: null,
  };
}

/** Its rows with this one among them, on the day it begins. */
async function ladderWith(
  context: Context,
  input: Input,
  row: ConversionRow,
): Promise<{ readonly ladder: UnitContext; readonly scope: ConversionScope } | undefined> {
  const without = isId(input['id']) ? String(input['id']) : undefined;
  const date = row.startDate > context.today ? row.startDate : context.today;
  if (input['materialId'] === undefined) {
    const { units, conversions } = await generalLadder(context, without);
    return {
      ladder: {
        material: { id: '0', name: '', baseUnitId: row.toUnitId },
        units,
        conversions: [...conversions, conversionOf(row, 'general')],
        date,
      },
      scope: 'general',
    };
  }
  if (!isId(input['materialId'])) return undefined;
  const materialId = String(input['materialId']);
  const ladder = (
    await unitLadders(context, [materialId], { date, ...(without === undefined ? {} : { without }) })
  ).get(materialId);
  return ladder === undefined
    ? undefined
    : {
        ladder: { ...ladder, conversions: [...ladder.conversions, conversionOf(row, 'material')], date },
        scope: 'material',
      };
}

async function preview(context: Context, input: Input): Promise<unknown> {
  const row = equationIn(input, context.today);
  const found = row === undefined ? undefined : await ladderWith(context, input, row);
  if (row === undefined || found === undefined) return NOTHING;
  const { ladder, scope } = found;
  const nameOf = (id: string): string => ladder.units.find((unit) => unit.id === id)?.name ?? id;
  const path = unitPath(ladder, row.fromUnitId);
  const ratio = Fraction.of(row.toQty).dividedBy(Fraction.of(row.fromQty));
  // Without a way to the base unit it still says what it says itself.
  const own = label(
    `${row.fromQty} ${nameOf(row.fromUnitId)} = ${row.toQty} ${nameOf(row.toUnitId)}；1 ${nameOf(row.toUnitId)} = ${Fraction.one.dividedBy(ratio).rounded(6)} ${nameOf(row.fromUnitId)}`,
    `${row.fromQty} ${nameOf(row.fromUnitId)} = ${row.toQty} ${nameOf(row.toUnitId)}; 1 ${nameOf(row.toUnitId)} = ${Fraction.one.dividedBy(ratio).rounded(6)} ${nameOf(row.fromUnitId)}`,
  );
  const received =
    scope === 'material' && path.ok ? await receivedFactor(context, ladder.material.id, row.fromUnitId) : null;
  const said = (refusals: readonly Refusal[]): string[] =>
    refusals.map((refusal) => sentenceOf(refusal, context.language));
  return {
    sentence: (path.ok ? path.sentence : own)[context.language],
    against: said(scope === 'general' ? (path.ok ? [] : path.refusals) : conversionRefusals(ladder)),
    doubts: said(
      path.ok && received !== null
        ? factorDoubts(path.ratio, received, { unit: nameOf(row.fromUnitId), base: nameOf(ladder.material.baseUnitId) })
        : [],
    ),
  };
}

const call = (segment: string, zh: string, en: string): Call => ({
  method: 'POST',
  service: 'master-data',
  path: `${segment}/preview`,
  permission: [`${segment}_view`, `${segment}_add`, `${segment}_edit`],
  reads: true,
  summary: label(zh, en),
  handle: preview,
});
export const unitPreviewCalls: readonly Call[] = [
  call('itemunitconversion', '物料单位换算预览', 'A conversion as it would read'),
  call('basicunitconversion', '通用单位换算预览', 'A general conversion as it would read'),
];
