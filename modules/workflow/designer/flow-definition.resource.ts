import { resource } from '../../../kernel/core/declaration.ts';
import { choice, integer, moment, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { flowKinds } from '../engine/flow-kinds.ts';

/** 流程管理: versions that run, of one's own and those deployed for everybody. */
export const flowDefinition = resource('flowDefinition', {
  label: label('流程版本', 'Deployed process'),
  service: 'blade-flow',
  segment: 'manager',
  permission: 'flow_manager',
  path: '/flow/manager',
  purpose: label(
    '已部署的流程版本：挂起、激活或删除。新版本在流程部署中部署。',
    'Versions of processes that run: suspend, activate or remove them. New ones are deployed on the page Deploy.',
  ),
  title: 'name',
  sort: '-deploymentTime',
  scope: null,
  view: true,
  calls: ['list'],
  fields: {
    key: text('流程标识', 'Key', { max: 64, search: true, list: true }),
    name: text('流程名称', 'Name', { max: 100, search: true, list: true }),
    category: choice(
      '分类',
      'Kind',
      flowKinds.map(({ category, label: { zh, en } }) => [category, zh, en] as const),
      { search: true, list: true },
    ),
    version: integer('版本', 'Version', { list: true }),
    mode: choice(
      '类型',
      'For',
      [
        ['1', '通用流程', 'Everybody'],
        ['2', '定制流程', 'This tenant'],
      ],
      { search: true, list: true },
    ),
    suspensionState: choice(
      '状态',
      'State',
      [
        ['1', '激活', 'Active', 'done'],
        ['2', '挂起', 'Suspended', 'stop'],
      ],
      { search: true, list: true },
    ),
    deploymentTime: moment('部署时间', 'Deployed', { list: true }),
    deploymentId: text('部署ID', 'Deployment', { max: 20 }),
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const flowDefinitionReads = ['name', 'version', 'suspensionState'] as const;
