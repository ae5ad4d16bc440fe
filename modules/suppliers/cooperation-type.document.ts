import { document } from '../../kernel/core/declaration.ts';
import { choice, code, dictionary, flag, integer, money, percent, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { lastingLife } from '../../kernel/core/life.ts';
import { frozen, remark } from '../master-data/materials/validity.fields.ts';

export const SETTLE_WAYS = [
  ['purchase-price', '按采购价', 'Purchase prices'],
  ['commission', '营业额扣点', 'Commission on sales'],
  ['rent', '固定租金', 'Fixed rent'],
  ['guarantee', '保底加扣点', 'Guarantee and commission'],
] as const;
const SECTION = { terms: label('默认条件', 'Default terms'), entry: label('准入要求', 'What it asks for') };

const life = lastingLife('HZLX', {
  events: {
    changed: label('修改，待重新审批', 'Changed, to be approved again'),
    settled: label('保存即生效', 'Holds as saved'),
  },
  tabs: [
    'draft',
    'pending',
    'approved',
    'rejected',
    { key: 'frozen', label: label('已冻结', 'Frozen'), where: { frozen: '1' } },
  ],
});

/**
 * On which terms others work with us, and what papers they need for it. Changing an approved one has it approved anew;
 * who works by it goes on.
 */
export const cooperationType = document('cooperationType', {
  label: label('合作类型', 'Cooperation type'),
  service: 'store-management',
  segment: 'cooperationtype',
  path: '/supplier/cooperationtype',
  purpose: label(
    '企业与我们合作的方式：结算规则、默认扣点和必备证照。审批通过后，企业申请时选用。',
    'On which terms others work with us: how it is settled, the usual commission, and the papers they need. Once approved, enterprises apply by it.',
  ),
  title: 'name',
  few: true,
  fields: {
    code: code('类型编码', 'Code', { unique: true, max: 32, list: true, search: true }),
    name: text('类型名称', 'Name', { unique: true, max: 50, list: true, search: true }),
    kind: choice(
      '合作方式',
      'Kind',
      [
        ['supply', '采购供货', 'Supply'],
        ['joint', '联营', 'Joint operation'],
        ['lease', '场地租赁', 'Lease'],
        ['consign', '代销', 'Consignment'],
        ['service', '服务外包', 'Service'],
      ],
      { default: 'joint', list: true, search: true },
    ),
    settleWay: choice('结算规则', 'Settled by', SETTLE_WAYS, {
      default: 'commission',
      list: true,
      section: SECTION.terms,
    }),
    commissionPercent: percent('默认扣点(%)', 'Commission (%)', {
      optional: true,
      min: 0,
      max: 100,
      list: true,
      section: SECTION.terms,
      hint: label('按扣点或保底加扣点结算时必填', 'Needed where a commission is taken'),
    }),
    guaranteeAmount: money('月保底金额', 'Guarantee a month', {
      optional: true,
      min: 0,
      section: SECTION.terms,
      hint: label('固定租金或保底加扣点时必填，元', 'Needed for rent and guarantees, yuan'),
    }),
    depositAmount: money('默认保证金', 'Deposit', {
      optional: true,
      min: 0,
      section: SECTION.terms,
      hint: label('元', 'Yuan'),
    }),
    creditDays: integer('账期天数', 'Days of credit', { optional: true, min: 0, max: 365, section: SECTION.terms }),
    needVisit: flag('须考察', 'Visit needed', {
      default: 0,
      list: true,
      section: SECTION.entry,
      hint: label('申请前须登记考察记录', 'A visit is recorded before it is applied for'),
    }),
    sort: integer('排序', 'Order', { default: 0, min: 0 }),
    remark,
    frozen,
  },
  lines: {
    certificateKinds: {
      label: label('必备证照', 'Papers needed'),
      table: 'cooperation_type_certificate',
      unique: ['certificateKind'],
      fields: {
        certificateKind: dictionary('证照类型', 'Paper', 'certificate_kind', { list: true }),
        remark: text('说明', 'Note', { optional: true, max: 200 }),
      },
    },
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select', 'freeze', 'thaw'],
  life,
  keyword: ['code', 'name'],
  sort: 'sort,code',
  scope: null,
});
