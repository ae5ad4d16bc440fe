import { label } from '../../kernel/core/label.ts';
import type { MenuNode, Module } from '../../kernel/core/module.ts';

/** What everybody has to decide or has sent, and for administrators how it is decided. */
export const workflowMenu: readonly MenuNode[] = [
  {
    code: 'work',
    label: label('我的事务', 'My work'),
    icon: 'carry-out',
    rank: 2,
    path: '/work',
    children: [
      { code: 'work_start', label: label('发起事务', 'Start'), icon: 'play-circle', path: '/work/start' },
      { code: 'work_claim', label: label('待签事务', 'To claim'), icon: 'inbox', path: '/work/claim' },
      { code: 'work_todo', label: label('待办事务', 'To do'), icon: 'check-square', path: '/work/todo' },
      { code: 'work_send', label: label('已发事务', 'Sent'), icon: 'send', path: '/work/send' },
      { code: 'work_done', label: label('办结事务', 'Done'), icon: 'file-done', path: '/work/done' },
      { code: 'work_cc', label: label('抄送我的', 'Copies to me'), icon: 'mail', path: '/work/cc' },
      {
        code: 'delegation',
        label: label('委托代理', 'Delegation'),
        icon: 'user-switch',
        path: '/work/delegation',
        resource: 'flowDelegation',
      },
      { code: 'leave', label: label('请假', 'Leave'), icon: 'coffee', path: '/work/process/leave', resource: 'leave' },
    ],
  },
  {
    code: 'flow',
    label: label('流程管理', 'Workflow'),
    icon: 'branches',
    rank: 25,
    path: '/flow',
    children: [
      {
        code: 'flow_model',
        label: label('模型管理', 'Models'),
        icon: 'branches',
        path: '/flow/model',
        resource: 'flowModel',
      },
      { code: 'flow_deploy', label: label('流程部署', 'Deploy'), icon: 'rocket', path: '/flow/deploy' },
      {
        code: 'flow_manager',
        label: label('流程管理', 'Definitions'),
        icon: 'control',
        path: '/flow/manager',
        resource: 'flowDefinition',
      },
      {
        code: 'flow_follow',
        label: label('流程跟踪', 'Instances'),
        icon: 'radar-chart',
        path: '/flow/follow',
        resource: 'flowInstance',
      },
      {
        code: 'flow_binding',
        label: label('单据绑定', 'Bindings'),
        icon: 'link',
        path: '/flow/binding',
        resource: 'flowBinding',
      },
    ],
  },
];

/** Buttons that existing clients look for, and those of pages that no declaration stands behind. */
export const workflowButtons: NonNullable<Module['buttons']> = [
  { code: 'flow_model_download', label: label('下载', 'Download'), menu: 'flow_model' },
  { code: 'flow_manager_image', label: label('流程图', 'Picture'), menu: 'flow_manager' },
  { code: 'work_start_flow', label: label('发起', 'Start'), menu: 'work_start' },
  { code: 'work_start_image', label: label('流程图', 'Picture'), menu: 'work_start' },
  { code: 'work_claim_sign', label: label('签收', 'Claim'), menu: 'work_claim' },
  { code: 'work_claim_detail', label: label('详情', 'Detail'), menu: 'work_claim' },
  { code: 'work_claim_follow', label: label('流程图', 'Picture'), menu: 'work_claim' },
  { code: 'work_todo_handle', label: label('处理', 'Handle'), menu: 'work_todo' },
  { code: 'work_todo_detail', label: label('详情', 'Detail'), menu: 'work_todo' },
  { code: 'work_todo_follow', label: label('流程图', 'Picture'), menu: 'work_todo' },
  { code: 'work_todo_transfer', label: label('转办', 'Hand over'), menu: 'work_todo' },
  { code: 'work_todo_sign', label: label('加签', 'Ask another'), menu: 'work_todo' },
  { code: 'work_todo_return', label: label('退回', 'Send back'), menu: 'work_todo' },
  { code: 'work_todo_batch', label: label('批量通过', 'Approve together'), menu: 'work_todo' },
  { code: 'work_send_detail', label: label('详情', 'Detail'), menu: 'work_send' },
  { code: 'work_send_follow', label: label('流程图', 'Picture'), menu: 'work_send' },
  { code: 'work_done_detail', label: label('详情', 'Detail'), menu: 'work_done' },
  { code: 'work_done_follow', label: label('流程图', 'Picture'), menu: 'work_done' },
  { code: 'work_cc_detail', label: label('详情', 'Detail'), menu: 'work_cc' },
  { code: 'work_cc_follow', label: label('流程图', 'Picture'), menu: 'work_cc' },
  { code: 'delegation_any', label: label('为他人委托', 'Delegate for others'), menu: 'delegation' },
];
