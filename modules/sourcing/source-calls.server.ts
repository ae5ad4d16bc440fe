/** Questions about sources: which rule wins for one material at one place, and what all materials of a place come from. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { readDay } from '../../kernel/core/kinds.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readPage } from '../../kernel/server/record-query.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { chosen } from '../master-data/materials/material-calls.server.ts';
import { material } from '../master-data/materials/material.resource.ts';
import { requireId } from '../master-data/units/unit-calls.server.ts';
import { deliveryBook } from './delivery-book.server.ts';
import { materialChannel } from './material-channel.resource.ts';
import { purchaseDirectDeliveryRule } from './direct-delivery-rule.resource.ts';
import { sourceBook, type ChosenSource, type SourcedMaterial, type SourcePlace } from './source-book.server.ts';
import { sourceInventoryConfigure } from './source-inventory.resource.ts';
import { SOURCE_KINDS } from './source-rule.fields.ts';
import type { SourceKind, SourceRule } from './source.rules.ts';

export const sourceCalls = ({ registry }: Services): readonly Call[] => [
  {
    method: 'GET',
    service: 'store-management',
    path: 'sourceinventoryconfigure/testSource',
    permission: ['sourceinventoryconfigure_view', 'purchasedirectdeliveryrules_view', 'invrequireplan_view'],
    summary: label('货源试算', 'Try where a material comes from'),
    handle: testSource,
  },
  {
    method: 'GET',
    service: 'master-data',
    path: 'material/selectMaterialPageBySourceRule',
    permission: ['sourceinventoryconfigure_view', 'purchasedirectdeliveryrules_view', 'invrequireplan_view'],
    summary: label('按货源规则选择物料', 'Materials of a place with their source'),
    async handle(context, input) {
      const {
        bladeProjectDeptId: _p,
        deptId: _d,
        warehouseId: _w,
        factoryId: _f,
        date: _t,
        sourceKind: wanted,
        ...filters
      } = input;
      const date = dayOf(context, input);
      const place = await placeOf(context, input);
      const page = await readPage(registry(), material, context, filters, [sql`t.frozen = 0`]);
      const rows = page.records as unknown as (SourcedMaterial & Record<string, unknown>)[];
      const told = new Map(chosen(context, page).records.map((row) => [String(row['id']), row]));
      const book = await sourceBook(context, rows, [place], date, date);
      const records = rows.map((row) => {
        const source = book.choose(place, row.id, date, Decimal.zero);
        return {
          ...told.get(row.id),
          ...shown(source, context),
          channel: CHANNELS[source.sourceKind],
          explain: [source.reason, source.supplierReason]
            .flatMap((reason) => (reason === null ? [] : [reason[context.language]]))
            .join('；'),
        };
      });
      return { ...page, records: wanted ? records.filter((row) => row.sourceKind === wanted) : records };
    },
  },
];

/** 直配, 统配, 自采: how a kind of source reaches the site. */
export const CHANNELS: Readonly<Record<SourceKind, 'straight' | 'uniform' | 'self'>> = {
  direct: 'straight',
  warehouse: 'uniform',
  factory: 'uniform',
  self: 'self',
};

const dayOf = (context: Context, input: Input): string => {
  const given = String(input['date'] ?? '');
  const day = given === '' ? context.today : readDay(given);
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

/** A department with those above it, or a warehouse with the site it serves. */
async function placeOf(context: Context, input: Input): Promise<SourcePlace> {
  const named = (['deptId', 'bladeProjectDeptId', 'warehouseId', 'factoryId'] as const).find(
    (name) => input[name] !== undefined && input[name] !== '',
  );
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

/** `testSource` [own]: the rule that won, those passed over, the suppliers in their order, and until when to order. */
async function testSource(context: Context, input: Input): Promise<unknown> {
  const date = dayOf(context, input);
  const place = await placeOf(context, input);
  const [row] = await context.tx.rows<SourcedMaterial & { leadDays: number; baseUnitName: string }>(sql`
    select m.id, m.name, m.material_type_id, m.source_kind, m.lead_days, u.name as base_unit_name from material m
    join material_unit u on u.id = m.base_unit_id where m.id = ${requireId(input, 'materialId')}::bigint`);
  if (row === undefined) throw unknownRecord(material.label);
  const given = String(input['qty'] ?? '');
  if (given !== '' && !/^\d{1,12}(\.\d{1,6})?$/.test(given))
    throw new Refused(refuse('param.invalid', { name: 'qty', value: given }, { field: 'qty' }));
  const book = await sourceBook(context, [row], [place], date, date);
  // Nobody said how much: then no rule is passed over for too little.
  const source = book.choose(place, row.id, date, Decimal.of(given === '' ? '999999999999' : given));
  const supplierId = source.offer?.supplierId ?? null;
  const delivery = (await deliveryBook(context, supplierId === null ? [] : [supplierId])).deliveryOf({
    supplierId,
    deptIds: [...place.deptIds, place.companyDeptId],
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
    late: delivery.ok && delivery.late ? 1 : 0,
    note: delivery.ok ? '' : delivery.refusals.map((refusal) => sentenceOf(refusal, context.language)).join('；'),
  };
}
