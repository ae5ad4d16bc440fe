import { resource } from '../../kernel/core/declaration.ts';
import { choice, code, integer, money, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { frozen, remark } from '../master-data/materials/validity.fields.ts';

/** A kind of client, and on what terms a new one of it begins; later changes leave clients as they are. */
export const clientType = resource('clientType', {
  label: label('客户类型', 'Client type'),
  service: 'sales-mall',
  segment: 'clienttype',
  path: '/sales-mall/clienttype',
  purpose: label(
    '外部单位、内部项目部、团购、零售等客户的类型，规定新客户的结算方式和信用。',
    'Kinds of clients, such as companies, own sites and retail, with the terms and credit a new one begins with.',
  ),
  few: true,
  fields: {
    code: code('类型编码', 'Code', { unique: true, max: 32, list: true, search: true }),
    name: text('类型名称', 'Name', { unique: true, max: 50, list: true, search: true }),
    settleMode: choice(
      '默认结算方式',
      'Settled',
      [
        ['prepaid', '预存', 'Prepaid'],
        ['credit', '账期', 'On credit'],
        ['cash', '现结', 'Cash'],
      ],
      { list: true },
    ),
    creditLimit: money('默认信用额度', 'Credit limit', { default: '0', min: 0, list: true }),
    creditDays: integer('默认账期(天)', 'Days of credit', { default: 30, min: 0, max: 365, list: true }),
    minOrderAmount: money('起订金额', 'Smallest order', { default: '0', min: 0 }),
    overLimitRule: choice(
      '超信用处理',
      'Beyond the limit',
      [
        ['refuse', '拒绝', 'Refuse', 'stop'],
        ['override', '授权放行', 'Pass by override', 'look'],
      ],
      { default: 'override' },
    ),
    sort: integer('排序', 'Order', { default: 0, min: 0, list: true }),
    frozen,
    remark,
  },
  calls: ['list', 'page', 'detail', 'saveOrUpdate', 'remove', 'select', 'freeze', 'thaw'],
  keyword: ['code', 'name'],
  sort: 'sort,code',
  scope: null,
});
