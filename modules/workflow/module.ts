import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { flowBinding } from './engine/flow-binding.resource.ts';
import { flowDefinition } from './designer/flow-definition.resource.ts';
import { flowDelegation } from './engine/flow-delegation.resource.ts';
import { flowInstance } from './tasks/flow-instance.resource.ts';
import { flowModel } from './designer/flow-model.resource.ts';
import { leave } from './tasks/leave.document.ts';
import { workflowButtons, workflowMenu } from './menu.ts';

/** Who decides on documents, one after another or together, and what everybody has to do. */
export const workflow: Module = {
  name: 'workflow',
  label: label('流程', 'Workflow'),
  declarations: [flowModel, flowDefinition, flowBinding, flowDelegation, flowInstance, leave] as readonly Declaration[],
  menu: workflowMenu,
  buttons: workflowButtons,
  dictionaries: {
    leaveType: {
      label: label('请假类型', 'Kinds of leave'),
      entries: [
        ['personal', '事假', 'Personal'],
        ['sick', '病假', 'Sick'],
        ['annual', '年假', 'Annual'],
        ['marriage', '婚假', 'Marriage'],
        ['maternity', '产假', 'Maternity'],
        ['other', '其他', 'Other'],
      ],
    },
  },
  parameters: {
    'approval.withdrawBeforeFirst': {
      label: label('审批人处理后不能撤回', 'Nothing is taken back once somebody has decided'),
      value: '0',
    },
  },
};
