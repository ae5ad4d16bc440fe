/** Which material may stand for another at a place on a day, and at what ratio. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { covers } from '../../master-data/figures/calendar-day.rules.ts';

/** A rule by which one material stands for another, in base units of both. */
interface ExchangeRule {
  readonly id: Id;
  readonly kind: 'replace' | 'substitute';
  readonly materialId: Id;
  readonly otherMaterialId: Id;
  /** Null where no ratio was entered. */
  readonly ratio: Decimal | null;
  readonly deptId: Id | null;
  readonly priority: number;
  readonly startDate: string;
  readonly endDate: string | null;
}

/** Rules from these materials to others on any day; those of a dish are about recipes and left out. */
export async function exchangeRules(context: Context, materialIds: readonly Id[]): Promise<ExchangeRule[]> {
  const ids = [...new Set(materialIds)];
  const rows = await context.tx.rows<Omit<ExchangeRule, 'ratio'> & { readonly ratio: DecimalText | null }>(sql`
    select r.id, 'replace' as kind, r.material_id, r.replace_material_id as other_material_id, r.ratio, r.dept_id,
      0 as priority, r.start_date, r.end_date
    from material_replace r where r.dish_id is null and r.material_id = any(${ids}::bigint[])
    union all
    select r.id, 'substitute', r.material_id, r.substitute_material_id, r.ratio, r.dept_id, r.priority, r.start_date,
      r.end_date
    from material_substitute r where r.dish_id is null and r.material_id = any(${ids}::bigint[])
    union all
    select r.id, 'substitute', r.substitute_material_id, r.material_id, round(1 / nullif(r.ratio, 0), 12), r.dept_id,
      r.priority, r.start_date, r.end_date
    from material_substitute r where r.dish_id is null and r.both_ways = 1
      and r.substitute_material_id = any(${ids}::bigint[])
    order by priority, id`);
  return rows.map((row) => ({ ...row, ratio: row.ratio === null ? null : Decimal.of(row.ratio) }));
}

/** The rule by which a material may be had instead at a place on a day: the nearest department's, then by priority. */
export const exchangeFor = (
  rules: readonly ExchangeRule[],
  wanted: { readonly origin: Id; readonly materialId: Id; readonly date: string; readonly deptIds: readonly Id[] },
): ExchangeRule | undefined => {
  const near = ({ deptId }: ExchangeRule): number =>
    deptId === null ? wanted.deptIds.length : wanted.deptIds.indexOf(deptId);
  return rules
    .filter(
      (rule) =>
        rule.materialId === wanted.origin &&
        rule.otherMaterialId === wanted.materialId &&
        covers(rule, wanted.date) &&
        (rule.deptId === null || wanted.deptIds.includes(rule.deptId)),
    )
    .toSorted((a, b) => near(a) - near(b) || a.priority - b.priority)
    .at(0);
};
