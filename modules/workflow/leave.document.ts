import { document } from '../../kernel/core/declaration.ts';
import { dictionary, factor, moment, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { approvalLife } from '../../kernel/core/life.ts';

/** 请假: the sample that shows start, handling and detail of a process. */
export const leave = document('leave', {
  label: label('请假', 'Leave'),
  service: 'blade-desk', segment: 'process/leave', permission: 'leave', path: '/work/process/leave',
  purpose: label('提交请假申请，由所选的人审批', 'Ask for leave; the person you choose approves it'),
  fields: {
    processDefinitionId: text('流程定义', 'Process', { max: 20, readonly: true, optional: true }),
    leaveType: dictionary('请假类型', 'Kind', 'leaveType', { default: 'personal', list: true, search: true }),
    startTime: moment('开始时间', 'From', { list: true, search: true }),
    endTime: moment('结束时间', 'Until', { list: true }),
    days: factor('天数', 'Days', { readonly: true, optional: true, list: true }),
    leaveReason: text('请假理由', 'Why', { max: 500, list: true }),
    taskUser: ref('审批人', 'Approver', 'user', { list: true }),
  },
  constraints: { times_ck: 'check (end_time >= start_time)' },
  calls: ['list', 'page', 'donePage', 'submit', 'remove'],
  life: approvalLife('QJ'),
});
