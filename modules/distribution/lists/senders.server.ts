/** Which factory store or central warehouse sends: as the source rule says, else the factory that serves the site. */
import type { Id } from '../../../kernel/core/field.ts';
import { inBoth, type Label } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { factoriesFor } from '../../operations/factories/factory-relation.server.ts';
import type { Asked, Sender } from './line-facts.server.ts';

interface SenderQuestion extends Asked {
  readonly sourceKind: 'factory' | 'warehouse';
  /** Department of the factory, or warehouse, the rule names. */
  readonly ruleSourceId: Id | null;
}
interface SenderAnswer {
  readonly sender: Sender;
  /** Why this one, where no source rule named it. */
  readonly reason: string | null;
}

interface Store {
  readonly id: Id;
  readonly deptId: Id;
  readonly frozen: 0 | 1;
}

/** The sender of each question, in order; null where none can. A few statements however many ask. */
export async function sendersFor(
  context: Context,
  questions: readonly SenderQuestion[],
): Promise<(SenderAnswer | null)[]> {
  if (questions.length === 0) return [];
  const named = [...new Set(questions.flatMap((each) => each.ruleSourceId ?? []))];
  const warehouses = await context.tx.rows<Store>(
    sql`select id, company_dept_id as dept_id, frozen from warehouse where id = any(${named}::bigint[])`,
  );
  const factories = await context.tx.rows<Store & { readonly factoryId: Id }>(sql`
    select f.id as factory_id, w.id, f.dept_id, greatest(f.frozen, w.frozen) as frozen
    from central_factory f join factory_warehouse w on w.factory_id = f.id and w.id = f.ship_warehouse_id
    where f.dept_id = any(${named}::bigint[])`);
  const served = await byRelation(context, questions);
  const warehouseOf = new Map(warehouses.map((store) => [store.id, store]));
  const factoryOf = new Map(factories.map((store) => [store.deptId, store]));
  return questions.map((question, at): SenderAnswer | null => {
    const { sourceKind, ruleSourceId } = question;
    if (sourceKind === 'warehouse') {
      const store = ruleSourceId === null ? undefined : warehouseOf.get(ruleSourceId);
      if (store === undefined || store.frozen === 1 || store.id === question.warehouseId) return null;
      return {
        sender: { sourceKind, outOrgId: store.deptId, outWarehouseId: store.id, outFactoryWarehouseId: null },
        reason: null,
      };
    }
    const relation = served[at];
    // The relation of the very factory names the store for this site; the factory's own is the next best.
    if (ruleSourceId !== null && relation?.sender.outOrgId !== ruleSourceId) {
      const store = factoryOf.get(ruleSourceId);
      if (store === undefined || store.frozen === 1) return null;
      return {
        sender: { sourceKind, outOrgId: store.deptId, outWarehouseId: null, outFactoryWarehouseId: store.id },
        reason: null,
      };
    }
    return relation ?? null;
  });
}

/** The factory that serves the site of each question that asks for one. */
async function byRelation(
  context: Context,
  questions: readonly SenderQuestion[],
): Promise<readonly (SenderAnswer | undefined)[]> {
  const asking = new Map<string, SenderQuestion>();
  const keyOf = (each: SenderQuestion): string => `${each.bladeProjectDeptId} ${each.materialId} ${each.needDate}`;
  for (const each of questions) if (each.sourceKind === 'factory') asking.set(keyOf(each), each);
  const answers = await factoriesFor(
    context,
    [...asking.values()].map((each) => ({
      projectDeptId: each.bladeProjectDeptId,
      materialId: each.materialId,
      date: each.needDate,
    })),
  );
  const stores = [...new Set(answers.flatMap((answer) => answer.winner?.store?.id ?? []))];
  const depts = new Map(
    (
      await context.tx.rows<{ id: Id; deptId: Id }>(sql`
        select w.id, f.dept_id from factory_warehouse w join central_factory f on f.id = w.factory_id
        where w.id = any(${stores}::bigint[])`)
    ).map((row) => [row.id, row.deptId]),
  );
  const found = new Map(
    [...asking.keys()].map((key, at): [string, SenderAnswer | undefined] => {
      const { winner, because, hindrance } = answers[at]!;
      const store = winner?.store;
      if (store == null || hindrance !== null || because === null) return [key, undefined];
      const reason: Label = { zh: sentenceOf(because, 'zh'), en: sentenceOf(because, 'en') };
      const sender: Sender = {
        sourceKind: 'factory',
        outOrgId: depts.get(store.id)!,
        outWarehouseId: null,
        outFactoryWarehouseId: store.id,
      };
      return [key, { sender, reason: inBoth(reason, 190) }];
    }),
  );
  return questions.map((each) => (each.sourceKind === 'factory' ? found.get(keyOf(each)) : undefined));
}
