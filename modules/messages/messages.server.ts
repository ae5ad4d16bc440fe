import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import type { Live } from '../../parts/http/live.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { notifyUsers, createUserNotifications } from '../../parts/postgres/user-notifications.ts';
import { plainText } from '../../parts/rich-text/rich-text.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { message } from './message.resource.ts';
import * as calls from './messages.calls.ts';
import { keepsNotices, shownToMe } from './notice.server.ts';
import { sendMessages } from './send-messages.server.ts';
import { notice } from './notice.resource.ts';

/** Outsiders hear what concerns them, too. */
const FOR_ALL = { outsiders: true } as const;
type Item = TypeOf<typeof calls.mine.answer>[number];

/** A text in the reader's language, where the second was given. */
const inLanguage = (context: Context, name: 'title' | 'content' | 'action_label'): Sql => {
  const [zh, en] = {
    title: [sql`m.title`, sql`m.title_en`],
    content: [sql`m.content`, sql`m.content_en`],
    action_label: [sql`m.action_label`, sql`m.action_label_en`],
  }[name] as [Sql, Sql];
  return context.language === 'en' ? sql`coalesce(nullif(${en}, ''), ${zh})` : zh;
};

/** Rows are the caller's own, whoever he is. */
export const messageBehaviour = behaviour(message, {
  source: (context) => sql`
    select m.tenant_id, m.id, m.box, m.topic, m.level, ${inLanguage(context, 'title')} as title,
      ${inLanguage(context, 'content')} as content, m.sender_user_id, m.link,
      ${inLanguage(context, 'action_label')} as action_label, m.due_time, m.create_time, m.read_time
    from message m where m.user_id = ${context.user.userId}::bigint`,
});

const notReadByMe = (context: Context): Sql =>
  sql`not exists (select 1 from notice_read r where r.tenant_id = t.tenant_id and r.notice_id = t.id
    and r.user_id = ${context.user.userId}::bigint)`;

/** How much is unread in each box, and when the next notice appears, so that nobody has to ask meanwhile. */
export const unread = serve(
  calls.unread,
  async (context) => {
    const row = (await context.tx.row<{
      mail: number;
      message: number;
      notice: number;
      nextSeconds: number | null;
    }>(sql`
    select (select count(*)::integer from message m
    where m.user_id = ${context.user.userId}::bigint and m.read_time is null and m.box = 'mail') as mail,
      (select count(*)::integer from message m
      where m.user_id = ${context.user.userId}::bigint and m.read_time is null and m.box = 'message') as message,
      (select count(*)::integer from notice t where ${shownToMe(context)} and ${notReadByMe(context)}) as notice,
      (select ceil(extract(epoch from min(t.release_time) - now()))::integer from notice t
      where t.release_time > now() and t.release_time < now() + interval '1 day') as next_seconds`))!;
    const { nextSeconds, ...counts } = row;
    return { ...counts, total: counts.mail + counts.message + counts.notice, nextSeconds };
  },
  FOR_ALL,
);

const SHOWN = 30;
const EXCERPT = 120;
/** The newest of one box, unread first. */
export const mine = serve(
  calls.mine,
  async (context, { box }) => {
    if (box !== 'notice') {
      return context.tx.rows<Item>(sql`
      select m.id, m.box, m.level, ${inLanguage(context, 'title')} as title,
        ${inLanguage(context, 'content')} as content, m.link, ${inLanguage(context, 'action_label')} as action_label,
        m.create_time as time, coalesce(u.real_name, '') as sender_name, m.read_time is not null as read
      from message m left join app_user u on u.tenant_id = m.tenant_id and u.id = m.sender_user_id
      where m.user_id = ${context.user.userId}::bigint and m.box = ${box} order by m.read_time is not null,
        m.create_time desc, m.id desc limit ${SHOWN}`);
    }
    const rows = await context.tx.rows<Item>(sql`
    select t.id, 'notice' as box, 'info' as level, t.title, t.content, '' as link, '' as action_label,
      t.release_time as time, coalesce(u.real_name, '') as sender_name, t.top_flag, not ${notReadByMe(context)} as read
    from notice t left join app_user u on u.tenant_id = t.tenant_id and u.id = t.create_user
    where ${shownToMe(context)} order by not ${notReadByMe(context)}, t.top_flag desc, t.release_time desc, t.id desc
    limit ${SHOWN}`);
    return rows.map((row) => ({ ...row, content: plainText(row.content).slice(0, EXCERPT) }));
  },
  FOR_ALL,
);

/** Reading a notice tells that it was read. */
export const readNotice = serve(
  calls.readNotice,
  async (context, input) => {
    const [id] = readIds(input, 'id');
    const row = await context.tx.row<TypeOf<typeof calls.readNotice.answer>>(sql`
    select t.id, t.title, t.category, t.release_time, t.content, coalesce(u.real_name, '') as sender_name,
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id::text, 'name', f.name) order by f.id) from stored_file f
      where f.id = any(t.attach_ids)), '[]') as files
    from notice t left join app_user u on u.tenant_id = t.tenant_id and u.id = t.create_user
    where t.id = ${id!}::bigint and (${shownToMe(context)} or ${keepsNotices(context)})`);
    if (row === undefined) throw unknownRecord(notice.label);
    await context.tx.run(
      sql`insert into notice_read (notice_id, user_id) select t.id, ${context.user.userId}::bigint from notice t
        where t.id = ${id!}::bigint and ${shownToMe(context)} on conflict do nothing`,
    );
    await notifyUsers(context, [context.user.userId]);
    return row;
  },
  FOR_ALL,
);

export const markRead = serve(
  calls.markRead,
  async (context, input) => {
    const ids = readIds(input);
    await context.tx.run(
      sql`update message set read_time = now()
        where user_id = ${context.user.userId}::bigint and id = any(${ids}::bigint[]) and read_time is null`,
    );
    await notifyUsers(context, [context.user.userId]);
    return true;
  },
  FOR_ALL,
);

export const markAllRead = serve(
  calls.markAllRead,
  async (context, { box }) => {
    if (box === 'notice')
      await context.tx.run(
        sql`insert into notice_read (notice_id, user_id) select t.id, ${context.user.userId}::bigint from notice t
          where ${shownToMe(context)} on conflict do nothing`,
      );
    else
      await context.tx.run(
        sql`update message set read_time = now()
          where user_id = ${context.user.userId}::bigint and box = ${box} and read_time is null`,
      );
    await notifyUsers(context, [context.user.userId]);
    return true;
  },
  FOR_ALL,
);

const RECEIVERS_MAX = 200;
/** Everybody may write, nobody as somebody else. */
export const sendMail = serve(
  calls.sendMail,
  async (context, { userIds, title, content }) => {
    if (userIds.length > RECEIVERS_MAX)
      throw new Refused(
        refuse('message.receivers', { max: RECEIVERS_MAX, count: userIds.length }, { field: 'userIds' }),
      );
    const there = await context.tx.rows<{ id: string }>(
      sql`select id from app_user where id = any(${userIds}::bigint[]) and frozen = 0 and audit_state = 'approved'`,
    );
    if (there.length < userIds.length)
      throw new Refused(
        refuse('message.receiver-gone', { count: userIds.length - there.length }, { field: 'userIds' }),
      );
    await sendMessages(context, [
      {
        userIds,
        topic: 'mail',
        box: 'mail',
        title: { zh: title, en: '' },
        content: { zh: content, en: '' },
        senderUserId: context.user.userId,
      },
    ]);
    return { sent: userIds.length };
  },
  FOR_ALL,
);

/** The event stream of notifications, on the connection that hears of them. */
export const messageStream = (services: Services): Call => {
  const notifications = createUserNotifications(services.database);
  return serve(
    calls.stream,
    async (context): Promise<Live> => {
      if (!String(context.peer?.headers['accept'] ?? '').includes('text/event-stream'))
        throw new Refused(refuse('message.stream'));
      return {
        live: (send) => notifications.follow(context.tenant, context.user.userId, () => send('news')),
        ready: notifications.ready,
      };
    },
    FOR_ALL,
  );
};
