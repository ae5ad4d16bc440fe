/** Lines of returns as they are entered: each of its lot, in base unit. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { mergedInto } from '../master-data/merging/material-merge.server.ts';
import { inBaseUnit, traitsOf } from '../other-moves/other-bill.server.ts';
import { measureRefusals } from '../other-moves/other-in-store.rules.ts';
import type { LotReceived } from '../stock/lots/lot-returns.server.ts';

interface Entered {
  readonly values: {
    readonly materialId: Id;
    readonly batchId: Id;
    readonly unitId: Id | null;
    readonly qty: DecimalText;
    readonly auxQty: DecimalText | null;
  };
}

/** A lot of a material that was merged into that of the line stays what it is: the line takes the lot's. */
export async function asTheirLots<L extends Entered>(
  context: Context,
  lines: readonly L[],
  received: ReadonlyMap<Id, LotReceived>,
): Promise<L[]> {
  const others = lines.filter(({ values }) => {
    const lot = received.get(values.batchId);
    return lot !== undefined && lot.materialId !== values.materialId;
  });
  if (others.length === 0) return [...lines];
  const merged = await mergedInto(
    context,
    others.map(({ values }) => values.materialId),
  );
  return lines.map((line) => {
    const lot = received.get(line.values.batchId);
    return lot !== undefined && merged.get(lot.materialId) === line.values.materialId
      ? { ...line, values: { ...line.values, materialId: lot.materialId } }
      : line;
  });
}

/** Lines as they were entered and in base unit; goods of catch weight say their pieces too. */
export async function inUnits<L extends Entered>(context: Context, lines: readonly L[], date: string): Promise<L[]> {
  const known = await traitsOf(
    context,
    lines.map((line) => line.values.materialId),
  );
  const refusals = lines.flatMap(({ values: { materialId, unitId, qty, auxQty } }, index): Refusal[] => {
    const traits = known.get(materialId);
    if (traits === undefined) return [];
    return measureRefusals(
      {
        line: index + 1,
        unitId: unitId ?? traits.baseUnitId,
        qty: Decimal.of(qty),
        auxQty: auxQty ? Decimal.of(auxQty) : null,
      },
      traits,
    );
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  const converted = await inBaseUnit(
    context,
    lines.map((line) => line.values),
    known,
    date,
  );
  return lines.map((line, index) => ({ ...line, values: { ...line.values, ...converted[index]! } }));
}
