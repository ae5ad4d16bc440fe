/** Calls on deployed versions of processes: suspended, removed, deployed from files. */
import { addressOf, callOf, contract } from '../../../kernel/core/contract.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { flowDefinition } from './flow-definition.resource.ts';
import { flowModel } from './flow-model.resource.ts';

/** `state` is active or suspend; no process starts on a suspended version. */
export const changeState = contract({
  method: 'POST',
  ...callOf(flowDefinition, 'change-state', 'state'),
  summary: label('激活或挂起流程', 'Activate or suspend a process'),
  input: {
    processId: json('流程定义', 'Process', { optional: true }),
    state: text('状态', 'State', { optional: true }),
  },
  answer: shape.done,
});

/** Under either name, a list or parted by commas. */
export const removeDeployments = contract({
  method: 'POST',
  ...callOf(flowDefinition, 'delete-deployment', 'remove'),
  summary: label('删除部署', 'Remove a deployment'),
  input: {
    deploymentIds: json('部署', 'Deployments', { optional: true }),
    deploymentId: json('部署', 'Deployment', { optional: true }),
  },
  answer: shape.done,
});

/** Up to 20 files of BPMN: all are deployed or none. */
export const deployFiles = contract({
  method: 'POST',
  ...addressOf(flowDefinition, 'deploy-upload'),
  permission: permissionOf(flowModel, 'deploy'),
  summary: label('上传流程文件部署', 'Deploy from files'),
  input: {
    category: text('流程分类', 'Kind of process', { optional: true }),
    tenantIds: json('租户', 'Tenants', { optional: true }),
  },
  answer: shape.done,
});
