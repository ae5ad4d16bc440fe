import type { Id } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { sendMessages } from '../../messages/send-messages.server.ts';
import type { Found } from './judge-purchase-prices.server.ts';
import { priceWarning } from './price-warning.document.ts';
import type { Rule } from './warning-rules.server.ts';

/**
 * Sends each person one message for each document, of the first of its warnings and how many there are; of many single
 * prices at once, such as a sheet, one of all.
 */
export async function sendWarnings(
  context: Context,
  found: readonly Found[],
  ids: readonly Id[],
  nameOf: (each: Found) => string,
): Promise<void> {
  const notified = found
    .map((each, nr) => ({ each, id: ids[nr]! }))
    .filter(({ each }) => each.rule !== null && each.rule.notifyRoleIds.length + each.rule.notifyUserIds.length > 0);
  if (notified.length === 0) return;
  const roleIds = [...new Set(notified.flatMap(({ each }) => each.rule!.notifyRoleIds))];
  const holders =
    roleIds.length === 0
      ? []
      : await context.tx.rows<{ id: Id; roleIds: readonly Id[] }>(
          sql`select id, role_id::text[] as role_ids from app_user
            where frozen = 0 and role_id && ${roleIds}::bigint[]`,
        );
  const recipientsOf = (rule: Rule): readonly Id[] => [
    ...rule.notifyUserIds,
    ...holders
      .filter((holder) => holder.roleIds.some((id) => rule.notifyRoleIds.includes(id)))
      .map((holder) => holder.id),
  ];
  await sendMessages(
    context,
    [
      ...Map.groupBy(
        notified,
        ({ each }) => `${each.line.lineNo === null ? '' : each.line.billId} ${each.ruleId}`,
      ).values(),
    ].map((group) => {
      const [{ each, id }] = group as [(typeof group)[number]];
      const more: Label =
        group.length === 1 ? label('', '') : label(`等 ${group.length} 项`, ` and ${group.length - 1} more`);
      const ofOne = group.every((other) => other.each.line.billId === each.line.billId);
      const code = ofOne ? each.line.billCode : '';
      return {
        userIds: recipientsOf(each.rule!),
        topic: 'price.warning' as const,
        level: group.some((other) => other.each.level === 'block') ? ('urgent' as const) : ('warning' as const),
        title: label(
          `价格预警：${nameOf(each)}${more.zh} ${code}`.trimEnd(),
          `Price warning: ${nameOf(each)}${more.en} ${code}`.trimEnd(),
        ),
        about: { resource: priceWarning.name, recordId: id },
        act: { link: ofOne ? `${priceWarning.path}/${id}` : priceWarning.path!, label: label('去处理', 'Review') },
        once: `price-warning:${id}`,
      };
    }),
  );
}
