import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { flowInstance } from './flow-instance.resource.ts';
import { kindOf } from '../engine/flow-kinds.ts';

export const flowInstanceBehaviour = behaviour(flowInstance, {
  source: () => sql`
    select i.tenant_id, i.id, i.process_definition_name, i.process_definition_key, i.category, i.business_code,
      i.round, i.start_user as start_user_id, i.start_time, i.end_time, i.state,
      i.suspension_state::text as suspension_state, i.delete_reason,
      (select string_agg(distinct t.task_name, '、') from flow_task t
      where t.tenant_id = i.tenant_id and t.process_instance_id = i.id
        and t.state in ('open', 'claimed')) as current_task, i.id::text as process_instance_id,
          i.id::text as execution_id
    from flow_instance i`,
  fills: { startUser: ['startUserName'], categoryName: ['category'], suspensionState: ['suspensionState'] },
  async fillRows(context, rows) {
    for (const row of rows)
      Object.assign(row, {
        startUser: row.startUserName ?? '',
        categoryName: kindOf(row.category)?.label[context.language] ?? '',
        suspensionState: Number(row.suspensionState),
      });
  },
});
