import {
  TODAY,
  permissionOf,
  type Action,
  type Declaration,
  type Life,
  type LifeTab,
  type Stage,
  type State,
  type When,
} from './declaration.ts';
import { text } from './field.ts';
import { label, type Label } from './label.ts';

type ApprovalState = 'draft' | 'pending' | 'approved' | 'done' | 'rejected' | 'void';
type ApprovalAction = 'toApply' | 'withdraw' | 'doApply' | 'refuse' | 'void';

const approvalStates: Readonly<Record<ApprovalState, State>> = {
  draft: { label: label('草稿', 'Draft'), tone: 'plain' },
  pending: { label: label('待审批', 'Pending'), tone: 'waiting' },
  approved: { label: label('已审批', 'Approved'), tone: 'next' },
  done: { label: label('已完成', 'Done'), tone: 'done' },
  rejected: { label: label('已驳回', 'Rejected'), tone: 'look' },
  void: { label: label('已作废', 'Void'), tone: 'plain' },
};

const reason = { reason: text('原因', 'Reason', { min: 2, max: 500 }) };

const STANDARD_STAGE: Stage = { send: 'toApply', approve: 'doApply', reject: 'refuse', back: 'withdraw' };

/** Where others decide on a document: as its life says, otherwise by the actions of every approval document. */
export function stagesOf(life: Life | undefined): readonly Stage[] {
  if (life?.stages !== undefined) return life.stages;
  return life?.actions['toApply']?.to === undefined || life.actions['doApply']?.to === undefined
    ? []
    : [STANDARD_STAGE];
}
/** Where a process decides: what comes of the document, not whether it may begin. */
export const decidedStage = (life: Life | undefined): Stage | undefined => stagesOf(life).at(-1);

/** States of a document that somebody acts on next, each with the act that whoever is `allowed` may do there. */
export const waitingIn = (
  of: Declaration,
  allowed: (permission: string) => boolean,
): readonly { readonly state: string; readonly action: Action }[] =>
  Object.values(of.life?.actions ?? {})
    .filter((action) => action.next === true && allowed(permissionOf(of, action.button)))
    .flatMap((action) => action.from.map((state) => ({ state, action })));

/**
 * The life of an approval document (`domain.md` 4):
 * draft → pending → approved → done, with withdraw, refuse and void.
 * `adopt` replaces `doApply` and `rejectName` replaces `refuse` where the specification says so.
 */
export const approvalLife = <A extends string = never>(
  prefix: string,
  extra: {
    readonly actions?: Readonly<Record<A, Action<ApprovalState>>>;
    readonly adopt?: boolean;
    readonly refuseAlias?: readonly string[];
    readonly editableWhen?: When;
    readonly facts?: Readonly<Record<string, string>>;
    readonly events?: Readonly<Record<string, Label>>;
    readonly tabs?: readonly (ApprovalState | LifeTab)[];
  } = {},
): Life<ApprovalState, ApprovalAction | A> => {
  const standard: Readonly<Record<ApprovalAction, Action<ApprovalState>>> = {
    toApply: {
      label: label('提交审批', 'Send for approval'),
      from: ['draft', 'rejected'],
      to: 'pending',
      button: 'to_apply',
      next: true,
    },
    withdraw: { label: label('撤回', 'Withdraw'), from: ['pending'], to: 'draft', button: 'withdraw' },
    doApply: {
      label: label('审批通过', 'Approve'),
      from: ['pending'],
      to: 'approved',
      button: 'do_apply',
      notByApplicant: true,
      next: true,
      ...(extra.adopt ? { alias: ['adopt'] } : {}),
    },
    refuse: {
      label: label('驳回', 'Reject'),
      from: ['pending'],
      to: 'rejected',
      button: 'refuse',
      ask: reason,
      notByApplicant: true,
      danger: true,
      ...(extra.refuseAlias ? { alias: extra.refuseAlias } : {}),
    },
    void: { label: label('作废', 'Void'), from: ['approved'], to: 'void', button: 'void', ask: reason, danger: true },
  };
  return {
    prefix,
    states: approvalStates,
    first: 'draft',
    editable: ['draft', 'rejected'],
    removable: ['draft', 'rejected'],
    done: ['approved', 'done', 'rejected', 'void'],
    actions: { ...standard, ...extra.actions } as Readonly<Record<ApprovalAction | A, Action<ApprovalState>>>,
    ...(extra.editableWhen ? { editableWhen: extra.editableWhen } : {}),
    ...(extra.facts ? { facts: extra.facts } : {}),
    ...(extra.events ? { events: extra.events } : {}),
    ...(extra.tabs ? { tabs: extra.tabs } : {}),
  };
};

/** Tabs of what is still open by the field that says when it is due: all of it, what is due today, what is overdue. */
export const dueTabs = (by: string, open: Label, where: LifeTab['where']): readonly LifeTab[] => [
  { key: 'open', label: open, where, sort: by },
  { key: 'today', label: label('今天', 'Today'), where: { ...where, [`${by}_dateequal`]: TODAY }, sort: by },
  { key: 'overdue', label: label('逾期', 'Overdue'), where: { ...where, [`${by}_datelt`]: TODAY }, sort: by },
];
export const APPROVAL_STATES: readonly ApprovalState[] = ['draft', 'pending', 'approved', 'done', 'rejected', 'void'];

type LastingState = 'draft' | 'pending' | 'approved' | 'rejected';
/** The life of what is approved once and lasts, such as a partner: never done or voided, editable while approved. */
export const lastingLife = <A extends string = never>(
  prefix: string,
  extra: {
    readonly actions?: Readonly<Record<A, Action<LastingState>>>;
    readonly locked?: Life<LastingState>['locked'];
    readonly events?: Readonly<Record<string, Label>>;
    readonly tabs?: readonly (LastingState | LifeTab)[];
  } = {},
): Life<LastingState, Exclude<ApprovalAction, 'void'> | A> => {
  const { draft, pending, approved, rejected } = approvalStates;
  const { void: _void, ...actions } = approvalLife(prefix).actions;
  return {
    prefix,
    states: { draft, pending, approved, rejected },
    first: 'draft',
    editable: ['draft', 'rejected', 'approved'],
    removable: ['draft', 'rejected'],
    done: ['approved', 'rejected'],
    actions: { ...actions, ...extra.actions } as Readonly<
      Record<Exclude<ApprovalAction, 'void'> | A, Action<LastingState>>
    >,
    ...(extra.locked ? { locked: extra.locked } : {}),
    ...(extra.events ? { events: extra.events } : {}),
    ...(extra.tabs ? { tabs: extra.tabs } : {}),
  };
};
