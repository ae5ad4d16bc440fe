/** Lines of price runs under the rules of early warning: as they are reckoned, changed by hand, and sent. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Refusal } from '../../../kernel/core/refusal.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { blockedRefusals, UNJUDGED, warnCountOf, type LineWarning } from '../warnings/charged-price.rules.ts';
import { judgeLines, mayPass, overrideOf, writeWarnings, type ChargedLine } from '../warnings/charged-price.server.ts';
import { SEES_RUNS } from './price-run.document.ts';
import type { PriceType } from '../price-book/price.resource.ts';

const perBase = (price: DecimalText, factor: DecimalText): Decimal =>
  Fraction.of(Decimal.of(price))
    .dividedBy(Fraction.of(Decimal.of(factor)))
    .rounded(6);

export interface Weighed {
  readonly materialId: Id;
  readonly price: DecimalText | null;
  readonly oldPrice: DecimalText | null;
  readonly factor: DecimalText | null;
}
/** What the rules of early warning say of each line; of one without a price nothing. */
export async function warningsOf(
  context: Context,
  run: Readonly<Record<string, unknown>>,
  lines: readonly Weighed[],
): Promise<LineWarning[]> {
  const requested = lines.flatMap((line, at): { at: number; line: ChargedLine }[] =>
    line.price === null || line.factor === null
      ? []
      : [
          {
            at,
            line: {
              priceType: run['priceType'] as PriceType,
              companyDeptId: run['companyDeptId'] ? String(run['companyDeptId']) : null,
              materialId: line.materialId,
              basePrice: perBase(line.price, line.factor),
              before: line.oldPrice === null ? null : perBase(line.oldPrice, line.factor),
            },
          },
        ],
  );
  const found = await judgeLines(
    context,
    requested.map((each) => each.line),
  );
  const byPlace = new Map(requested.map(({ at }, nr) => [at, found[nr]!]));
  return lines.map((_, at) => byPlace.get(at) ?? UNJUDGED);
}

interface RunLine extends Weighed {
  readonly id: Id;
  readonly priceRunId: Id;
  readonly lineNo: number;
}
/** Prices beyond the block line, as rules and markets are by now; whoever may let them pass says why. */
export async function blockedRuns(
  context: Context,
  documents: readonly Acting[],
  lines: readonly RunLine[],
  input: Input,
): Promise<readonly Refusal[]> {
  const names = new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(
        sql`select id, name from material where id = any(${lines.map((line) => line.materialId)}::bigint[])`,
      )
    ).map((row) => [row.id, row.name]),
  );
  const reason = overrideOf(context, input);
  const known = Map.groupBy(lines, (line) => line.priceRunId);
  const refusals: Refusal[] = [];
  for (const { id, row } of documents) {
    const own = known.get(id) ?? [];
    const warnings = await warningsOf(context, row, own);
    const blocked = blockedRefusals(
      own.map((line, index) => ({
        line: line.lineNo,
        material: names.get(line.materialId) ?? '',
        basePrice: perBase(line.price!, line.factor ?? '1').toString(),
        warning: warnings[index]!,
      })),
      mayPass(context, SEES_RUNS),
    );
    await writeWarnings(
      context,
      'price_run_detail',
      own.map((line, index) => ({ id: line.id, warning: warnings[index]! })),
    );
    await context.tx.run(
      sql`update price_run set warn_count = ${warnCountOf(warnings)}, override_reason =
        ${blocked.length > 0 && reason !== '' ? reason : null} where id = ${id}::bigint`,
    );
    if (reason === '') refusals.push(...blocked);
  }
  return refusals;
}
