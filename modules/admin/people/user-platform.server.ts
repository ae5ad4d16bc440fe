import type { InputOf } from '../../../kernel/core/contract.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { requireMayManage } from '../rights/rights.server.ts';
import * as calls from './user.calls.ts';
import { user } from './user.resource.ts';
import { asPerson } from './user.server.ts';

const EXT_MAX = 2_000;

/** Stores what another platform gave about a person. It is never run. */
async function update(
  services: Services,
  context: Context,
  input: InputOf<typeof calls.updatePlatform.input>,
): Promise<boolean> {
  const [userId] = readIds(input, 'userId');
  const [row] = await lockRows(user, context, [userId!]);
  if (row === undefined) throw unknownRecord(user.label);
  await requireMayManage(services, context, [asPerson(row)]);
  const userType = given(input.userType) || row.userType;
  const isKnown = await context.tx.row(
    sql`select 1 as one from dict where code = 'user_type' and dict_key = ${userType} and is_sealed = 0
      and dict_key <> '-1'`,
  );
  if (isKnown === undefined) throw new Refused(refuse('user.platform', { value: userType }, { field: 'userType' }));
  const userExt = extensionOf(input.userExt);
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
        title: row.realName,
        changes: { [`userExt.${userType}`]: [before?.userExt ?? null, userExt] },
      },
    ]);
  return true;
}

/** An extension as it is stored: an object as its JSON. */
function extensionOf(value: unknown): string {
  const extension = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  const { length } = [...extension];
  if (length > EXT_MAX)
    throw new Refused(
      refuse('field.too-long', { name: label('扩展信息', 'Extension'), max: EXT_MAX, length }, { field: 'userExt' }),
    );
  return extension;
}

/** Clients send the word `undefined` where they have nothing. */
const given = (value: string | null): string => (value === null || value === 'undefined' ? '' : value);

/**
 * Of the platform asked for, else of the person's own, else the latest; where nothing is stored, the platform with
 * nothing in it.
 */
async function read(
  { tx }: Context,
  input: InputOf<typeof calls.platformDetail.input>,
): Promise<TypeOf<typeof calls.platformDetail.answer>> {
  const [id] = readIds(input, 'id');
  const person = await tx.row<{ userType: string }>(sql`select user_type from app_user where id = ${id!}::bigint`);
  if (person === undefined) throw unknownRecord(user.label);
  const wanted = given(input.userType);
  const stored = await tx.row<TypeOf<typeof calls.platformDetail.answer>>(sql`
    select id, user_id, user_type, user_ext from user_platform
    where user_id = ${id!}::bigint and (${wanted} = '' or user_type = ${wanted})
    order by user_type = ${person.userType} desc, update_time desc limit 1`);
  return stored ?? { id: '', userId: id!, userType: wanted || person.userType, userExt: '' };
}

/** What other platforms store about a person. */
export const userPlatformCalls = (services: Services): readonly Call[] => [
  serve(calls.updatePlatform, (context, input) => update(services, context, input)),
  serve(calls.platformDetail, read),
];
