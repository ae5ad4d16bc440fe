/** The equations of SAP's alternative units, as conversions of the material that belong to SAP. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { byHalves } from '../../parts/bulk-save/save-batch.ts';
import { insertRows } from '../../kernel/server/write-rows.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import { conversionOf, unitLadders } from '../master-data/units/material-units.server.ts';
import { itemUnitConversion } from '../master-data/units/unit-conversion.resource.ts';
import { conversionRefusals, unitPath, type UnitContext } from '../master-data/units/unit-conversion.rules.ts';
import type { UnitEquation } from './sap-facts.rules.ts';
import { unitsBySapCode } from './sap-keys.server.ts';
import type { Problem } from './sap-sync.server.ts';

interface Goods {
  readonly id: string;
  readonly equations: readonly UnitEquation[];
}
interface StoredConversion {
  readonly id: string;
  readonly materialId: string;
  readonly fromUnitId: string;
  readonly toUnitId: string;
  readonly fromQty: string;
  readonly toQty: string;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly source: string;
}
interface Converted {
  readonly changed: boolean;
  readonly problems: readonly Problem[];
}
interface Row {
  readonly [name: string]: unknown;
  readonly materialId: string;
}

/** SAP's equations have no days: one that is new here held before, too, and prices that began then can be read. */
const ALWAYS = '2000-01-01';

const ratioOf = (fromQty: string, toQty: string): Fraction =>
  Fraction.of(Decimal.of(toQty)).dividedBy(Fraction.of(Decimal.of(fromQty)));
const same = (a: Fraction, b: Fraction): boolean => a.rounded(12).equals(b.rounded(12));

/** Brings the conversions of these materials to what SAP says; what speaks against one equation leaves the others. */
export async function takeInConversions(context: Context, goods: readonly Goods[]): Promise<Converted[]> {
  if (goods.length === 0) return [];
  const ids = goods.map((each) => each.id);
  const units = await unitsBySapCode(context, [
    ...new Set(goods.flatMap((each) => each.equations.map((equation) => equation.unit))),
  ]);
  const ladders = await unitLadders(context, ids);
  const current = Map.groupBy(
    await context.tx.rows<StoredConversion>(sql`
    select id, material_id, from_unit_id, to_unit_id, from_qty, to_qty, start_date, end_date, source
    from item_unit_conversion
    where material_id = any(${ids}::bigint[]) and frozen = 0`),
    (row) => row.materialId,
  );

  const over: StoredConversion[] = [];
  const fresh: (Row & { readonly at: number; readonly unit: string })[] = [];
  const answers = goods.map((each, at) => {
    const plan = planned(context, each, ladders.get(each.id)!, current.get(each.id) ?? [], units);
    over.push(...plan.over);
    fresh.push(...plan.fresh.map((row) => ({ ...row, at })));
    return { changed: plan.over.length + plan.fresh.length > 0, problems: [...plan.problems] };
  });
  await end(context, over);
  const written = await byHalves(context, fresh, (rows) =>
    insertRows(context, 'item_unit_conversion', itemUnitConversion.fields, rows, {
      create_user: sql`${context.user.userId}::bigint`,
      update_user: sql`${context.user.userId}::bigint`,
    }),
  );
  written.forEach((result, index) => {
    const { at, unit } = fresh[index]!;
    if (typeof result !== 'string')
      answers[at]!.problems.push(
        ...result.refusals.map((refusal): Problem => ({ field: 'units', value: unit, refusal })),
      );
  });
  return answers;
}

function planned(
  context: Context,
  goods: Goods,
  ladder: UnitContext,
  all: readonly StoredConversion[],
  units: ReadonlyMap<string, { readonly id: string; readonly name: string }>,
): { readonly over: StoredConversion[]; readonly fresh: (Row & { unit: string })[]; readonly problems: Problem[] } {
  const current = all.filter((row) => row.endDate === null || row.endDate >= context.today);
  const base = ladder.material.baseUnitId;
  const nameOf = (id: string): string => ladder.units.find((unit) => unit.id === id)?.name ?? id;
  const dimensionOf = (id: string): string | undefined => ladder.units.find((unit) => unit.id === id)?.dimension;
  const over: StoredConversion[] = [];
  const fresh: (Row & { unit: string })[] = [];
  const problems: Problem[] = [];
  const against = (unit: string, code: string, detail: Record<string, unknown>): void =>
    void problems.push({ field: 'units', value: unit, refusal: refuse(code, { unit, ...detail }) });
  const named = new Set<string>();
  let { conversions } = ladder;
  for (const { unit: code, fromQty, toQty } of goods.equations) {
    const unit = units.get(code);
    if (unit === undefined) {
      against(code, 'sap.unit-unknown', {});
      continue;
    }
    if (unit.id === base) continue;
    named.add(unit.id);
    if (![fromQty, toQty].every((qty) => Decimal.isText(qty) && Decimal.of(qty).isPositive())) {
      against(code, 'sap.quantity-invalid', { value: `${fromQty} / ${toQty}` });
      continue;
    }
    const ratio = ratioOf(fromQty, toQty);
    const equation = `${fromQty} ${unit.name} = ${toQty} ${nameOf(base)}`;
    const isConstant =
      dimensionOf(unit.id) === dimensionOf(base) && ['mass', 'volume'].includes(dimensionOf(base) ?? '');
    if (isConstant) {
      const path = unitPath({ ...ladder, conversions }, unit.id);
      if (!path.ok || !same(path.ratio, ratio)) against(code, 'sap.constant-conflict', { sap: equation });
      continue;
    }
    const own = current.find(
      (row) =>
        (row.fromUnitId === unit.id && row.toUnitId === base) || (row.fromUnitId === base && row.toUnitId === unit.id),
    );
    if (own !== undefined) {
      const stands = own.fromUnitId === unit.id ? ratioOf(own.fromQty, own.toQty) : ratioOf(own.toQty, own.fromQty);
      if (same(stands, ratio)) continue;
      if (own.source !== 'sap') {
        against(code, 'sap.conversion-conflict', {
          sap: equation,
          own: `${own.fromQty} ${nameOf(own.fromUnitId)} = ${own.toQty} ${nameOf(own.toUnitId)}`,
        });
        continue;
      }
    }
    const remaining =
      own === undefined
        ? conversions
        : conversions.filter(
            (each) =>
              !(
                each.scope === 'material' &&
                each.fromUnitId === own.fromUnitId &&
                each.toUnitId === own.toUnitId &&
                each.startDate === own.startDate
              ),
          );
    const row = {
      fromQty,
      fromUnitId: unit.id,
      toQty,
      toUnitId: base,
      startDate: all.some((each) => each.fromUnitId === unit.id && each.toUnitId === base) ? context.today : ALWAYS,
      endDate: null,
    };
    const added = conversionOf(row, 'material');
    const refusals = conversionRefusals({ ...ladder, conversions: [...remaining, added] });
    if (refusals.length > 0) {
      problems.push(...refusals.map((refusal): Problem => ({ field: 'units', value: code, refusal })));
      continue;
    }
    conversions = [...remaining, added];
    if (own !== undefined) over.push(own);
    fresh.push({
      ...row,
      unit: code,
      materialId: goods.id,
      type: 'purchase',
      nature: 'exact',
      factor: ratio.rounded(12).toString(),
      sentence: `${equation}；1 ${nameOf(base)} = ${Fraction.one.dividedBy(ratio).rounded(6)} ${unit.name}`,
      source: 'sap',
      frozen: 0,
    });
  }
  // What SAP no longer names ends, where nothing went wrong in reading it.
  if (problems.length === 0)
    over.push(...current.filter((row) => row.source === 'sap' && !named.has(row.fromUnitId) && row.toUnitId === base));
  return { over, fresh, problems };
}

/** A conversion that was in force ends yesterday; one that only began today was in force for nobody. */
async function end(context: Context, rows: readonly StoredConversion[]): Promise<void> {
  if (rows.length === 0) return;
  const [gone, ended] = [
    rows.filter((row) => row.startDate >= context.today),
    rows.filter((row) => row.startDate < context.today),
  ].map((some) => some.map((row) => row.id));
  await context.tx.run(sql`delete from item_unit_conversion where id = any(${gone!}::bigint[])`);
  await context.tx.run(
    sql`update item_unit_conversion set end_date = ${dayPlus(context.today, -1)}::date, version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now() where id = any(${ended!}::bigint[])`,
  );
}
