import { label } from '../../kernel/core/label.ts';
import { SESSION } from '../../kernel/core/contract.ts';
import { unknownRecord, type Call } from '../../kernel/server/context.ts';
import { sql } from '../postgres/database.ts';
import { paging } from '../../kernel/server/record-query.ts';
import { readIds } from '../../kernel/server/run-action.ts';

const COLUMNS = sql`id, kind, title, state, progress, total, result, coalesce(error, '') as error, created_time,
  started_time, ended_time`;

/** A person sees and stops his own long work. */
export const jobCalls: readonly Call[] = [
  {
    method: 'GET',
    service: 'blade-resource',
    path: 'job/detail',
    permission: SESSION,
    outsiders: true,
    summary: label('任务进度', 'Progress of a job'),
    async handle(context, input) {
      const [id] = readIds(input, 'id');
      const job = await context.tx.row(
        sql`select ${COLUMNS} from job where id = ${id!}::bigint and user_id = ${context.user.userId}::bigint`,
      );
      if (job === undefined) throw unknownRecord(label('任务', 'The job'));
      return job;
    },
  },
  {
    method: 'GET',
    service: 'blade-resource',
    path: 'job/page',
    permission: SESSION,
    outsiders: true,
    summary: label('本人的任务', "One's own jobs"),
    async handle(context, input) {
      const { current, size } = paging(input);
      const mine = sql`user_id = ${context.user.userId}::bigint`;
      const records = await context.tx.rows(
        sql`select ${COLUMNS} from job where ${mine} order by id desc limit ${size} offset ${(current - 1) * size}`,
      );
      const { total } = (await context.tx.row<{ total: number }>(
        sql`select count(*)::integer as total from job where ${mine}`,
      ))!;
      return { records, total, size, current, pages: Math.ceil(total / size) };
    },
  },
  {
    method: 'POST',
    service: 'blade-resource',
    path: 'job/cancel',
    permission: SESSION,
    outsiders: true,
    summary: label('取消任务', 'Stop a job'),
    async handle(context, input) {
      const ids = readIds(input);
      await context.tx.run(sql`
        update job set cancel_wanted = 1, state = case when state = 'waiting' then 'cancelled' else state end
        where id = any(${ids}::bigint[]) and user_id = ${context.user.userId}::bigint
          and state in ('waiting', 'running')`);
      return true;
    },
  },
];
