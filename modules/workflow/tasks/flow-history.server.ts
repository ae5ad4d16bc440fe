import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { namesOf } from '../engine/candidates.server.ts';
import { END_NAMES, nodeName } from '../engine/end-names.rules.ts';
import { taskStates } from '../engine/task-states.ts';
import type { historyEntry } from './flow-view.calls.ts';

/** How long something took, in the largest two units. */
function spanOf(from: string, to: string, language: 'zh' | 'en'): string {
  const moment = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);
  const seconds = Math.max(0, Math.round((moment(to) - moment(from)) / 1000));
  const units = [
    [86_400, '天', 'd'],
    [3_600, '小时', 'h'],
    [60, '分', 'min'],
    [1, '秒', 's'],
  ] as const;
  const parts: string[] = [];
  let rest = seconds;
  for (const [size, zh, en] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 && parts.length < 2) parts.push(language === 'zh' ? `${count}${zh}` : `${count} ${en}`);
  }
  return parts.join(language === 'zh' ? '' : ' ') || (language === 'zh' ? '0秒' : '0 s');
}

interface HistoryRow {
  readonly historyActivityId: string;
  readonly historyActivityName: string;
  readonly kind: string;
  readonly assignee: string | null;
  readonly onBehalfOf: string | null;
  readonly otherUserId: string | null;
  readonly result: string;
  readonly comment: string;
  readonly createTime: string;
  readonly endTime: string | null;
  readonly candidates: readonly string[] | null;
}

/** What happened and what is waited for, oldest first; nothing in it is null. */
export async function historyOf(context: Context, instanceId: string): Promise<TypeOf<typeof historyEntry>[]> {
  const rows = await context.tx.rows<HistoryRow>(sql`
    select * from (
      select h.id, h.history_activity_id, h.history_activity_name, h.kind, h.assignee, h.on_behalf_of, h.other_user_id,
        h.result, h.comment, h.create_time, h.end_time, null::text[] as candidates, 0 as later from flow_history h
        where h.process_instance_id = ${instanceId}::bigint
      union all
      select t.id, t.node_id, t.task_name, 'task', t.assignee, t.owner_user_id, null, t.state, '', t.create_time, null,
        (select array_agg(c.user_id::text) from flow_task_candidate c
        where c.tenant_id = t.tenant_id and c.task_id = t.id), 1 from flow_task t
      where t.process_instance_id = ${instanceId}::bigint and t.state in ('open', 'claimed', 'queued')) r
      order by later, id`);
  const names = await namesOf(
    context,
    rows.flatMap((row) =>
      [row.assignee, row.onBehalfOf, row.otherUserId, ...(row.candidates ?? [])].filter(
        (id): id is string => id !== null,
      ),
    ),
  );
  const name = (id: string | null): string => (id === null ? '' : (names.get(id) ?? ''));
  return rows.map((row) => ({
    historyActivityId: row.historyActivityId,
    historyActivityName: nodeName(row.kind, row.historyActivityName || endName(row), context.language),
    kind: row.kind,
    assignee: row.assignee ?? '',
    assigneeName:
      row.assignee === null
        ? (row.candidates ?? []).map((id) => names.get(id) ?? '').join(context.language === 'zh' ? '、' : ', ')
        : name(row.assignee),
    onBehalfOfName: name(row.onBehalfOf),
    otherUserName: name(row.otherUserId),
    result: row.result,
    resultName: Object.hasOwn(taskStates, row.result)
      ? taskStates[row.result as keyof typeof taskStates][context.language]
      : row.result,
    comment: row.comment,
    createTime: row.createTime,
    endTime: row.endTime ?? '',
    historyActivityDurationTime:
      row.endTime === null || row.kind === 'start' || row.kind === 'end'
        ? ''
        : spanOf(row.createTime, row.endTime, context.language),
  }));
}
const endName = ({ kind }: HistoryRow): string => (kind === 'start' || kind === 'end' ? END_NAMES[kind].zh : '');
