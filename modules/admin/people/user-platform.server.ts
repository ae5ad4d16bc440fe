import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { requireMayManage } from '../rights/rights.server.ts';
import { user } from './user.resource.ts';
import { asPerson } from './user.server.ts';

const EXT_MAX = 2_000;

/** What another platform keeps of a person; kept as it was given, never run. */
async function update(services: Services, context: Context, input: Input): Promise<boolean> {
  const [userId] = readIds(input, 'userId');
  const [row] = await lockRows(user, context, [userId!]);
  if (row === undefined) throw unknownRecord(user.label);
  await requireMayManage(services, context, [asPerson(row)]);
  const userType = wordOf(input['userType']) || String(row['userType']);
  if (
    (await context.tx.row(
      sql`select 1 as one from dict where code = 'user_type' and dict_key = ${userType} and is_sealed = 0
        and dict_key <> '-1'`,
    )) === undefined
  )
    throw new Refused(refuse('user.platform', { value: userType }, { field: 'userType' }));
  const userExt =
    typeof input['userExt'] === 'object' && input['userExt'] !== null
      ? JSON.stringify(input['userExt'])
      : String(input['userExt'] ?? '');
  if ([...userExt].length > EXT_MAX)
    throw new Refused(
      refuse(
        'field.too-long',
        { name: label('扩展信息', 'Extension'), max: EXT_MAX, length: [...userExt].length },
        { field: 'userExt' },
      ),
    );
  const before = await context.tx.row<{ userExt: string }>(
    sql`select user_ext from user_platform where user_id = ${userId!}::bigint and user_type = ${userType}`,
  );
  await context.tx.run(sql`
    insert into user_platform (user_id, user_type, user_ext, update_user)
    values (${userId!}::bigint, ${userType}, ${userExt}, ${context.user.userId}::bigint)
    on conflict (tenant_id, user_id, user_type) do update
    set user_ext = excluded.user_ext, update_user = excluded.update_user, update_time = now()`);
  if (before?.userExt !== userExt)
    await audit(context, [
      {
        resource: 'user',
        recordId: userId!,
        action: 'update-platform',
        title: String(row['realName']),
        changes: { [`userExt.${userType}`]: [before?.userExt ?? null, userExt] },
      },
    ]);
  return true;
}

/** Clients send the word `undefined` for what they have not. */
const wordOf = (value: unknown): string =>
  value === undefined || value === null || value === 'undefined' ? '' : String(value);

/**
 * Of the platform asked for, else of the one the person belongs to, else the latest; where nothing is kept, the
 * person's own platform with nothing in it.
 */
async function read(context: Context, input: Input): Promise<Record<string, unknown>> {
  const [id] = readIds(input, 'id');
  const [row] = await context.tx.rows<{ userType: string }>(
    sql`select user_type from app_user where id = ${id!}::bigint`,
  );
  if (row === undefined) throw unknownRecord(user.label);
  const wanted = wordOf(input['userType']);
  return (
    (await context.tx.row<Record<string, unknown>>(sql`
    select id, user_id, user_type, user_ext from user_platform
    where user_id = ${id!}::bigint and (${wanted} = '' or user_type = ${wanted})
    order by user_type = ${row.userType} desc, update_time desc limit 1`)) ?? {
      id: '',
      userId: id!,
      userType: wanted || row.userType,
      userExt: '',
    }
  );
}

export const userPlatformCalls = (services: Services): readonly Call[] => [
  {
    method: 'POST',
    service: 'blade-user',
    path: 'update-platform',
    permission: 'user_platform',
    summary: label('修改用户平台信息', 'Change what a platform keeps of a user'),
    handle: (context, input) => update(services, context, input),
  },
  {
    method: 'GET',
    service: 'blade-user',
    path: 'platform-detail',
    permission: ['user_platform', 'user_view'],
    summary: label('用户平台信息', 'What a platform keeps of a user'),
    handle: read,
  },
];
