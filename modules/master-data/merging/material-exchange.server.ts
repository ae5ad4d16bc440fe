/** Replacements and substitutes: their ratio in base units, and no replacement that comes back to itself. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
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
    requirePeriod(context, saving);
    const { values } = saving;
    const other = { materialId: values.replaceMaterialId, qty: values.replaceQty, unitId: values.replaceUnitId };
    if (values.materialId === other.materialId) throw sameMaterial('replaceMaterialId');
    values.ratio = await ratioOf(context, values, other, String(values.startDate));
    await refuseLoop(context, saving);
  },
});

export const materialSubstituteBehaviour = behaviour(materialSubstitute, {
  async beforeSave(context, saving) {
    requirePeriod(context, saving);
    const { values } = saving;
    const other = {
      materialId: values.substituteMaterialId,
      qty: values.substituteQty,
      unitId: values.substituteUnitId,
    };
    if (values.materialId === other.materialId) throw sameMaterial('substituteMaterialId');
    values.ratio = await ratioOf(context, values, other, String(values.startDate));
  },
});

const sameMaterial = (field: string): Refused => new Refused(refuse('master-data.exchange-same', {}, { field }));

/** So much of a material. */
interface Share {
  readonly materialId: Id;
  readonly qty: DecimalText;
  readonly unitId: Id;
}
/** How many base units of the other stand for one of the first on a day, 12 places. */
async function ratioOf(context: Context, one: Share, other: Share, date: string): Promise<DecimalText> {
  const [from, to] = await linePaths(context, [one, other], { date });
  const base = (qty: DecimalText, ratio: Fraction): Fraction => Fraction.of(Decimal.of(qty)).times(ratio);
  return base(other.qty, to!.ratio).dividedBy(base(one.qty, from!.ratio)).rounded(12).toString();
}

/** A→B and B→A in one place and period would never end; the path is named. */
async function refuseLoop(context: Context, { id, values }: Saving<typeof materialReplace>): Promise<void> {
  const found = await context.tx.row<{ path: string }>(sql`
    with recursive chain as (
      select ${values.replaceMaterialId}::bigint as material_id, array[${values.materialId}::bigint,
        ${values.replaceMaterialId}::bigint] as path
      union all
      select r.replace_material_id, c.path || r.replace_material_id from chain c
      join material_replace r on r.material_id = c.material_id
      where r.id <> ${id ?? '0'}::bigint and cardinality(c.path) < 12 and c.material_id <> ${values.materialId}::bigint
        and r.dept_id is not distinct from ${values.deptId ?? null}::bigint
          and r.dish_id is not distinct from ${values.dishId ?? null}::bigint
        and r.start_date <= coalesce(${values.endDate ?? null}::date, 'infinity'::date)
          and coalesce(r.end_date, 'infinity'::date) >= ${values.startDate}::date)
    select (select string_agg(m.name, '→' order by p.nr) from unnest(c.path) with ordinality p(id, nr)
    join material m on m.id = p.id) as path
    from chain c where c.material_id = ${values.materialId}::bigint limit 1`);
  if (found !== undefined)
    throw new Refused(refuse('master-data.exchange-loop', { path: found.path }, { field: 'replaceMaterialId' }));
}
