/** The call that explains rights. */
import { contract } from '../../../kernel/core/contract.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

/**
 * Whether a person may make a call (`route`), or do something with the records of a `resource` or with one of them, and
 * everything that lets them or stops them.
 */
export const explainRights = contract({
  method: 'GET',
  service: 'blade-system',
  path: 'permission/explain',
  permission: 'permission_explain_view',
  summary: label('权限诊断', 'Explain rights'),
  input: {
    userId: json('用户', 'User', { optional: true }),
    id: json('用户', 'User', { optional: true }),
    /** Address of a call; then nothing else is read. */
    route: text('接口地址', 'Address of the call', { optional: true, max: 500 }),
    /** Name of a declaration. */
    resource: text('类型', 'Kind of record', { optional: true }),
    /** Button of the permission; `view` where none is named. */
    action: text('操作', 'Wants to', { optional: true }),
    recordId: text('记录', 'Record', { optional: true }),
  },
  answer: shape.object({
    allowed: shape.boolean,
    userName: shape.text,
    account: shape.text,
    /** What they want to do it with, in words. */
    target: shape.text,
    reasons: shape.list(
      shape.object({
        rule: shape.text,
        lets: shape.boolean,
        text: shape.text,
        /** Name of the role it comes from; empty where it is none. */
        role: shape.text,
        /** Who gave it, and when; empty where nobody knows. */
        by: shape.text,
        time: shape.moment,
      }),
    ),
  }),
});
