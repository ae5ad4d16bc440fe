import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { definitions, documentOfBill, latestOf } from './definitions.server.ts';
import { flowBinding } from './flow-binding.resource.ts';
import { kindOf, kindOfBill } from './flow-kinds.ts';

/** A binding names documents there are and a process that is deployed for them. */
export const flowBindingBehaviour = behaviour(flowBinding, {
  async beforeSave(context, { values }) {
    const billType = String(values.billType);
    const kind = kindOfBill(billType);
    if (kind === undefined || documentOfBill(context.registry, billType) === undefined)
      throw new Refused(refuse('flow.bill-type', { name: kind?.label ?? billType }, { field: 'billType' }));
    values.processKey ||= await onlyKeyOf(context, kind.category);
    const key = String(values.processKey ?? '');
    const definition = (await latestOf(context, [key])).get(key);
    if (definition === undefined)
      throw new Refused(
        refuse(
          key === '' ? 'flow.binding-choose' : 'flow.binding-key',
          { name: key, kind: kind.label },
          { field: 'processKey' },
        ),
      );
    // The same chain may serve several kinds of documents only where its conditions were checked against them.
    if (definition.category !== kind.category)
      throw new Refused(
        refuse(
          'flow.binding-kind',
          {
            name: definition.name,
            kind: kindOf(definition.category)?.label ?? definition.category,
            billType: kind.label,
          },
          { field: 'processKey' },
        ),
      );
    const [from, to] = [values.amountFrom, values.amountTo];
    if (from && to && Decimal.of(String(to)).isAtMost(Decimal.of(String(from))))
      throw new Refused(refuse('flow.binding-amounts', {}, { field: 'amountTo' }));
  },
});

/** The process of a kind of document, where there is exactly one. */
async function onlyKeyOf(context: Context, category: string): Promise<string | null> {
  const keys = await context.tx.rows<{ key: string }>(
    sql`select distinct d.key from ${definitions} d where d.category = ${category} and d.removed_time is null limit 2`,
  );
  return keys.length === 1 ? keys[0]!.key : null;
}
