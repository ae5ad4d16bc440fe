/** What was thrown away in a time, by kind, cause and what it was. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { SEES_COST } from '../produce/produce.document.ts';
import * as calls from './food-waste.calls.ts';
import { wasteKinds } from './food-waste.document.ts';

interface Row {
  readonly kind: string;
  readonly cause: string;
  readonly causeName: string;
  readonly what: string;
  readonly whatName: string;
  readonly bills: number;
  readonly weightKg: string;
  readonly amount: string;
}

export const wasteTotals = serve(calls.wasteTotals, async (context, input) => {
  const from = input.startDate ?? `${context.today.slice(0, 8)}01`;
  const to = input.endDate ?? context.today;
  const stall = /^\d{1,19}$/.test(input.gearOperationDeptId ?? '')
    ? sql`and w.gear_operation_dept_id = ${input.gearOperationDeptId}::bigint`
    : empty;
  const { scope, userId } = context.user;
  const seen = scope.all
    ? empty
    : sql`and (w.gear_operation_dept_id = any(${scope.depts}::bigint[]) or w.create_user = ${userId}::bigint)`;
  const rows = await context.tx.rows<Row>(sql`
    select w.waste_kind as kind, w.waste_cause as cause, coalesce(e.called, w.waste_cause) as cause_name,
      coalesce(w.dish_id, w.material_id)::text as what, coalesce(d.name, m.called) as what_name,
      count(*)::integer as bills, sum(w.weight_kg) as weight_kg, coalesce(sum(w.amount), 0) as amount
    from gear_food_waste w left join dish d on d.id = w.dish_id left join material m on m.id = w.material_id
    left join dict_biz e on e.code = 'wasteReason' and e.dict_key = w.waste_cause and e.parent_id <> 0
    where w.status = 'posted' and w.biz_date between ${from}::date and ${to}::date ${stall} ${seen}
    group by 1, 2, 3, 4, 5`);
  const seesCost = context.allowed(SEES_COST);
  const sums = (keyOf: (row: Row) => string | null, nameOf: (row: Row) => string) =>
    [...Map.groupBy(rows, keyOf)]
      .flatMap(([key, own]) =>
        key === null
          ? []
          : [
              {
                key,
                name: nameOf(own[0]!),
                bills: own.reduce((count, row) => count + row.bills, 0),
                weight: Decimal.sum(own.map((row) => Decimal.of(row.weightKg))),
                amount: Decimal.sum(own.map((row) => Decimal.of(row.amount))),
              },
            ],
      )
      .toSorted((a, b) => b.weight.compare(a.weight))
      .map(({ weight, amount, ...each }) => ({
        ...each,
        weightKg: weight.toString(),
        ...(seesCost ? { amount: amount.toFixed(2) } : {}),
      }));
  const kindName = ({ kind }: Row): string => {
    const [, zh, en] = wasteKinds.find(([each]) => each === kind)!;
    return context.language === 'en' ? en : zh;
  };
  return {
    kinds: sums(({ kind }) => kind, kindName),
    causes: sums(
      ({ cause }) => cause,
      ({ causeName }) => causeName,
    ),
    dishes: sums(
      ({ what }) => what,
      ({ whatName }) => whatName,
    ),
  };
});
