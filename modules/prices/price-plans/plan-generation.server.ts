/**
 * Fills price documents from the formulas for their kind of price: what was typed stays, what a formula made is made
 * anew.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { inBoth } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { notPermitted, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { actOn } from '../../../kernel/server/run-action.ts';
import type { RecordValues } from '../../../kernel/core/validate.ts';
import { lineTableOf, ownerColumn } from '../../../kernel/server/schema.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { derivePrices } from '../market/derive-prices.server.ts';
import { fillLines, type Made, type ExistingLine } from './plan-generation.rules.ts';
import { headOf, type Kind } from './plan-kind.server.ts';
import { lineageOf, lineages, type LineLineage } from './plan-lineage.server.ts';
import { generateLines } from './price-plan.calls.ts';
import { PLAN_KINDS } from './price-plan.server.ts';

/** Goods without a price that one answer names at most. */
const NAMED_MAX = 100;

type Stored = ExistingLine & LineLineage & { readonly id: Id; readonly price: DecimalText | null };

async function generate(context: Context, kind: Kind, id: Id): Promise<Generated> {
  const { declaration } = kind;
  if (!context.allowed(kind.right)) throw notPermitted();
  return actOn(context, declaration, 'generateDetails', id, ({ row }) => fillIn(context, kind, row));
}

async function fillIn(context: Context, kind: Kind, row: RecordValues): Promise<Generated> {
  const { declaration } = kind;
  const { id, billCode, companyDeptId, startDate } = headOf(row);
  if (kind.isPriced?.(row) === true) throw new Refused(refuse('prices.scheme-unfixed', { billCode }));

  const derived = await derivePrices(context, {
    priceType: kind.typeOf(row),
    companyDeptId,
    everywhere: true,
    formulaIds: [],
    referenceDate: context.today,
    startDate,
  });
  const stored = await context.tx.rows<Stored>(
    sql`select l.* from ${ident(lineTableOf(declaration, 'details'))} l
      where l.${ident(ownerColumn(declaration))} = ${id}::bigint order by l.line_no`,
  );
  const made = derived.map((each): Made => ({
    materialId: each.materialId,
    unitId: each.unitId,
    price: each.price,
    lineage: {
      formulaId: each.formula.id,
      formulaText: inBoth(each.formula.text, 200),
      referencePrice: each.reference,
      referenceDate: each.referenceDate,
      evidence: each.evidence === '' ? null : each.evidence.slice(0, 200),
    },
  }));
  const filled = fillLines(stored, made);
  const body: Input = {
    id,
    details: filled.lines.map(({ line, made: each }) => ({
      ...line,
      ...(each === null ? {} : { materialId: each.materialId, unitId: each.unitId, price: each.price }),
    })),
  };
  lineages.set(
    body,
    filled.lines.map(({ line, made: each }) => each?.lineage ?? (line === null ? null : lineageOf(line))),
  );
  await saveRecord(declaration, context, body);
  const failed = derived.filter((each) => each.price === null);
  return {
    id,
    added: filled.added,
    renewed: filled.renewed,
    typed: filled.typed,
    failed: failed.length,
    errors: failed
      .slice(0, NAMED_MAX)
      .map((each) => ({ materialId: each.materialId, materialName: each.material, reason: each.why })),
  };
}

type Generated = TypeOf<ReturnType<typeof generateLines>['answer']>;

export const planGenerationCalls: readonly Call[] = PLAN_KINDS.map((kind) =>
  serve(generateLines(kind.declaration), (context, input) => generate(context, kind, input.id)),
);
