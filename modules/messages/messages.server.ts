import { label, type Label } from '../../kernel/core/label.ts';
import { listOf } from '../../kernel/core/kinds.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { SESSION } from '../../kernel/core/contract.ts';
import { unknownRecord, type Call, type Context, type Input, type Live } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../kernel/server/database.ts';
import { announce, createNews } from '../../kernel/server/news.ts';
import { plainText } from '../../parts/rich-text/rich-text.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { message } from './message.resource.ts';
import { keepsNotices, shownToMe } from './notice.server.ts';
import { tell } from './tell.server.ts';
import { notice } from './notice.resource.ts';

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
    select m.tenant_id, m.id, m.box, m.topic, m.level, ${inLanguage(context, 'title')} as title, ${inLanguage(context, 'content')} as content, m.sender_user_id, m.link, ${inLanguage(context, 'action_label')} as action_label, m.due_time, m.create_time, m.read_time
    from message m where m.user_id = ${context.user.userId}::bigint`,
});

type Box = 'mail' | 'message' | 'notice';
const boxOf = (input: Input): Box => {
  const box = String(input['box'] ?? '');
  if (box === 'mail' || box === 'message' || box === 'notice') return box;
  throw new Refused(refuse('param.invalid', { name: 'box', value: box }));
};

const notReadByMe = (context: Context): Sql =>
  sql`not exists (select 1 from notice_read r where r.tenant_id = t.tenant_id and r.notice_id = t.id and r.user_id = ${context.user.userId}::bigint)`;

/** How much is unread in each box, and when the next notice appears, so that nobody has to ask meanwhile. */
async function unread(context: Context): Promise<Record<string, unknown>> {
  const row = (await context.tx.row<{ mail: number; message: number; notice: number; nextSeconds: number | null }>(sql`
    select (select count(*)::integer from message m where m.user_id = ${context.user.userId}::bigint and m.read_time is null and m.box = 'mail') as mail,
      (select count(*)::integer from message m where m.user_id = ${context.user.userId}::bigint and m.read_time is null and m.box = 'message') as message,
      (select count(*)::integer from notice t where ${shownToMe(context)} and ${notReadByMe(context)}) as notice,
      (select ceil(extract(epoch from min(t.release_time) - now()))::integer from notice t where t.release_time > now() and t.release_time < now() + interval '1 day') as next_seconds`))!;
  const { nextSeconds, ...counts } = row;
  return { ...counts, total: counts.mail + counts.message + counts.notice, nextSeconds };
}

const SHOWN = 30;
const EXCERPT = 120;
/** The newest of one box, unread first. */
async function mine(context: Context, input: Input): Promise<Record<string, unknown>[]> {
  if (boxOf(input) !== 'notice') {
    return context.tx.rows(sql`
      select m.id, m.box, m.level, ${inLanguage(context, 'title')} as title, ${inLanguage(context, 'content')} as content, m.link, ${inLanguage(context, 'action_label')} as action_label, m.create_time as time, coalesce(u.real_name, '') as sender_name, m.read_time is not null as read
      from message m left join app_user u on u.tenant_id = m.tenant_id and u.id = m.sender_user_id
      where m.user_id = ${context.user.userId}::bigint and m.box = ${boxOf(input)} order by m.read_time is not null, m.create_time desc, m.id desc limit ${SHOWN}`);
  }
  const rows = await context.tx.rows<{ content: string }>(sql`
    select t.id, 'notice' as box, 'info' as level, t.title, t.content, '' as link, '' as action_label, t.release_time as time, coalesce(u.real_name, '') as sender_name, t.top_flag, not ${notReadByMe(context)} as read
    from notice t left join app_user u on u.tenant_id = t.tenant_id and u.id = t.create_user
    where ${shownToMe(context)} order by not ${notReadByMe(context)}, t.top_flag desc, t.release_time desc, t.id desc limit ${SHOWN}`);
  return rows.map((row) => ({ ...row, content: plainText(row.content).slice(0, EXCERPT) }));
}

/** Reading a notice tells that it was read. */
async function readNotice(context: Context, input: Input): Promise<Record<string, unknown>> {
  const [id] = readIds(input, 'id');
  const row = await context.tx.row<Record<string, unknown>>(sql`
    select t.id, t.title, t.category, t.release_time, t.content, coalesce(u.real_name, '') as sender_name,
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id::text, 'name', f.name) order by f.id) from stored_file f where f.id = any(t.attach_ids)), '[]') as files
    from notice t left join app_user u on u.tenant_id = t.tenant_id and u.id = t.create_user
    where t.id = ${id!}::bigint and (${shownToMe(context)} or ${keepsNotices(context)})`);
  if (row === undefined) throw unknownRecord(notice.label);
  await context.tx.run(
    sql`insert into notice_read (notice_id, user_id) select t.id, ${context.user.userId}::bigint from notice t where t.id = ${id!}::bigint and ${shownToMe(context)} on conflict do nothing`,
  );
  await announce(context, [context.user.userId]);
  return row;
}

async function markRead(context: Context, input: Input): Promise<boolean> {
  const ids = readIds(input);
  await context.tx.run(
    sql`update message set read_time = now() where user_id = ${context.user.userId}::bigint and id = any(${ids}::bigint[]) and read_time is null`,
  );
  await announce(context, [context.user.userId]);
  return true;
}

async function markAllRead(context: Context, input: Input): Promise<boolean> {
  const box = boxOf(input);
  if (box === 'notice')
    await context.tx.run(
      sql`insert into notice_read (notice_id, user_id) select t.id, ${context.user.userId}::bigint from notice t where ${shownToMe(context)} on conflict do nothing`,
    );
  else
    await context.tx.run(
      sql`update message set read_time = now() where user_id = ${context.user.userId}::bigint and box = ${box} and read_time is null`,
    );
  await announce(context, [context.user.userId]);
  return true;
}

const RECEIVERS_MAX = 200;
const TITLE_MAX = 100;
const TEXT_MAX = 1000;
/** Mail from one person to others; everybody may write, nobody as somebody else. */
async function sendMail(context: Context, input: Input): Promise<{ readonly sent: number }> {
  const [title, content] = [String(input['title'] ?? '').trim(), String(input['content'] ?? '').trim()];
  const userIds = [...new Set(listOf(input['userIds'] ?? ''))];
  const missing = (
    [
      ['userIds', userIds.length === 0, label('收件人', 'To')],
      ['title', title === '', label('标题', 'Title')],
      ['content', content === '', label('内容', 'Text')],
    ] as const
  ).filter(([, isMissing]) => isMissing);
  if (missing.length > 0)
    throw new Refused(
      ...missing.map(([field, , name]: readonly [string, boolean, Label]) =>
        refuse('field.required', { name }, { field }),
      ),
    );
  if (userIds.some((id) => !/^\d{1,19}$/.test(id)))
    throw new Refused(refuse('param.invalid', { name: 'userIds', value: userIds.join(',') }));
  if (userIds.length > RECEIVERS_MAX)
    throw new Refused(refuse('message.receivers', { max: RECEIVERS_MAX, count: userIds.length }, { field: 'userIds' }));
  const long = (
    [
      ['title', title, TITLE_MAX, label('标题', 'Title')],
      ['content', content, TEXT_MAX, label('内容', 'Text')],
    ] as const
  ).filter(([, value, max]) => [...value].length > max);
  if (long.length > 0)
    throw new Refused(
      ...long.map(([field, value, max, name]) =>
        refuse('field.too-long', { name, max, length: [...value].length }, { field }),
      ),
    );
  const there = await context.tx.rows<{ id: string }>(
    sql`select id from app_user where id = any(${userIds}::bigint[]) and frozen = 0 and audit_state = 'approved'`,
  );
  if (there.length < userIds.length)
    throw new Refused(refuse('message.receiver-gone', { count: userIds.length - there.length }, { field: 'userIds' }));
  await tell(context, [
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
}

/** Calls of a person about what he is told. */
export const messageCalls = (services: Services): readonly Call[] => {
  const news = createNews(services.database);
  const call = (
    method: 'GET' | 'POST',
    path: string,
    permission: Call['permission'],
    zh: string,
    en: string,
    handle: Call['handle'],
  ): Call => ({ method, service: 'blade-desk', path, permission, outsiders: true, summary: label(zh, en), handle });
  return [
    call('GET', 'message/unread', SESSION, '未读数量', 'How much is unread', (context) => unread(context)),
    call('GET', 'message/mine', SESSION, '我的邮件、消息与通知', 'My mail, messages and notices', mine),
    call(
      'GET',
      'message/stream',
      SESSION,
      '新消息推送（事件流）',
      'News as they happen (event stream)',
      async (context): Promise<Live> => {
        if (!String(context.peer?.headers['accept'] ?? '').includes('text/event-stream'))
          throw new Refused(refuse('message.stream'));
        return {
          live: (send) => news.follow(context.tenant, context.user.userId, () => send('news')),
          ready: news.ready,
        };
      },
    ),
    call('POST', 'message/read', SESSION, '标为已读', 'Mark as read', markRead),
    call('POST', 'message/read-all', SESSION, '全部标为已读', 'Mark all as read', markAllRead),
    call('POST', 'message/send', 'message_add', '写邮件', 'Write mail', sendMail),
    call('POST', 'notice/read', SESSION, '阅读通知', 'Read a notice', readNotice),
  ];
};
