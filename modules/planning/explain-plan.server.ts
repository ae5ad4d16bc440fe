/** "Why 37 kg?": the guests behind a line, the walk it stands in, and its equation with a link at every term. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { join, sql } from '../../parts/postgres/database.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { serve } from '../../kernel/server/serve.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import * as calls from './plan-line.calls.ts';
import { lineEquation, type EquationFigures } from './equation.rules.ts';
import { salesPlan } from '../operations/sales-plan/sales-plan.document.ts';
import { specialMeal } from '../operations/meals/special-meal.document.ts';
import { SALES_PLAN, SPECIAL_MEAL } from './meal-demands.server.ts';
import { ruleLink } from '../sourcing/source-calls.server.ts';
import { SOURCE_KINDS } from '../sourcing/source-rule.fields.ts';
import type { SourceKind } from '../sourcing/source.rules.ts';
import { supplier } from '../suppliers/supplier.resource.ts';
import type { NettingTerm, SourceReasons } from './plan-lines.rules.ts';
import { requirementPlan } from './requirement-plan.document.ts';

const LINE = label('计划行', 'Plan line');
const PEGS_SHOWN = 500;

type LineRow = Omit<EquationFigures, 'packs'> & {
  readonly id: Id;
  readonly planId: Id;
  readonly planCode: string;
  readonly warehouseId: Id;
  readonly warehouseName: string;
  readonly materialId: Id;
  readonly materialName: string;
  readonly needDate: string;
  readonly packs: readonly { readonly unitId: Id; readonly count: DecimalText; readonly factor: DecimalText }[] | null;
  readonly snapshotTime: string | null;
};

/** A line of a plan the person may see. */
async function lineOf(context: Context, { planDetailId: id }: { readonly planDetailId: Id }): Promise<LineRow> {
  const terms = [sql`d.id = ${id}::bigint`, ...scopeCondition(requirementPlan, context)];
  const row = await context.tx.row<LineRow>(sql`
    select d.id, t.id as plan_id, t.bill_code as plan_code, t.snapshot_time, d.warehouse_id, w.name as warehouse_name,
      d.material_id, m.called as material_name, d.need_date,
      coalesce(d.gross_qty, 0) as gross_qty, coalesce(d.safety_qty, 0) as safety_qty, coalesce(d.on_hand_qty,
      0) as on_hand_qty, coalesce(d.on_order_qty, 0) as on_order_qty, coalesce(d.reserved_qty, 0) as reserved_qty,
      coalesce(d.other_qty, 0) as other_qty,
      coalesce(d.expire_qty, 0) as expire_qty, coalesce(d.net_qty, 0) as net_qty, d.packs, b.called as base_unit_name,
      u.called as unit_name, d.plan_qty, coalesce(d.proposed_qty, d.plan_qty) as proposed_qty, coalesce(d.adjust_reason,
      '') as adjust_reason
    from requirement_plan t join requirement_plan_detail d on d.requirement_plan_id = t.id
    join warehouse w on w.id = d.warehouse_id join material m on m.id = d.material_id
      join material_unit u on u.id = d.unit_id join material_unit b on b.id = m.base_unit_id
    where ${join(terms, ' and ')}`);
  if (row === undefined) throw unknownRecord(LINE);
  return row;
}

type Peg = TypeOf<typeof calls.linePegs.answer>[number];
type PegRow = Omit<
  Peg,
  'sourceName' | 'dishId' | 'dishBomId' | 'path' | 'originMaterialId' | 'originMaterialName' | 'link'
> & {
  readonly sourceName: string | null;
  readonly dishId: Id | null;
  readonly dishBomId: Id | null;
  readonly path: Peg['path'] | null;
  readonly originMaterialId: Id | null;
  readonly originMaterialName: string | null;
};

export const pegging = serve(calls.linePegs, async (context, input) => {
  const line = await lineOf(context, input);
  const rows = await context.tx.rows<PegRow>(sql`
    select c.source_type, c.source_id, c.source_line_id, coalesce(s.bill_code, v.bill_code) as source_code,
      v.meal_name as source_name, c.stall_dept_id as gear_operation_dept_id, g.dept_name as gear_operation_dept_name,
      r.dept_name as use_restaurant_dept_name,
      c.meal_date, c.meal_type, c.dish_id, coalesce(f.name, a.called) as dish_name, coalesce(k.called, '') as unit_name,
      q.bom_id as dish_bom_id, b.bom_version, c.portions, q.net_per_portion, q.yield_rate,
      (select jsonb_agg(jsonb_build_object('dishId', e.id::text, 'dishName', e.name)
      order by array_position(q.dish_ids, e.id)) from dish e where e.id = any(q.dish_ids)) as path,
      q.origin_material_id, o.called as origin_material_name, q.ratio, (p.qty / 1000000.0)::numeric(20,6) as gross_qty
    from (select e.claim, e.route, e.qty from requirement_pegging p, unnest(p.claim_nr, p.route_nr, p.qty) as e(claim,
      route, qty)
          where p.plan_detail_id = ${line.id}::bigint order by e.qty desc, e.claim limit ${PEGS_SHOWN}) p
    join plan_claim c on c.holder_id = ${line.planId}::bigint and c.nr = p.claim
    join requirement_route q on q.requirement_plan_id = ${line.planId}::bigint and q.nr = p.route
    left join dish f on f.id = c.dish_id left join material a on a.id = c.material_id left
      join material_unit k on k.id = a.base_unit_id join dept g on g.id = c.stall_dept_id
    left join dept r on r.id = g.use_restaurant_dept_id left join dish_bom b on b.id = q.bom_id left
      join material o on o.id = q.origin_material_id
    left join sales_plan s on c.source_type = ${SALES_PLAN} and s.id = c.source_id left
      join special_meal v on c.source_type = ${SPECIAL_MEAL} and v.id = c.source_id
    order by p.qty desc, c.nr`);
  return rows.map((row) => ({
    ...row,
    originMaterialId: row.originMaterialId ?? '',
    originMaterialName: row.originMaterialName ?? '',
    sourceName: row.sourceName ?? '',
    dishId: row.dishId ?? '',
    dishBomId: row.dishBomId ?? '',
    path: row.path ?? [],
    link: `${(row.sourceType === SPECIAL_MEAL ? specialMeal : salesPlan).path}/${row.sourceId}`,
  }));
});

type NettingRow = Omit<TypeOf<typeof calls.lineNetting.answer>[number], 'current' | 'terms'> & {
  readonly terms: readonly NettingTerm[];
};

export const netting = serve(calls.lineNetting, async (context, input) => {
  const line = await lineOf(context, input);
  const rows = await context.tx.rows<NettingRow>(sql`
    select date, opening_qty, receipt_qty, expire_qty, other_qty, later_qty, gross_qty, manual_qty, safety_qty,
      net_qty, plan_qty, closing_qty, terms from requirement_netting
    where requirement_plan_id = ${line.planId}::bigint and warehouse_id = ${line.warehouseId}::bigint
      and material_id = ${line.materialId}::bigint order by date`);
  return rows.map((row) => ({
    ...row,
    current: row.date === line.needDate,
    terms: row.terms.map((term) => ({ ...term, ...linkOf(context.registry, term) })),
  }));
});

export const equation = serve(calls.lineEquation, async (context, input) => {
  const line = await lineOf(context, input);
  const row = await context.tx.row<{ terms: readonly NettingTerm[] }>(sql`
    select terms from requirement_netting where requirement_plan_id = ${line.planId}::bigint
      and warehouse_id = ${line.warehouseId}::bigint and material_id = ${line.materialId}::bigint
        and date = ${line.needDate}::date`);
  const units = await context.tx.rows<{ id: Id; name: string }>(
    sql`select u.id, u.called as name from material_unit u
      where u.id = any(${(line.packs ?? []).map((pack) => pack.unitId)}::bigint[])`,
  );
  const unitName = new Map(units.map((unit) => [unit.id, unit.name]));
  const stock = `/store/stock?warehouseId=${line.warehouseId}&materialId=${line.materialId}`;
  const billsOf = (name: NettingTerm['term']) =>
    (row?.terms ?? [])
      .filter((term) => term.term === name)
      .map((term) => ({
        billCode: term.billCode ?? '',
        date: term.date ?? line.needDate,
        qty: term.qty,
        ...linkOf(context.registry, term),
      }));
  const explained = lineEquation(
    { ...line, packs: (line.packs ?? []).map((pack) => ({ ...pack, unitName: unitName.get(pack.unitId) ?? '' })) },
    { stock, reserved: stock, due: billsOf('due'), others: billsOf('other') },
  );
  return {
    planDetailId: line.id,
    materialName: line.materialName,
    warehouseName: line.warehouseName,
    needDate: line.needDate,
    at: line.snapshotTime ?? '',
    ...explained,
  };
});

export const lineSource = serve(calls.lineSource, async (context, input) => {
  const line = await lineOf(context, input);
  const row = await context.tx.row<{
    sourceKind: SourceKind;
    supplierId: Id | null;
    supplierName: string | null;
    outName: string | null;
    factoryName: string | null;
    sourceReason: string | null;
    deliveryDate: string | null;
    orderBefore: string | null;
    deliveryNote: string | null;
    manualFlag: 0 | 1;
    facts: SourceReasons | null;
  }>(sql`
    select d.source_kind, d.supplier_id, s.name as supplier_name, w.name as out_name, f.dept_name as factory_name,
      d.source_reason, d.delivery_date, d.order_before, d.delivery_note, d.manual_flag, k.facts
    from requirement_plan_detail d left join supplier s on s.id = d.supplier_id left
    join warehouse w on w.id = d.out_warehouse_id left join dept f on f.id = d.factory_dept_id
    left join requirement_stock k on k.requirement_plan_id = d.requirement_plan_id and k.warehouse_id = d.warehouse_id
      and k.material_id = d.material_id
    where d.id = ${line.id}::bigint`);
  const shown =
    row!.manualFlag === 1 || row!.facts?.source === undefined
      ? null
      : (row!.facts.sourceOn?.[line.needDate] ?? row!.facts.source);
  // What a person chose instead of what the rules proposed.
  const byHand: 0 | 1 =
    shown !== null && (shown.sourceKind !== row!.sourceKind || (shown.supplierId ?? '') !== (row!.supplierId ?? ''))
      ? 1
      : 0;
  const { language } = context;
  const [, zh, en] = SOURCE_KINDS.find(([kind]) => kind === row!.sourceKind)!;
  return {
    planDetailId: line.id,
    sourceKind: row!.sourceKind,
    sourceKindName: { zh, en }[language],
    fromName: row!.supplierName ?? row!.outName ?? row!.factoryName ?? '',
    supplierId: row!.supplierId ?? '',
    supplierLink: row!.supplierId === null ? '' : `${supplier.path}/${row!.supplierId}`,
    ruleCode: shown?.ruleCode ?? '',
    ruleLink: shown?.ruleId && shown.ruleKind ? ruleLink({ ruleKind: shown.ruleKind, id: shown.ruleId }) : '',
    reason: shown === null ? (row!.sourceReason ?? '') : shown.reason[language],
    supplierReason: shown?.supplierReason?.[language] ?? '',
    trail: (shown?.trail ?? []).map(({ code, verdict }) => ({ code, verdict: verdict[language] })),
    byHand,
    deliveryDate: row!.deliveryDate ?? '',
    orderBefore: row!.orderBefore ?? '',
    note: row!.deliveryNote ?? '',
    now: context.now,
  };
});

/** The page of the bill a term comes from. */
function linkOf(registry: Registry, term: NettingTerm): { link?: string } {
  const declaration = registry.declarations.find((each) => each.name === term.billType);
  return declaration?.path === undefined || term.billId === undefined
    ? {}
    : { link: `${declaration.path}/${term.billId}` };
}
