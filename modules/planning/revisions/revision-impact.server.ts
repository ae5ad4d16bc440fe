/**
 * What a revision of a sales plan changes of what is planned and ordered: both states of the lines it names are
 * exploded, and the difference stands beside the requirement plans that took those meals.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { explodeDemands, qtyOf, type MealDemand } from '../../master-data/dishes/bom-explosion.rules.ts';
import { sizesOf } from '../../master-data/dishes/sizes/portion-sizes.server.ts';
import { loadBomFacts } from '../../master-data/dishes/bom-facts.server.ts';
import { mealTime } from '../../operations/meals/meal-time.rules.ts';
import { stallPlaces } from '../../operations/meals/meals.server.ts';
import { revisionImpact } from '../../operations/revisions/revision.calls.ts';
import { dishKey, type RevisedLine } from '../../operations/revisions/revision.rules.ts';
import { revisedPlan, type RevisedPlan } from '../../operations/revisions/sales-plan-revision.server.ts';
import { timeLeft } from '../../sourcing/late/cut-off.rules.ts';
import { SALES_PLAN } from '../meal-demands.server.ts';

interface Difference {
  readonly materialId: Id;
  readonly needDate: string;
  readonly qty: Decimal;
}
interface Standing {
  readonly materialId: Id;
  readonly needDate: string;
  readonly plannedQty: DecimalText;
  readonly orderedQty: DecimalText;
  readonly openQty: DecimalText;
  readonly cutOff: string | null;
}
const keyOf = ({ materialId, needDate }: Pick<Difference, 'materialId' | 'needDate'>): string =>
  `${materialId} ${needDate}`;

export const impactOfRevision = serve(
  revisionImpact,
  async (context, input) => {
    const plan = await revisedPlan(context, input.salesPlanId, 'look');
    const lines = readLines(input.details ?? []);
    const { differences, problems } = await differencesOf(context, plan, lines);
    const standing = new Map((await standingOf(context, plan.id, differences)).map((row) => [keyOf(row), row]));
    const names = await namesOf(context, differences);
    return {
      now: context.now,
      problems,
      materials: differences.map(({ materialId, needDate, qty }) => {
        const row = standing.get(keyOf({ materialId, needDate }));
        const left = row?.cutOff ? timeLeft(context.now, row.cutOff) : undefined;
        return {
          materialId,
          materialName: names.get(materialId)?.name ?? '',
          unitName: names.get(materialId)?.unitName ?? '',
          needDate,
          diffQty: qty.toString(),
          plannedQty: row?.plannedQty ?? '0',
          orderedQty: row?.orderedQty ?? '0',
          openQty: row?.openQty ?? '0',
          cutOff: row?.cutOff ?? '',
          minutesLeft: left?.minutes ?? 0,
          timeLeft: left?.words[context.language] ?? '',
        };
      }),
    };
  },
  { reads: true },
);

/** Lines that can be read; one that is still being typed is left out. */
const readLines = (given: readonly { readonly [K in keyof RevisedLine]: string | null }[]): RevisedLine[] =>
  given.flatMap(({ mealDate, mealType, dishId, portionGroup, newPortions }) =>
    /^\d{4}-\d{2}-\d{2}$/.test(mealDate ?? '') && /^\d{1,19}$/.test(dishId ?? '') && /^\d{1,7}$/.test(newPortions ?? '')
      ? [
          {
            mealDate: mealDate!,
            mealType: mealType ?? '',
            dishId: dishId!,
            portionGroup: portionGroup || 'standard',
            newPortions: newPortions!,
          },
        ]
      : [],
  );

/** By material and day, more or less; dish by dish, so that one without a BOM does not hide the others. */
async function differencesOf(
  context: Context,
  plan: RevisedPlan,
  lines: readonly RevisedLine[],
): Promise<{ readonly differences: Difference[]; readonly problems: string[] }> {
  const stall = (await stallPlaces(context, [plan.gearOperationDeptId])).get(plan.gearOperationDeptId);
  const days = lines.map(({ mealDate }) => mealDate).toSorted();
  if (stall === undefined || days.length === 0) return { differences: [], problems: [] };
  const byDish = Map.groupBy(lines, ({ dishId }) => dishId);
  const facts = await loadBomFacts(context, [...byDish.keys()], days[0]!, days.at(-1)!);
  const asStandard = await sizesOf(context, [...byDish.keys()]);
  const before = new Map(plan.lines.map((line) => [dishKey(line), line.portions]));
  const sums = new Map<string, Difference>();
  const problems: string[] = [];
  for (const [dishId, own] of byDish) {
    const demandsOf = (portions: (line: RevisedLine) => string): MealDemand[] =>
      own.flatMap((line) =>
        Decimal.of(portions(line)).isPositive()
          ? [
              {
                placeId: stall.id,
                dishId,
                mealTime: mealTime(stall.intervals, line.mealType, line.mealDate),
                portions: asStandard(dishId, line.portionGroup, Decimal.of(portions(line))).toString(),
              },
            ]
          : [],
      );
    const then = explodeDemands(
      { ...facts, places: [stall] },
      demandsOf((line) => before.get(dishKey(line)) ?? '0'),
    );
    const now = explodeDemands(
      { ...facts, places: [stall] },
      demandsOf((line) => line.newPortions),
    );
    if (!then.ok || !now.ok) {
      const { refusals } = then.ok ? (now as Exclude<typeof now, { ok: true }>) : then;
      problems.push(...refusals.map((refusal) => sentenceOf(refusal, context.language)));
      continue;
    }
    const add = (needs: typeof now.needs, sign: 1 | -1): void => {
      for (const { materialId, needDate, grossMillionths } of needs) {
        const key = keyOf({ materialId, needDate });
        const qty = qtyOf(grossMillionths);
        const sum = sums.get(key)?.qty ?? Decimal.zero;
        sums.set(key, { materialId, needDate, qty: sign === 1 ? sum.plus(qty) : sum.minus(qty) });
      }
    };
    add(now.needs, 1);
    add(then.needs, -1);
  }
  const differences = [...sums.values()].filter(({ qty }) => !qty.isZero());
  differences.sort((a, b) => (keyOf({ ...a, materialId: '' }) < keyOf({ ...b, materialId: '' }) ? -1 : 1));
  return { differences, problems };
}

const keysOf = (differences: readonly Difference[]): string =>
  JSON.stringify(differences.map(({ materialId, needDate }) => ({ materialId, needDate })));

/** What live requirement plans that took meals of this sales plan hold of these materials on these days. */
const standingOf = (context: Context, planId: Id, differences: readonly Difference[]): Promise<Standing[]> =>
  context.tx.rows<Standing>(sql`
    select w."materialId" as material_id, w."needDate" as need_date, sum(d.base_qty) as planned_qty,
      round(sum(d.ordered_qty * d.factor), 6) as ordered_qty,
      round(coalesce(sum(d.ordered_qty * d.factor) filter (where d.order_before > ${context.now}::timestamptz), 0), 6)
        as open_qty,
      to_char(coalesce(min(d.order_before) filter (where d.order_before > ${context.now}::timestamptz),
        max(d.order_before)), 'YYYY-MM-DD HH24:MI:SS') as cut_off
    from jsonb_to_recordset(${keysOf(differences)}::jsonb) as w("materialId" bigint, "needDate" date)
    join requirement_plan_detail d on d.material_id = w."materialId" and d.need_date = w."needDate"
    join requirement_plan p on p.id = d.requirement_plan_id and p.status <> 'void'
    where exists (select 1 from plan_claim c where c.holder_id = p.id and c.source_type = ${SALES_PLAN}
      and c.source_id = ${planId}::bigint and c.released_time is null)
    group by 1, 2`);

async function namesOf(context: Context, differences: readonly Difference[]) {
  const rows = await context.tx.rows<{ id: Id; name: string; unitName: string }>(sql`
    select m.id, m.called as name, u.called as unit_name from material m join material_unit u on u.id = m.base_unit_id
    where m.id = any(${differences.map(({ materialId }) => materialId)}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
