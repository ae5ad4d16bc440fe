/** A count as it is looked at: the sheet while it is being counted, the differences to review, the result. Nothing is saved here. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readLines, readRecord } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { readIds, requireState } from '../../kernel/server/run-action.ts';
import { unitLadders, unitsOf } from '../master-data/units/material-units.server.ts';
import { unitPath } from '../master-data/units/unit-conversion.rules.ts';
import { bookOf, costOf } from './count-book.server.ts';
import { likelyCause, varianceOf, type Different } from './count-variance.rules.ts';
import { keptInPieces } from './enter-counts.server.ts';
import { stockCheck, stockCheckLife, type StockCheckState } from './stock-check.document.ts';
import { withoutFirstCounts } from './stock-check.server.ts';
import { stockCheckVoucher } from './stock-check-voucher.resource.ts';

type Row = Record<string, unknown>;
const SEES_COST = 'invcheck_view_cost';

async function checkOf(
  registry: Registry,
  context: Context,
  input: Input,
  states?: readonly StockCheckState[],
  doing: { readonly zh: string; readonly en: string } = label('查看', 'looking at it'),
): Promise<WholeRecord<typeof stockCheck>> {
  const id = readIds({ id: input['checkId'] ?? input['factoryCheckId'] ?? input['id'] })[0]!;
  const record = await readRecord(registry, stockCheck, context, { id });
  if (record === undefined) throw unknownRecord(stockCheck.label);
  if (states !== undefined) requireState(stockCheck, record, states, doing);
  return record;
}

/** A unit a material may be counted in. */
interface EntryUnit {
  readonly unitId: Id;
  readonly name: string;
  /** Base units in one. */
  readonly factor: string;
}
/** Base unit first, then those the material is bought, issued, cooked and sold in, and those with a conversion of its own. */
async function entryUnits(context: Context, materialIds: readonly Id[]): Promise<Map<Id, EntryUnit[]>> {
  const [ladders, purposes] = [await unitLadders(context, materialIds), await unitsOf(context, materialIds)];
  return new Map(
    [...ladders].map(([materialId, ladder]) => {
      const own = ladder.conversions
        .filter((conversion) => conversion.scope !== 'general')
        .flatMap((conversion) => [conversion.fromUnitId, conversion.toUnitId]);
      const { baseUnitId, purchaseUnitId, issueUnitId, recipeUnitId, saleUnitId } = purposes.get(materialId)!;
      const units = [...new Set([baseUnitId, purchaseUnitId, issueUnitId, recipeUnitId, saleUnitId, ...own])].flatMap(
        (unitId): EntryUnit[] => {
          const path = unitPath(ladder, unitId);
          const name = ladder.units.find((unit) => unit.id === unitId)?.name;
          return path.ok && name !== undefined ? [{ unitId, name, factor: path.factor.toString() }] : [];
        },
      );
      return [materialId, units];
    }),
  );
}

async function preCheck(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const check = await checkOf(registry, context, input, ['counting'], label('填写实盘', 'entering counts'));
  const units = await entryUnits(
    context,
    check.details.map((line) => String(line['materialId'])),
  );
  const inPieces = await keptInPieces(
    context,
    check.details.map((line) => String(line['materialId'])),
  );
  const counted = check.details.filter((line) => !['waiting', 'recount'].includes(String(line['lineState']))).length;
  return {
    ...check,
    progress: { count: check.details.length, counted },
    details: withoutFirstCounts(check, check.details).map((line) => ({
      ...line,
      units: units.get(String(line['materialId'])) ?? [],
      needsPieces: inPieces.has(String(line['materialId'])) ? 1 : 0,
      mayCount: line['lineState'] !== 'recount' || line['countUserId'] !== context.user.userId ? 1 : 0,
      mayCorrect: line['lineState'] === 'recount' && line['countUserId'] === context.user.userId ? 1 : 0,
    })),
  };
}

async function preCheckApproval(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const check = await checkOf(registry, context, input, ['counted'], stockCheckLife.actions.doCheckApproval.label);
  const lines = await bookOf(context, [String(check['id'])]);
  const units = await entryUnits(
    context,
    lines.map((line) => line.materialId),
  );
  const different = new Map(
    lines.flatMap((line): [Id, Different][] =>
      line.counted === null
        ? []
        : [
            [
              line.id,
              {
                batchId: line.batchId,
                materialId: line.materialId,
                counted: line.counted,
                expected: line.expected,
                isExpired: line.expiryDate !== null && line.expiryDate < context.today,
                factors: (units.get(line.materialId) ?? []).map((unit) => Decimal.of(unit.factor)),
              },
            ],
          ],
    ),
  );
  const sees = context.allowed(SEES_COST);
  const stored = new Map(check.details.map((line) => [String(line['id']), line]));
  const details = lines.map((line) => {
    const variance = line.counted === null ? Decimal.zero : varianceOf(line.counted, line.expected);
    const own = different.get(line.id);
    const cost = costOf(line, variance);
    return {
      ...stored.get(line.id),
      onHandQty: line.onHand.toString(),
      expectedQty: line.expected.toString(),
      moveQty: line.expected.minus(line.start).toString(),
      varianceQty: variance.toString(),
      ...(sees ? { varianceCost: cost.toString(), varianceAmount: variance.times(cost).toFixed(2) } : {}),
      proposedCause: own === undefined ? '' : (likelyCause(own, [...different.values()]) ?? ''),
      touched: line.onHand.equals(line.expected) ? 0 : 1,
      stale: line.seenExpected !== null && !line.seenExpected.equals(line.expected) ? 1 : 0,
      lateBills: line.lateBills ?? '',
    };
  });
  return { ...check, details };
}

async function viewCheckResult(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const check = await checkOf(
    registry,
    context,
    input,
    ['counted', 'done'],
    label('查看结果', 'looking at its result'),
  );
  const { details, ...header } = check;
  const types = new Map((await bookOf(context, [String(check['id'])])).map((line) => [line.id, line.materialType]));
  const voucher = await context.tx.row<{ id: Id }>(
    sql`select v.id from stock_check_voucher v where v.check_id = ${String(check['id'])}::bigint`,
  );
  return {
    header,
    details,
    totals: {
      byCause: totalsOf(details, (line) => String(line['causeName'] ?? ''), context),
      byType: totalsOf(details, (line) => types.get(String(line['id'])) ?? '', context),
    },
    voucher:
      voucher === undefined
        ? null
        : ((await readRecord(registry, registry.find(stockCheckVoucher.name), context, { id: voucher.id })) ?? null),
  };
}

/** Differing lines, gain and loss of each group, the largest loss first. */
function totalsOf(details: readonly Row[], by: (line: Row) => string, context: Context): readonly Row[] {
  const money = (lines: readonly Row[], sign: 1 | -1): string =>
    Decimal.sum(
      lines
        .map((line) => Decimal.of(String(line['varianceAmount'] ?? '0') || '0'))
        .filter((amount) => (sign > 0 ? amount.isPositive() : amount.isNegative())),
    )
      .abs()
      .toFixed(2);
  const differing = details.filter(
    (line) => line['varianceQty'] !== null && line['varianceQty'] !== '' && line['varianceQty'] !== '0',
  );
  return [...Map.groupBy(differing, by)]
    .map(([name, lines]) => ({
      name,
      count: lines.length,
      ...(context.allowed(SEES_COST) ? { gain: money(lines, 1), loss: money(lines, -1) } : {}),
    }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

async function checkDetailList(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const { details: _, ...check } = await checkOf(registry, context, input);
  const lines = await readLines(
    registry,
    stockCheck,
    'details',
    stockCheck.lines!.details!,
    context,
    String(check['id']),
  );
  const wanted =
    (name: string) =>
    (line: Row): boolean =>
      input[name] === undefined || input[name] === '' || String(line[name]) === String(input[name]);
  return withoutFirstCounts(check, lines)
    .filter(wanted('lineState'))
    .filter(wanted('materialId'))
    .map((line) => ({ ...line, checkId: check['id'] }));
}

const read = (
  registry: () => Registry,
  method: 'GET' | 'POST',
  path: string,
  permission: string,
  zh: string,
  en: string,
  handle: (registry: Registry, context: Context, input: Input) => Promise<unknown>,
): Call => ({
  method,
  service: 'store-management',
  path: `invcheck/${path}`,
  permission,
  ...(method === 'POST' ? { reads: true } : {}),
  summary: label(zh, en),
  handle: (context, input) => handle(registry(), context, input),
});

export const resultCalls = (registry: () => Registry): readonly Call[] => [
  read(registry, 'POST', 'preCheck', 'invcheck_do_check', '盘点准备', 'Prepare counting', preCheck),
  read(
    registry,
    'POST',
    'preCheckApproval',
    'invcheck_do_check_approval',
    '审核准备',
    'Prepare the review',
    preCheckApproval,
  ),
  read(registry, 'POST', 'viewCheckResult', 'invcheck_view', '盘点结果', 'Result of a count', viewCheckResult),
  read(registry, 'GET', 'checkDetailList', 'invcheck_view', '盘点明细', 'Lines of a count', checkDetailList),
];
