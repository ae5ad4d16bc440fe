/**
 * Questions about sources: which rule wins for one material at one place, and what all materials of a place come from.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import type { Id } from '../../kernel/core/field.ts';
import { readDay } from '../../kernel/core/kinds.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import { unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readPage } from '../../kernel/server/record-query.ts';
import { serve } from '../../kernel/server/serve.ts';
import { chosen } from '../master-data/materials/material-calls.server.ts';
import { material } from '../master-data/materials/material.resource.ts';
import { requireId } from '../master-data/units/unit-calls.server.ts';
import { senderOf } from './delivery-book.server.ts';
import { deliveryBook } from './delivery-rows.server.ts';
import { materialChannel } from './material-channel.resource.ts';
import { purchaseDirectDeliveryRule } from './direct-delivery-rule.resource.ts';
import type { ChosenSource, SourcedMaterial, SourcePlace } from './source-book.server.ts';
import * as calls from './source.calls.ts';
import { sourceInventoryConfigure } from './source-inventory.resource.ts';
import { sourceBook } from './source-rows.server.ts';
import { SOURCE_KINDS } from './source-rule.fields.ts';
import type { SourceKind, SourceRule } from './source.rules.ts';

const materialsBySource = serve(calls.materialsBySource, async (context, input, { body }) => {
  const {
    bladeProjectDeptId: _p,
    deptId: _d,
    warehouseId: _w,
    factoryId: _f,
    date: _t,
    sourceKind: _s,
    ...filters
  } = body;
  const date = dayOf(context, input.date);
  const place = await placeOf(context, input);
  const page = await readPage(material, context, filters, [sql`t.frozen = 0`]);
  const choices = new Map(chosen(context, page).records.map((row) => [row.id, row]));
  const book = await sourceBook(context, page.records, [place], date, date);
  const records = page.records.map((row) => {
    const source = book.choose(place, row.id, date, Decimal.zero);
    return {
      ...choices.get(row.id),
      ...shown(source, context),
      channel: CHANNELS[source.sourceKind],
      explain: [source.reason, source.supplierReason]
        .flatMap((reason) => (reason === null ? [] : [reason[context.language]]))
        .join('；'),
    };
  });
  const wanted = input.sourceKind;
  return { ...page, records: wanted === null ? records : records.filter((row) => row.sourceKind === wanted) };
});

/** 直配, 统配, 自采: how a kind of source reaches the site. */
export const CHANNELS: Readonly<Record<SourceKind, 'straight' | 'uniform' | 'self'>> = {
  direct: 'straight',
  warehouse: 'uniform',
  factory: 'uniform',
  self: 'self',
};

const dayOf = (context: Context, given: string | null): string => {
  const day = given === null ? context.today : readDay(given);
  if (day === null) throw new Refused(refuse('param.invalid', { name: 'date', value: given }, { field: 'date' }));
  return day;
};

/** What the wire says of a source. */
const shown = ({ sourceKind, level, rule, offer }: ChosenSource, { language }: Pick<Context, 'language'>) => ({
  sourceKind,
  sourceKindName: SOURCE_KINDS.find(([kind]) => kind === sourceKind)![language === 'zh' ? 1 : 2],
  level,
  ruleKind: rule?.ruleKind ?? '',
  ruleId: rule?.id ?? '',
  ruleCode: rule?.code ?? '',
  ruleLink: rule === null ? '' : ruleLink(rule),
  supplierId: offer?.supplierId ?? '',
  supplierName: offer?.supplierName ?? '',
  ...outOf(sourceKind, rule),
});
/** The page on which a rule can be looked at. */
export const ruleLink = (rule: Pick<SourceRule, 'ruleKind' | 'id'>): string =>
  `${PAGES[rule.ruleKind].path}/${rule.id}`;
const PAGES = {
  'direct-delivery': purchaseDirectDeliveryRule,
  configuration: sourceInventoryConfigure,
  channel: materialChannel,
} as const;
/** The store or factory that sends; "" for other kinds. */
const outOf = (
  sourceKind: SourceKind,
  rule: Pick<SourceRule, 'sourceId'> | null,
): { outWarehouseId: string; factoryDeptId: string } => ({
  outWarehouseId: sourceKind === 'warehouse' ? (rule?.sourceId ?? '') : '',
  factoryDeptId: sourceKind === 'factory' ? (rule?.sourceId ?? '') : '',
});

const PLACES = ['deptId', 'bladeProjectDeptId', 'warehouseId', 'factoryId'] as const;

/** A department with those above it, or a warehouse with the site it serves. */
async function placeOf(
  context: Context,
  input: Pick<InputOf<typeof calls.testSource.input>, (typeof PLACES)[number]>,
): Promise<SourcePlace> {
  const named = PLACES.find((name) => input[name] !== null);
  if (named === undefined) throw new Refused(refuse('sourcing.place-unknown', {}, { field: 'bladeProjectDeptId' }));
  const id = requireId(input, named);
  if (named === 'warehouseId') {
    const [place] = (await warehousePlaces(context, [id])).values();
    if (place === undefined) throw unknownRecord(label('仓库', 'Warehouse'));
    return place;
  }
  const chain = await context.tx.rows<{ id: Id; deptName: string; deptCategory: string }>(sql`
    with recursive upwards as (
      select d.id, d.parent_id, d.dept_name, d.dept_category, 1 as place from dept d where d.id = ${id}::bigint
      union all select d.id, d.parent_id, d.dept_name, d.dept_category, u.place + 1 from dept d
      join upwards u on d.id = u.parent_id where u.place < 8)
    select id, dept_name, dept_category from upwards order by place`);
  const [own] = chain;
  if (own === undefined) throw unknownRecord(label('部门', 'Department'));
  return {
    warehouseId: null,
    companyDeptId: chain.find((dept) => dept.deptCategory === '1')?.id ?? own.id,
    projectDeptId: chain.find((dept) => dept.deptCategory === '2')?.id ?? own.id,
    deptIds: chain.filter((dept) => dept.deptCategory !== '1').map((dept) => dept.id),
    name: own.deptName,
  };
}

/** Warehouses as places: the one restaurant a warehouse serves is nearer than its site. */
export async function warehousePlaces(context: Context, ids: readonly Id[]): Promise<Map<Id, SourcePlace>> {
  const rows = await context.tx.rows<{
    id: Id;
    companyDeptId: Id;
    projectDeptId: Id;
    restaurantIds: Id[];
    deptName: string;
  }>(sql`
    select w.id, w.company_dept_id, w.project_group_dept_id as project_dept_id,
      coalesce(w.use_restaurant_group_dept_id::text[], '{}') as restaurant_ids, d.dept_name
    from warehouse w join dept d on d.id = w.project_group_dept_id where w.id = any(${ids as Id[]}::bigint[])`);
  return new Map(
    rows.map(({ id, companyDeptId, projectDeptId, restaurantIds, deptName }) => [
      id,
      {
        warehouseId: id,
        companyDeptId,
        projectDeptId,
        deptIds: [...(restaurantIds.length === 1 ? restaurantIds : []), projectDeptId],
        name: deptName,
      },
    ]),
  );
}

const testSource = serve(calls.testSource, async (context, input) => {
  const date = dayOf(context, input.date);
  const place = await placeOf(context, input);
  const [row] = await context.tx.rows<SourcedMaterial & { leadDays: number; baseUnitName: string }>(sql`
    select m.id, m.called as name, m.material_type_id, m.source_kind, m.lead_days, u.called as base_unit_name
    from material m join material_unit u on u.id = m.base_unit_id where m.id = ${requireId(input, 'materialId')}::bigint`);
  if (row === undefined) throw unknownRecord(material.label);
  const given = input.qty;
  if (given !== null && !/^\d{1,12}(\.\d{1,6})?$/.test(given))
    throw new Refused(refuse('param.invalid', { name: 'qty', value: given }, { field: 'qty' }));
  const book = await sourceBook(context, [row], [place], date, date);
  // Nobody said how much: then no rule is passed over for too little.
  const source = book.choose(place, row.id, date, Decimal.of(given ?? '999999999999'));
  const supplierId = source.offer?.supplierId ?? null;
  const deptIds = [...place.deptIds, place.companyDeptId];
  const delivery = (await deliveryBook(context, supplierId === null ? [] : [supplierId], deptIds)).deliveryOf({
    supplierId,
    sender: senderOf(source),
    deptIds,
    warehouseId: place.warehouseId,
    needDate: date,
    leadDays: source.offer?.leadDays ?? row.leadDays,
    material: row.name,
  });
  const say = (words: { readonly zh: string; readonly en: string }): string => words[context.language];
  return {
    materialName: row.name,
    deptName: place.name,
    date,
    ...shown(source, context),
    reason: say(source.reason),
    supplierReason: source.supplierReason === null ? '' : say(source.supplierReason),
    trail: source.trail.map(({ code, verdict }) => ({ code, verdict: say(verdict) })),
    others: source.others.map(({ candidate, reason }) => ({
      supplierId: candidate.supplierId,
      supplierName: candidate.offer.supplierName,
      reason: say(reason),
    })),
    deliveryDate: delivery.deliveryDate ?? '',
    orderBefore: delivery.ok ? `${delivery.orderBefore}:00` : '',
    late: delivery.ok && delivery.late ? (1 as const) : (0 as const),
    note: delivery.ok ? '' : delivery.refusals.map((refusal) => sentenceOf(refusal, context.language)).join('；'),
  };
});

export const sourceCalls: readonly Call[] = [testSource, materialsBySource];
