import { resource } from '../../../kernel/core/declaration.ts';
import { choice, day, flag, integer, money, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { flowKinds } from './flow-kinds.ts';

/** 单据绑定: which process decides on which documents. With none bound, one approval by whoever has the button. */
export const flowBinding = resource('flowBinding', {
  label: label('单据绑定', 'Binding'),
  service: 'blade-flow',
  segment: 'binding',
  permission: 'flow_binding',
  path: '/flow/binding',
  purpose: label(
    '把已部署的流程绑定到单据；没有绑定的单据由有审批按钮的人一次审批',
    'Bind a deployed process to a kind of document; what has none is approved once, by whoever has the button',
  ),
  title: 'billType',
  sort: 'billType,priority',
  scope: null,
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'freeze', 'thaw'],
  few: true,
  fields: {
    billType: choice(
      '单据类型',
      'Document',
      flowKinds.map(({ billType, label: { zh, en } }) => [billType, zh, en] as const),
      { search: true, list: true },
    ),
    processKey: text('流程标识', 'Process', {
      max: 64,
      optional: true,
      search: true,
      list: true,
      hint: label(
        '已部署流程的标识，始终使用其最新版本；该单据只有一个流程时可不填',
        'Key of a deployed process, whose latest version counts; empty where the document has only one',
      ),
    }),
    companyDeptId: ref('公司', 'Company', 'dept', {
      offer: OFFER.companies,
      optional: true,
      search: true,
      list: true,
      hint: label('不填为全部', 'Leave empty for all'),
    }),
    bladeProjectDeptId: ref('项目部', 'Site', 'dept', {
      offer: OFFER.sites,
      optional: true,
      search: true,
      list: true,
      hint: label('不填为全部', 'Leave empty for all'),
    }),
    amountFrom: money('金额从', 'Amount from', { optional: true, min: 0, list: true }),
    amountTo: money('金额至', 'Amount below', {
      optional: true,
      min: 0,
      list: true,
      hint: label('不含此金额', 'Less than this'),
    }),
    startDate: day('生效日期', 'From', { withYear: true, optional: true, list: true }),
    endDate: day('失效日期', 'To', { withYear: true, optional: true, list: true }),
    priority: integer('优先级', 'Rank', {
      min: 1,
      max: 99,
      default: 1,
      list: true,
      hint: label('小的在先；项目部先于公司，公司先于全部', 'Low goes first; a site before a company before all'),
    }),
    frozen: flag('状态', 'Frozen', { default: 0, readonly: true, list: true, search: true }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
  },
  indexes: [['billType', 'frozen']],
  constraints: { days_ck: 'check (end_date >= start_date)', amounts_ck: 'check (amount_to > amount_from)' },
});
