/** Calls of the sample process under the addresses existing clients know. */
import { addressOf, contract } from '../../../kernel/core/contract.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { longtext, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { leave } from './leave.document.ts';

/** The body is the leave, which is sent for approval at once; `reason` is why somebody is away. */
export const startLeave = contract({
  method: 'POST',
  ...addressOf(leave, 'start-process'),
  permission: permissionOf(leave, 'add'),
  summary: label('发起请假', 'Ask for leave'),
  input: {
    processDefinitionId: text('流程定义', 'Process', { optional: true }),
    reason: longtext('请假理由', 'Why', { optional: true }),
    leaveReason: longtext('请假理由', 'Why', { optional: true }),
  },
  answer: shape.done,
});

/** For the applicant, whoever decides, and whoever may see leaves; `reason` is why it was rejected where it was. */
export const leaveDetail = contract({
  method: 'GET',
  ...addressOf(leave, 'detail'),
  permission: [permissionOf(leave, 'view'), permissionOf(leave, 'edit'), 'work_todo_handle'],
  summary: label('请假详情', 'One leave'),
  input: {
    businessId: text('请假', 'Leave', { optional: true }),
    id: text('请假', 'Leave', { optional: true }),
  },
  answer: shape.row(leave, {
    createUserName: shape.text,
    timeline: shape.list(shape.any),
    links: shape.list(shape.any),
    rejectReason: shape.text,
    reason: shape.text,
    /** Empty where no process decided on it. */
    processInstanceId: shape.text,
    flow: shape.object({ assigneeName: shape.text }),
  }),
});
