/** Replacements and substitutes: their ratio in base units, and no replacement that comes back to itself. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import { materialReplace, materialSubstitute } from './material-exchange.resource.ts';
import { linePaths } from '../units/material-units.server.ts';
import { requirePeriod } from '../materials/validity.server.ts';

export const materialReplaceBehaviour = behaviour(materialReplace, {
  async beforeSave(context, saving) {
    await fillRatio(context, saving, { materialId: 'replaceMaterialId', qty: 'replaceQty', unitId: 'replaceUnitId' });
    await refuseLoop(context, saving);
  },
});

export const materialSubstituteBehaviour = behaviour(materialSubstitute, {
  beforeSave: (context, saving) =>
    fillRatio(context, saving, {
      materialId: 'substituteMaterialId',
      qty: 'substituteQty',
      unitId: 'substituteUnitId',
    }),
});

async function fillRatio(
  context: Context,
  saving: Saving,
  other: { readonly materialId: string; readonly qty: string; readonly unitId: string },
): Promise<void> {
  requirePeriod(context, saving);
  const { values } = saving;
  if (String(values['materialId']) === String(values[other.materialId]))
    throw new Refused(refuse('master-data.exchange-same', {}, { field: other.materialId }));
  const [from, to] = await linePaths(
    context,
    [
      { materialId: String(values['materialId']), unitId: String(values['unitId']) },
      { materialId: String(values[other.materialId]), unitId: String(values[other.unitId]) },
    ],
    { date: String(values['startDate']) },
  );
  const base = (qty: unknown, ratio: Fraction): Fraction => Fraction.of(Decimal.of(String(qty))).times(ratio);
  values['ratio'] = base(values[other.qty], to!.ratio)
    .dividedBy(base(values['qty'], from!.ratio))
    .rounded(12)
    .toString();
}

/** A→B and B→A in one place and period would never end; the path is named. */
async function refuseLoop(context: Context, { id, values }: Saving): Promise<void> {
  const found = await context.tx.row<{ path: string }>(sql`
    with recursive chain as (
      select ${String(values['replaceMaterialId'])}::bigint as material_id, array[${String(values['materialId'])}::bigint, ${String(values['replaceMaterialId'])}::bigint] as path
      union all
      select r.replace_material_id, c.path || r.replace_material_id from chain c join material_replace r on r.material_id = c.material_id
      where r.id <> ${id ?? '0'}::bigint and cardinality(c.path) < 12 and c.material_id <> ${String(values['materialId'])}::bigint
        and r.dept_id is not distinct from ${values['deptId'] ?? null}::bigint and r.dish_id is not distinct from ${values['dishId'] ?? null}::bigint
        and r.start_date <= coalesce(${values['endDate'] ?? null}::date, 'infinity'::date) and coalesce(r.end_date, 'infinity'::date) >= ${String(values['startDate'])}::date)
    select (select string_agg(m.name, '→' order by p.nr) from unnest(c.path) with ordinality p(id, nr) join material m on m.id = p.id) as path
    from chain c where c.material_id = ${String(values['materialId'])}::bigint limit 1`);
  if (found !== undefined)
    throw new Refused(refuse('master-data.exchange-loop', { path: found.path }, { field: 'replaceMaterialId' }));
}
