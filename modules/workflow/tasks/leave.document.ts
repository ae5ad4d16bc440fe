import { document } from '../../../kernel/core/declaration.ts';
import { dictionary, factor, moment, ref, text } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { approvalLife } from '../../../kernel/core/life.ts';

const AWAY = label('外出期间', 'While away');
const away = (hint: Label) => ({ optional: true, section: AWAY, hint }) as const;
/** Who decides for the applicant meanwhile; asked for with the leave, or once it is approved. */
const deputy = {
  deputyUserId: ref('代理人', 'Deputy', 'user', {
    ...away(
      label(
        '代您审批的人；请假通过后自动生效，可不填',
        'Decides for you; takes effect when the leave is approved; may be left empty',
      ),
    ),
    list: true,
  }),
  deputyFrom: moment(
    '代理开始',
    'Deputy from',
    away(label('不填为请假开始时间', 'Leave empty for the start of the leave')),
  ),
  deputyUntil: moment(
    '代理结束',
    'Deputy until',
    away(label('不填为请假结束时间', 'Leave empty for the end of the leave')),
  ),
} as const;

/** What is asked once a leave is approved. */
export const namedDeputy = { ...deputy, deputyUserId: ref('代理人', 'Deputy', 'user') };

/** 请假: the sample that shows start, handling and detail of a process. */
export const leave = document('leave', {
  label: label('请假', 'Leave'),
  service: 'blade-desk',
  segment: 'process/leave',
  permission: 'leave',
  path: '/work/process/leave',
  purpose: label('提交请假申请，由所选的人审批', 'Ask for leave; the person you choose approves it'),
  fields: {
    applyUserId: ref('申请人', 'Sent by', 'user', { readonly: true, optional: true, list: true }),
    processDefinitionId: text('流程定义', 'Process', { max: 20, readonly: true, optional: true }),
    leaveType: dictionary('请假类型', 'Kind', 'leaveType', { default: 'personal', list: true, search: true }),
    startTime: moment('开始时间', 'From', { list: true, search: true }),
    endTime: moment('结束时间', 'Until', { list: true }),
    days: factor('天数', 'Days', { readonly: true, optional: true, list: true }),
    leaveReason: text('请假理由', 'Why', { max: 500, list: true }),
    taskUser: ref('审批人', 'Approver', 'user', { list: true }),
    ...deputy,
    delegationId: ref('委托', 'Delegation', 'flowDelegation', { readonly: true, optional: true }),
  },
  constraints: { times_ck: 'check (end_time >= start_time)', deputy_ck: 'check (deputy_until > deputy_from)' },
  calls: ['list', 'page', 'donePage', 'submit', 'remove'],
  life: approvalLife('QJ', {
    actions: {
      nameDeputy: {
        label: label('安排代理', 'Name a deputy'),
        from: ['approved'],
        button: 'edit',
        ask: namedDeputy,
      },
    },
  }),
});
