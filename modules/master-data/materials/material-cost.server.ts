/** Standard and planned costs: figured per base unit when they are entered, and read for a place and a day. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import { materialCost } from './material-cost.resource.ts';
import { baseUnitOf } from '../units/base-unit.server.ts';
import { unitLadders } from '../units/material-units.server.ts';
import { massPath } from '../units/mass-path.rules.ts';
import { unitPath, type UnitContext } from '../units/unit-conversion.rules.ts';
import { pricesToday } from './prices-today.port.server.ts';
import { periodRefusals } from './validity.server.ts';

/** What goods cost today, and how far that strays, follow from these. */
const FROM = ['materialId', 'deptId', 'baseUnitCost'];

export const materialCostBehaviour = behaviour(materialCost, {
  async beforeSaveAll(context, savings) {
    const ladders = await unitLadders(
      context,
      savings.map(({ values }) => String(values.materialId)).filter((id) => /^\d{1,19}$/.test(id)),
    );
    for (const saving of savings)
      saving.refuse(
        ...periodRefusals(context, saving),
        ...rewritten(context, saving),
        ...figure(saving, ladders.get(String(saving.values.materialId))),
      );
  },
  /** What the goods cost today, and how far from what they are costed at. */
  computed: { baseUnit: baseUnitOf },
  fills: { purchasePrice: FROM, purchaseDeviation: FROM, settlementPrice: FROM, settlementDeviation: FROM },
  async fillRows(context, rows) {
    if (!context.allowed('purchaseprice_see') && !context.allowed('settlementprice_see')) return;
    const withTax = (await readParameter(context, 'store.cost.with-tax')) !== '0';
    const prices = await pricesToday(
      context,
      rows.map((row) => ({
        materialId: row.materialId,
        deptId: row.deptId ? row.deptId : null,
      })),
      withTax,
    );
    rows.forEach((row, at) => {
      const cost = row.baseUnitCost ? Decimal.of(row.baseUnitCost) : null;
      const { purchase, settlement } = prices[at]!;
      Object.assign(row, {
        purchasePrice: purchase?.toString() ?? null,
        purchaseDeviation: straying(purchase, cost),
        settlementPrice: settlement?.toString() ?? null,
        settlementDeviation: straying(settlement, cost),
      });
    });
  },
});
/** In per cent of the cost. */
const straying = (price: Decimal | null, cost: Decimal | null): string | null =>
  price === null || cost === null || cost.isZero()
    ? null
    : Fraction.of(price)
        .minus(Fraction.of(cost))
        .times(Fraction.of(100))
        .dividedBy(Fraction.of(cost))
        .rounded(2)
        .toString();

/** What was in force before today may have been reckoned with: it ends, and another follows. */
function rewritten(context: Context, { before, values }: Saving<typeof materialCost>): readonly Refusal[] {
  if (before === null || String(before.startDate) >= context.today) return [];
  const same = (name: 'unitCost' | 'unitId' | 'startDate'): boolean =>
    String(before[name] ?? '') === String(values[name] ?? '') ||
    (Decimal.isText(String(before[name])) &&
      Decimal.isText(String(values[name])) &&
      Decimal.of(String(before[name])).equals(Decimal.of(String(values[name]))));
  const changed = (['unitCost', 'unitId', 'startDate'] as const).find((name) => !same(name));
  return changed === undefined ? [] : [refuse('master-data.cost-in-force', {}, { field: changed })];
}

function figure({ values }: Saving<typeof materialCost>, ladder: UnitContext | undefined): readonly Refusal[] {
  if (ladder === undefined) return []; // refused by the kernel as unknown
  const dated = { ...ladder, date: String(values.startDate) };
  const path = unitPath(dated, values.unitId);
  if (!path.ok) return path.refusals.map((refusal) => ({ ...refusal, field: 'unitId' }));
  const base = Fraction.of(Decimal.of(values.unitCost)).dividedBy(path.ratio);
  const kilogram = massPath(dated);
  Object.assign(values, {
    factor: path.factor.toString(),
    baseUnitCost: base.rounded(6).toString(),
    costPerKg: kilogram === undefined ? null : base.times(kilogram).rounded(6).toString(),
  });
  return [];
}

/**
 * Cost per base unit on a day: of the nearest of these departments that has one, else the one that holds everywhere.
 */
export async function materialCosts(
  context: Context,
  materialIds: readonly Id[],
  kind: 'standard' | 'plan',
  date: string,
  deptLine: readonly Id[],
): Promise<Map<Id, Decimal>> {
  const rows = await context.tx.rows<{ materialId: Id; baseUnitCost: DecimalText }>(sql`
    select distinct on (c.material_id) c.material_id, c.base_unit_cost from material_cost c
    where c.material_id = any(${materialIds}::bigint[]) and c.cost_kind = ${kind} and c.start_date <= ${date}::date
      and coalesce(c.end_date, 'infinity'::date) >= ${date}::date
      and (c.dept_id is null or c.dept_id = any(${deptLine}::bigint[]))
    order by c.material_id, coalesce(array_position(${deptLine}::bigint[], c.dept_id), ${deptLine.length + 1}), c.id`);
  return new Map(rows.map((row) => [row.materialId, Decimal.of(row.baseUnitCost)]));
}
