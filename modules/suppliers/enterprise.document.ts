import { document } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  code,
  day,
  dictionary,
  integer,
  longtext,
  money,
  percent,
  pictures,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { lastingLife } from '../../kernel/core/life.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { frozen } from '../master-data/materials/validity.fields.ts';

const SECTION = {
  terms: label('合作', 'Terms'),
  company: label('企业情况', 'The company'),
  contact: label('联系', 'Contact'),
  bank: label('银行', 'Bank'),
  business: label('经营', 'Business'),
};
const SEES_BANK = 'supplier_finance';

const fields = {
  code: code('企业编码', 'Code', {
    readonly: true,
    optional: true,
    unique: true,
    max: 32,
    list: true,
    search: true,
    hint: label('首次审批通过时编号', 'Given when it is first approved'),
  }),
  name: text('企业名称', 'Name', { unique: true, max: 100, list: true, search: true }),
  shortName: text('简称', 'Short name', { optional: true, max: 30 }),
  brandNames: text('经营品牌', 'Brands', { optional: true, max: 200 }),
  creditCode: text('统一社会信用代码', 'Credit code', { unique: true, max: 18, list: true, search: true }),
  inPool: choice(
    '企业池',
    'Pool',
    [
      ['in', '池内', 'In the pool', 'done'],
      ['frozen', '已冻结', 'Frozen', 'stop'],
      ['ended', '已到期', 'Ended', 'plain'],
      ['future', '未到期初', 'Not yet', 'waiting'],
      ['none', '未入池', 'Not in the pool', 'plain'],
    ],
    { readonly: true, computed: true, optional: true, list: true },
  ),
  cooperationTypeId: ref('合作类型', 'Cooperation type', 'cooperationType', {
    offer: { usable: '1' },
    list: true,
    search: true,
    section: SECTION.terms,
  }),
  companyDeptId: ref('归属公司', 'Company', 'dept', { offer: OFFER.companies, search: true, section: SECTION.terms }),
  validStartDate: day('合作有效期起', 'From', { section: SECTION.terms }),
  validEndDate: day('合作有效期止', 'Until', {
    list: true,
    section: SECTION.terms,
    hint: label('当天仍有效；到期前 30 天提醒', 'Still valid on this day; 30 days before it there is a notice'),
  }),
  applyDeptId: ref('申请部门', 'Applied for by', 'dept', { section: SECTION.terms }),
  intendedDeptIds: refs('意向项目', 'Meant for', 'dept', {
    offer: OFFER.places,
    optional: true,
    section: SECTION.terms,
  }),
  commissionPercent: percent('约定扣点(%)', 'Commission (%)', {
    optional: true,
    min: 0,
    max: 100,
    list: true,
    section: SECTION.terms,
    hint: label('不填取合作类型的', 'Leave empty to inherit from the type'),
  }),
  depositAmount: money('保证金', 'Deposit', {
    optional: true,
    min: 0,
    section: SECTION.terms,
    hint: label('元；不填取合作类型的', 'CNY; leave empty to inherit from the type'),
  }),
  legalPerson: text('法定代表人', 'Legal representative', { max: 30, section: SECTION.company }),
  foundedDate: day('成立日期', 'Founded', { optional: true, section: SECTION.company }),
  registeredCapital: money('注册资本', 'Registered capital', {
    optional: true,
    min: 0,
    section: SECTION.company,
    hint: label('元', 'Yuan'),
  }),
  taxpayerKind: choice(
    '纳税人类型',
    'Taxpayer',
    [
      ['general', '一般纳税人', 'General'],
      ['small', '小规模纳税人', 'Small-scale'],
      ['person', '自然人', 'Person'],
    ],
    { default: 'general', section: SECTION.company },
  ),
  contact: text('联系人', 'Contact', { max: 30, list: true, section: SECTION.contact }),
  contactPhone: text('手机号码', 'Mobile', {
    max: 20,
    list: true,
    missing: label('手机号码不能为空', 'The mobile number is missing'),
    section: SECTION.contact,
  }),
  email: text('邮箱', 'Mail', { optional: true, max: 100, section: SECTION.contact }),
  regionId: ref('所在地区', 'Region', 'region', { list: true, search: true, section: SECTION.contact }),
  address: text('详细地址', 'Address', { optional: true, max: 200, section: SECTION.contact }),
  bankName: text('开户行', 'Bank', { optional: true, max: 100, right: SEES_BANK, section: SECTION.bank }),
  bankAccountName: text('户名', 'Account name', { optional: true, max: 100, right: SEES_BANK, section: SECTION.bank }),
  bankAccount: text('账号', 'Account', { optional: true, max: 40, right: SEES_BANK, section: SECTION.bank }),
  businessScope: longtext('经营范围', 'Line of business', { optional: true, max: 500, section: SECTION.business }),
  serviceRecord: longtext('服务业绩', 'Service record', { optional: true, max: 1000, section: SECTION.business }),
  recommender: text('推荐人', 'Recommended by', { optional: true, max: 50, section: SECTION.business }),
  employeeCount: integer('员工人数', 'Employees', { optional: true, min: 0, section: SECTION.business }),
  storeCount: integer('门店数', 'Outlets', { optional: true, min: 0, section: SECTION.business }),
  annualTurnover: money('年营业额', 'Turnover a year', {
    optional: true,
    min: 0,
    section: SECTION.business,
    hint: label('元', 'Yuan'),
  }),
  supplierName: text('已建供应商', 'Supplier', { readonly: true, computed: true, optional: true, list: true }),
  remark: longtext('备注', 'Remark', { optional: true, max: 1000 }),
  files: attachments('附件', 'Files', { optional: true }),
  frozen,
} as const;

/** What an approved enterprise may change by itself; the rest is approved again. */
const OPEN: ReadonlySet<string> = new Set(['contact', 'contactPhone', 'email', 'address', 'remark', 'files']);

const life = lastingLife('HZQY', {
  locked: { approved: Object.keys(fields).filter((name) => !OPEN.has(name)) },
  actions: {
    revise: {
      label: label('变更', 'Revise'),
      from: ['approved'],
      to: 'draft',
      button: 'edit',
      ask: { reason: text('变更原因', 'Why', { min: 2, max: 500, missing: label('请填写变更原因', 'Say why') }) },
      danger: true,
    },
  },
  tabs: [
    'draft',
    'pending',
    { key: 'pool', label: label('企业池', 'Pool'), where: { pool: '1' } },
    'approved',
    'rejected',
    { key: 'frozen', label: label('已冻结', 'Frozen'), where: { frozen: '1' } },
  ],
});

/**
 * A company that applies to work with the operator. Approved ones form the pool that suppliers and partners of stalls
 * are taken from.
 */
export const enterprise = document('enterprise', {
  label: label('合作企业', 'Enterprise'),
  service: 'store-management',
  segment: 'enterprise',
  path: '/supplier/enterprise',
  purpose: label(
    '申请与我们合作的企业。审批通过后进入企业池，供应商和联营伙伴从池中选择。',
    'Companies that apply to work with us. Approved ones form the pool that suppliers and partners of stalls are taken from.',
  ),
  title: 'name',
  fields,
  lines: {
    certificates: {
      label: label('资质证照', 'Papers'),
      table: 'enterprise_certificate',
      fields: {
        certificateKind: dictionary('证照类型', 'Paper', 'certificate_kind', { list: true }),
        certificateNo: text('证照编号', 'Number', { max: 60, list: true }),
        issuer: text('发证机关', 'Issued by', { optional: true, max: 100 }),
        validFrom: day('有效期起', 'From', { optional: true }),
        validTo: day('有效期止', 'Until', {
          optional: true,
          list: true,
          hint: label('不填为长期', 'Leave empty for no end'),
        }),
        materialTypeIds: refs('适用品类', 'For', 'materialType', {
          optional: true,
          hint: label('不填为全部', 'Leave empty for all'),
        }),
        pictures: pictures('证照影像', 'Pictures', { optional: true, max: 9 }),
      },
    },
    visits: {
      label: label('考察记录', 'Visits'),
      table: 'enterprise_visit',
      fields: {
        visitDate: day('考察日期', 'Day', { list: true }),
        visitors: text('考察人', 'Who', { max: 100, list: true }),
        score: integer('评分', 'Score', { optional: true, min: 0, max: 100, list: true }),
        conclusion: choice(
          '结论',
          'Conclusion',
          [
            ['pass', '通过', 'Passed', 'done'],
            ['conditional', '整改后通过', 'Once mended', 'look'],
            ['fail', '不通过', 'Failed', 'stop'],
          ],
          { list: true },
        ),
        content: text('考察内容', 'What was seen', { max: 1000 }),
        pictures: pictures('照片', 'Pictures', { optional: true, max: 9 }),
      },
    },
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select', 'freeze', 'thaw', 'exportExcel'],
  life,
  keyword: ['billCode', 'code', 'name', 'shortName', 'brandNames', 'creditCode'],
  indexes: [['status', 'validEndDate']],
  constraints: { days_ck: 'check (valid_end_date >= valid_start_date)' },
  scope: 'companyDeptId',
});
