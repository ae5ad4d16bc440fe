/**
 * A count as it is looked at: the sheet while it is being counted, the differences to review, the result. Nothing is
 * saved here.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import type { Id } from '../../kernel/core/field.ts';
import { permissionOf } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { TypeOf, WholeRecord } from '../../kernel/core/shape.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { readIds, requireState } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { unitLadders, unitsOf } from '../master-data/units/material-units.server.ts';
import { unitPath } from '../master-data/units/unit-conversion.rules.ts';
import { countedInPieces, bookOf, costOf, type BookLine } from './count-book.server.ts';
import { likelyCause, varianceOf, type Different } from './count-variance.rules.ts';
import { countFaces, type CountFace } from './faces/count-faces.server.ts';
import type * as shared from './stock-check.calls.ts';
import { stockCheckLife, type stockCheck, type StockCheckLine, type StockCheckState } from './stock-check.document.ts';
import { withoutFirstCounts } from './stock-check.server.ts';
import { stockCheckVoucher } from './stock-check-voucher.resource.ts';

type Named = InputOf<typeof shared.viewCheckResult.input>;

/** The count a call names, where its state is one of `states`; `doing` is what a person would do, for the refusal. */
async function checkOf(
  context: Context,
  of: typeof stockCheck,
  input: Named,
  states?: readonly StockCheckState[],
  doing: { readonly zh: string; readonly en: string } = label('查看', 'looking at it'),
): Promise<WholeRecord<typeof stockCheck>> {
  const id = readIds({ id: input.checkId ?? input.factoryCheckId ?? input.id })[0]!;
  const record = await recordById(context, of, id);
  if (states !== undefined) requireState(of, record, states, doing);
  return record;
}

/** A unit a material may be counted in. */
interface EntryUnit {
  readonly unitId: Id;
  readonly name: string;
  /** Base units in one. */
  readonly factor: string;
}
/**
 * Base unit first, then those the material is bought, issued, cooked and sold in, and those with a conversion of its
 * own.
 */
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

const preCheck = ({ calls, of }: CountFace): Call =>
  serve(
    calls.preCheck,
    async (context, input) => {
      const check = await checkOf(context, of(context), input, ['counting'], label('填写实盘', 'entering counts'));
      const materialIds = check.details.map((line) => line.materialId);
      const units = await entryUnits(context, materialIds);
      const inPieces = await countedInPieces(context, materialIds);
      const counted = check.details.filter(
        ({ lineState }) => lineState !== 'waiting' && lineState !== 'recount',
      ).length;
      const isOwn = (line: StockCheckLine): boolean => line.countUserId === context.user.userId;
      return {
        ...check,
        blind: check.blind ?? 0,
        progress: { count: check.details.length, counted },
        details: withoutFirstCounts(check, check.details).map((line) => ({
          ...line,
          materialCode: line.materialCode ?? '',
          storagePlace: line.storagePlace ?? '',
          batchId: line.batchId ?? '',
          expiryDate: line.expiryDate ?? '',
          skipReason: line.skipReason ?? '',
          supplierBatchNo: line.supplierBatchNo ?? '',
          parts: partsOf(line.parts),
          units: units.get(line.materialId) ?? [],
          needsPieces: flagOf(inPieces.has(line.materialId)),
          mayCount: flagOf(line.lineState !== 'recount' || !isOwn(line)),
          mayCorrect: flagOf(line.lineState === 'recount' && isOwn(line)),
        })),
      };
    },
    { reads: true },
  );

const flagOf = (is: boolean): 0 | 1 => (is ? 1 : 0);
/** The parts of a line as they were stored with it. */
const partsOf = (stored: unknown): Parts => (Array.isArray(stored) ? (stored as Parts) : null);
type Parts = TypeOf<typeof shared.preCheck.answer>['details'][number]['parts'];

const preCheckApproval = ({ calls, of }: CountFace): Call =>
  serve(
    calls.preCheckApproval,
    async (context, input) => {
      const check = await checkOf(
        context,
        of(context),
        input,
        ['counted'],
        stockCheckLife.actions.doCheckApproval.label,
      );
      const lines = await bookOf(context, [check.id]);
      const units = await entryUnits(
        context,
        lines.map((line) => line.materialId),
      );
      const different = new Map(
        lines.flatMap((line) => {
          const own = differentOf(line, units.get(line.materialId) ?? [], context.today);
          return own === null ? [] : [[line.id, own] as const];
        }),
      );
      const sees = context.allowed(permissionOf(of(context), 'view_cost'));
      const stored = new Map(check.details.map((line) => [line.id, line]));
      const details = lines.map((line) => {
        const variance = line.counted === null ? Decimal.zero : varianceOf(line.counted, line.expected);
        const own = different.get(line.id);
        const cost = costOf(line, variance);
        const { varianceCost: _cost, varianceAmount: _amount, ...shown } = stored.get(line.id)!;
        return {
          ...shown,
          cause: shown.cause ?? '',
          causeRemark: shown.causeRemark ?? '',
          onHandQty: line.onHand.toString(),
          expectedQty: line.expected.toString(),
          moveQty: line.expected.minus(line.start).toString(),
          varianceQty: variance.toString(),
          ...(sees ? { varianceCost: cost.toString(), varianceAmount: variance.times(cost).toFixed(2) } : {}),
          proposedCause: own === undefined ? '' : (likelyCause(own, [...different.values()]) ?? ''),
          touched: flagOf(!line.onHand.equals(line.expected)),
          stale: flagOf(line.seenExpected !== null && !line.seenExpected.equals(line.expected)),
          lateBills: line.lateBills ?? '',
        };
      });
      return { ...check, details };
    },
    { reads: true },
  );

/** What a likely cause is told by; null where nothing was counted. */
const differentOf = (line: BookLine, units: readonly EntryUnit[], today: string): Different | null =>
  line.counted === null
    ? null
    : {
        batchId: line.batchId,
        materialId: line.materialId,
        counted: line.counted,
        expected: line.expected,
        isExpired: line.expiryDate !== null && line.expiryDate < today,
        factors: units.map((unit) => Decimal.of(unit.factor)),
      };

const viewCheckResult = ({ calls, of }: CountFace): Call =>
  serve(
    calls.viewCheckResult,
    async (context, input) => {
      const { details, ...header } = await checkOf(
        context,
        of(context),
        input,
        ['counted', 'done'],
        label('查看结果', 'looking at its result'),
      );
      const types = new Map((await bookOf(context, [header.id])).map((line) => [line.id, line.materialType]));
      const seesCost = context.allowed(permissionOf(of(context), 'view_cost'));
      const voucher = await context.tx.row<{ id: Id }>(
        sql`select v.id from stock_check_voucher v where v.check_id = ${header.id}::bigint`,
      );
      return {
        header,
        details,
        totals: {
          byCause: totalsOf(details, (line) => line.causeName, seesCost),
          byType: totalsOf(details, (line) => types.get(line.id) ?? '', seesCost),
        },
        voucher: voucher === undefined ? null : await recordById(context, stockCheckVoucher, voucher.id),
      };
    },
    { reads: true },
  );

/** Differing lines, gain and loss of each group, the most lines first. */
function totalsOf(
  details: readonly StockCheckLine[],
  by: (line: StockCheckLine) => string,
  seesCost: boolean,
): TypeOf<typeof shared.viewCheckResult.answer>['totals']['byCause'] {
  const money = (lines: readonly StockCheckLine[], sign: 1 | -1): string =>
    Decimal.sum(
      lines
        .map((line) => Decimal.of(line.varianceAmount || '0'))
        .filter((amount) => (sign > 0 ? amount.isPositive() : amount.isNegative())),
    )
      .abs()
      .toFixed(2);
  const differing = details.filter(({ varianceQty }) => varianceQty !== null && varianceQty !== '0');
  return [...Map.groupBy(differing, by)]
    .map(([name, lines]) => ({
      name,
      count: lines.length,
      ...(seesCost ? { gain: money(lines, 1), loss: money(lines, -1) } : {}),
    }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

const checkDetailList = ({ calls, of }: CountFace): Call =>
  serve(calls.checkDetailList, async (context, input) => {
    const check = await checkOf(context, of(context), input);
    return withoutFirstCounts(check, check.details)
      .filter((line) => input.lineState === null || line.lineState === input.lineState)
      .filter((line) => input.materialId === null || line.materialId === input.materialId)
      .map((line) => ({ ...line, checkId: check.id }));
  });

export const resultCalls: readonly Call[] = countFaces.flatMap((face) => [
  preCheck(face),
  preCheckApproval(face),
  viewCheckResult(face),
  checkDetailList(face),
]);
