import type { Label } from '../../kernel/core/label.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { notifyUsers } from '../../parts/postgres/user-notifications.ts';
import { isOwnAddress, type Topic } from './message.rules.ts';

/** A message to some people. */
export interface NewMessage {
  readonly userIds: readonly string[];
  readonly topic: Topic;
  readonly title: Label;
  readonly content?: Label;
  readonly box?: 'mail' | 'message';
  readonly level?: 'info' | 'warning' | 'urgent';
  readonly senderUserId?: string;
  /** The record it is about. */
  readonly about?: { readonly resource: string; readonly recordId: string };
  /** One click to act: where, and what the button says. */
  readonly act?: { readonly link: string; readonly label: Label };
  readonly dueTime?: string;
  /** At most one message of an event to a person. */
  readonly once?: string;
}

/** Sends messages in the transaction of what happened: they arrive with its commit, within the second, or never. */
export async function sendMessages(context: Context, messages: readonly NewMessage[]): Promise<void> {
  const rows = messages.flatMap((each) =>
    [...new Set(each.userIds)].map((userId) => {
      if (!isOwnAddress(each.act?.link ?? '')) throw new Error(`A message may not lead to ${each.act?.link}`);
      return {
        userId,
        topic: each.topic,
        box: each.box ?? 'message',
        level: each.level ?? 'info',
        title: each.title.zh,
        titleEn: each.title.en,
        content: each.content?.zh ?? '',
        contentEn: each.content?.en ?? '',
        sender: each.senderUserId ?? null,
        resource: each.about?.resource ?? null,
        recordId: each.about?.recordId ?? null,
        link: each.act?.link ?? '',
        label: each.act?.label.zh ?? '',
        labelEn: each.act?.label.en ?? '',
        due: each.dueTime ?? null,
        once: each.once ?? null,
      };
    }),
  );
  if (rows.length === 0) return;
  const recipients = await context.tx.rows<{ userId: string }>(sql`
    insert into message (user_id, topic, box, level, title, title_en, content, content_en, sender_user_id, resource,
      record_id, link, action_label, action_label_en, due_time, dedupe_key)
    select w."userId", w.topic, w.box, w.level, w.title, w."titleEn", w.content, w."contentEn", w.sender, w.resource,
      w."recordId", w.link, w.label, w."labelEn", w.due, w.once
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w("userId" bigint, topic text, box text, level text,
      title text, "titleEn" text, content text, "contentEn" text, sender bigint, resource text, "recordId" bigint,
      link text, label text, "labelEn" text, due timestamptz, once text)
    join app_user u on u.id = w."userId" and u.frozen = 0
    on conflict (tenant_id, user_id, dedupe_key) do nothing returning user_id`);
  await notifyUsers(context, [...new Set(recipients.map((row) => row.userId))]);
}

/** What these messages asked for is done, by whoever did it: unread, they would count in the bell for nothing. */
export async function settleMessages(
  context: Context,
  topic: Topic,
  settled: readonly { readonly userId: string; readonly link: string }[],
): Promise<void> {
  if (settled.length === 0) return;
  const rows = await context.tx.rows<{ userId: string }>(sql`
    update message m set read_time = now()
    from unnest(${settled.map(({ userId }) => userId)}::bigint[], ${settled.map(({ link }) => link)}::text[])
      as s(user_id, link)
    where m.user_id = s.user_id and m.link = s.link and m.topic = ${topic} and m.read_time is null
    returning m.user_id`);
  if (rows.length > 0) await notifyUsers(context, [...new Set(rows.map(({ userId }) => userId))]);
}
