/** Relations of sites and factories: where they stand, that they share no day, and whom they make serve whom. */
import type { Id } from '../../../kernel/core/field.ts';
import { readDay } from '../../../kernel/core/kinds.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { material } from '../../master-data/materials/material.resource.ts';
import { periodRefusals, validOn } from '../../master-data/materials/validity.server.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { typesOf } from '../../prices/warnings/warning-rules.server.ts';
import { KINDS } from '../sites/ancestors.server.ts';
import * as calls from './factories.calls.ts';
import { projectDeptCentralFactory } from './project-dept-central-factory.resource.ts';
import { RelationBook, type RelationScope } from './relation-overlap.rules.ts';
import { whoServes, type FactoryAnswer, type FactoryRelation } from './who-serves.rules.ts';

type RelationSaving = Saving<typeof projectDeptCentralFactory>;

export const factoryRelationBehaviour = behaviour(projectDeptCentralFactory, {
  async beforeSaveAll(context, savings) {
    const facts = await loadFacts(context, savings);
    for (const saving of savings) saving.refuse(...judge(context, saving, facts));
  },
  filters: { date: (day) => validOn(day) },
});

interface Facts {
  readonly depts: ReadonlyMap<Id, { readonly deptName: string; readonly deptCategory: string }>;
  readonly factories: ReadonlyMap<Id, { readonly name: string; readonly deptId: Id }>;
  readonly stores: ReadonlyMap<Id, { readonly name: string; readonly factoryId: Id }>;
  /** What stands; a relation that found room stands here for those behind it. */
  readonly book: RelationBook;
}

async function loadFacts(context: Context, savings: readonly RelationSaving[]): Promise<Facts> {
  const idsOf = (pick: (saving: RelationSaving) => Id | null): Id[] => [
    ...new Set(savings.flatMap((saving) => pick(saving) ?? [])),
  ];
  const sites = idsOf(({ values }) => values.projectDeptId);
  const [depts, factories, stores, standing] = await Promise.all([
    context.tx.rows<{ id: Id; deptName: string; deptCategory: string }>(
      sql`select id, dept_name, dept_category::text as dept_category from dept where id = any(${sites}::bigint[])`,
    ),
    context.tx.rows<{ id: Id; name: string; deptId: Id }>(
      sql`select id, factory_name as name, dept_id from central_factory
        where id = any(${idsOf(({ values }) => values.centralFactoryId)}::bigint[])`,
    ),
    context.tx.rows<{ id: Id; name: string; factoryId: Id }>(
      sql`select id, name, factory_id from factory_warehouse
        where id = any(${idsOf(({ values }) => values.factoryWarehouseId)}::bigint[])`,
    ),
    context.tx.rows<RelationScope & { readonly id: Id }>(sql`
      select id, code, project_dept_id, central_factory_id,
        coalesce(material_type_ids::text[], '{}') as material_type_ids, priority, start_date, end_date
      from project_dept_central_factory where project_dept_id = any(${sites}::bigint[])
        and id <> all(${savings.flatMap(({ id }) => id ?? [])}::bigint[])`),
  ]);
  const book = new RelationBook();
  for (const relation of standing) book.add(relation);
  return {
    depts: new Map(depts.map((dept) => [dept.id, dept])),
    factories: new Map(factories.map((factory) => [factory.id, factory])),
    stores: new Map(stores.map((store) => [store.id, store])),
    book,
  };
}

function judge(context: Context, saving: RelationSaving, { depts, factories, stores, book }: Facts): Refusal[] {
  const { values } = saving;
  const refusals = periodRefusals(context, saving);
  const site = depts.get(values.projectDeptId);
  const factory = factories.get(values.centralFactoryId);
  if (site === undefined || factory === undefined) return refusals; // refused by the kernel as unknown
  if (site.deptCategory !== DEPT.project)
    refusals.push(
      refuse('operations.dept-kind', { dept: site.deptName, kind: KINDS[DEPT.project]! }, { field: 'projectDeptId' }),
    );
  const store = stores.get(values.factoryWarehouseId ?? '');
  if (store !== undefined && store.factoryId !== values.centralFactoryId)
    refusals.push(
      refuse(
        'operations.factory-other-store',
        { warehouse: store.name, factory: factory.name },
        { field: 'factoryWarehouseId' },
      ),
    );
  values.visibleDeptIds = [values.projectDeptId, factory.deptId];
  const wanted: RelationScope = {
    code: values.code ?? '',
    projectDeptId: values.projectDeptId,
    centralFactoryId: values.centralFactoryId,
    materialTypeIds: values.materialTypeIds ?? [],
    priority: values.priority,
    startDate: values.startDate,
    endDate: values.endDate ?? null,
  };
  const clash = book.clashOf(wanted);
  if (clash !== undefined) refusals.push(clashRefusal(clash, site.deptName, factories));
  if (refusals.length === 0) book.add(wanted);
  return refusals;
}

function clashRefusal(
  { kind, other }: NonNullable<ReturnType<RelationBook['clashOf']>>,
  project: string,
  factories: Facts['factories'],
): Refusal {
  const detail = {
    project,
    factory: factories.get(other.centralFactoryId)?.name ?? label('另一工厂', 'another factory'),
    code: other.code,
    startDate: other.startDate,
    endDate: other.endDate ?? label('长期', 'open'),
  };
  return kind === 'overlap'
    ? refuse('operations.factory-relation-overlap', detail, { field: 'startDate' })
    : refuse('operations.factory-relation-priority', { ...detail, priority: other.priority }, { field: 'priority' });
}

interface Need {
  readonly projectDeptId: Id;
  readonly materialId: Id;
  readonly date: string;
}
type StoredRelation = Omit<FactoryRelation, 'store'> & {
  readonly projectDeptId: Id;
  readonly storeId: Id | null;
  readonly storeName: string | null;
  readonly storeFrozen: boolean;
};

/** For each need the factory that serves it, and why: two statements, however many ask. */
export async function factoriesFor(context: Context, needs: readonly Need[]): Promise<FactoryAnswer[]> {
  const [types, rows] = await Promise.all([
    typesOf(
      context,
      needs.map(({ materialId }) => materialId),
    ),
    context.tx.rows<StoredRelation>(sql`
      select r.id, r.code, r.project_dept_id, r.central_factory_id as factory_id, f.factory_name,
        f.frozen = 1 as factory_frozen, coalesce(r.material_type_ids::text[], '{}') as material_type_ids, r.priority,
        r.start_date, r.end_date, w.id as store_id, w.name as store_name, coalesce(w.frozen, 0) = 1 as store_frozen
      from project_dept_central_factory r join central_factory f on f.id = r.central_factory_id
      left join factory_warehouse w on w.id = coalesce(r.factory_warehouse_id, f.ship_warehouse_id)
      where r.project_dept_id = any(${[...new Set(needs.map(({ projectDeptId }) => projectDeptId))]}::bigint[])
      order by r.id`),
  ]);
  const bySite = Map.groupBy(rows, ({ projectDeptId }) => projectDeptId);
  return needs.map(({ projectDeptId, materialId, date }) =>
    whoServes((bySite.get(projectDeptId) ?? []).map(relationOf), { date, typeIds: types.get(materialId) ?? [] }),
  );
}
const relationOf = ({ storeId, storeName, storeFrozen, ...relation }: StoredRelation): FactoryRelation => ({
  ...relation,
  store: storeId === null ? null : { id: storeId, name: storeName ?? '', frozen: storeFrozen },
});

/** The tester at the head of the list. */
export const tryWhoServes = serve(calls.askWhoServes, async (context, input) => {
  const date = input.date === null ? context.today : readDay(input.date);
  if (date === null) throw new Refused(refuse('param.invalid', { name: 'date', value: input.date }, { field: 'date' }));
  const materialId = requireId(input, 'materialId');
  const known = await context.tx.row(sql`select 1 as one from material where id = ${materialId}::bigint`);
  if (known === undefined) throw unknownRecord(material.label);
  const [answer] = await factoriesFor(context, [
    { projectDeptId: requireId(input, 'projectDeptId'), materialId, date },
  ]);
  const { winner, because, hindrance, others } = answer!;
  const say = (refusal: Refusal | null): string => (refusal === null ? '' : sentenceOf(refusal, context.language));
  return {
    date,
    centralFactoryId: winner?.factoryId ?? '',
    centralFactoryName: winner?.factoryName ?? '',
    factoryWarehouseId: winner?.store?.id ?? '',
    factoryWarehouseName: winner?.store?.name ?? '',
    relationId: winner?.id ?? '',
    relationCode: winner?.code ?? '',
    reason: say(because),
    note: say(hindrance),
    others: others.map(({ relation, because: why }) => ({
      relationId: relation.id,
      relationCode: relation.code,
      reason: say(why),
    })),
  };
});
