/** The life of a document that is posted by its approval, and what its reversal says of it. */
import type { Action, Life } from '../../kernel/core/declaration.ts';
import { choice, flag, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { approvalLife } from '../../kernel/core/life.ts';

type PostedState = 'draft' | 'pending' | 'done' | 'rejected' | 'void';
type PostedAction = 'toApply' | 'withdraw' | 'doApply' | 'refuse' | 'void' | 'reverse';

const reason = { reason: text('原因', 'Reason', { min: 2, max: 200 }) };

/** draft → pending → done; what is posted is reversed, what is not may be voided. */
export function postedLife(prefix: string): Life<PostedState, PostedAction> {
  const { states, actions } = approvalLife(prefix);
  const { approved: _approved, done, ...others } = states;
  const standard = actions as unknown as Readonly<Record<Exclude<PostedAction, 'reverse'>, Action<PostedState>>>;
  return {
    prefix,
    states: { ...others, done: { ...done, label: label('已过账', 'Posted') } },
    first: 'draft',
    editable: ['draft', 'rejected'],
    removable: ['draft', 'rejected'],
    done: ['done', 'rejected', 'void'],
    tabs: [
      'draft',
      'pending',
      'rejected',
      'done',
      { key: 'reversed', label: label('冲销', 'Reversed'), where: { reversal: 'reversed,mirror' } },
      'void',
    ],
    actions: {
      ...standard,
      doApply: { ...standard.doApply, label: label('审批过账', 'Approve and post'), to: 'done' },
      void: { ...standard.void, from: ['draft', 'rejected'] },
      reverse: {
        label: label('冲销', 'Reverse'),
        from: ['done'],
        button: 'reverse',
        ask: reason,
        danger: true,
        when: ['reversible', 1],
      },
    },
  };
}

/** What a posted document says of its reversal; `name`: what the document is called. */
export const reversalFields = <N extends string>(name: N) => ({
  reversal: choice(
    '冲销',
    'Reversal',
    [
      ['none', '未冲销', 'Not reversed'],
      ['reversed', '已冲销', 'Reversed', 'look'],
      ['mirror', '冲销单', 'Reverses another', 'system'],
    ],
    { readonly: true, default: 'none', search: true },
  ),
  /** Posted, and neither reversed nor a reversal itself. */
  reversible: flag('可冲销', 'May be reversed', { readonly: true, default: 0 }),
  reversalOfId: ref('冲销原单', 'Reverses', name, { readonly: true, optional: true, unique: true }),
});
