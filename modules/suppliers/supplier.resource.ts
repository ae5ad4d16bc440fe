import { resource } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  code,
  day,
  flag,
  integer,
  longtext,
  money,
  percent,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { FROM_SAP, frozenReason, localOrSap, SAP_SECTION, sapSyncTime } from '../master-data/materials/sap.fields.ts';
import { frozen } from '../master-data/materials/validity.fields.ts';

/** Groups of the form. */
const SECTION = {
  contact: label('联系', 'Contact'),
  settlement: label('结算', 'Settlement'),
  supply: label('供货', 'Supply'),
};

/** Whoever delivers goods to a company of the operator, with his delivery days. */
export const supplier = resource('supplier', {
  label: label('供应商', 'Supplier'),
  service: 'store-management',
  segment: 'supplier',
  path: '/supplier/supplier',
  purpose: label(
    '向我们供货的企业和农户。建立后维护其供货物料、价格和可服务的项目部。',
    'Companies and farms that supply us. Then enter what they deliver, at which prices and to which sites.',
  ),
  fields: {
    code: code('供应商编码', 'Code', {
      optional: true,
      unique: true,
      fixed: true,
      max: 32,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    name: text('供应商名称', 'Name', { unique: true, max: 100, list: true, search: true }),
    shortName: text('简称', 'Short name', { optional: true, max: 30 }),
    supplierKind: choice(
      '供应商类别',
      'Kind',
      [
        ['manufacturer', '生产厂家', 'Manufacturer'],
        ['distributor', '经销商', 'Distributor'],
        ['farm', '农户及合作社', 'Farm'],
        ['market-stall', '市场商户', 'Market stall'],
        ['logistics', '物流服务', 'Logistics'],
        ['service', '其他服务', 'Service'],
      ],
      { default: 'distributor', list: true, search: true },
    ),
    companyDeptId: ref('归属公司', 'Company', 'dept', {
      offer: OFFER.companies,
      optional: true,
      list: true,
      search: true,
      hint: label('不填为所有公司', 'Leave empty for all companies'),
    }),
    enterpriseId: ref('合作企业', 'Enterprise', 'enterprise', {
      offer: { pool: '1', unused: '1' },
      optional: true,
      unique: true,
      hint: label('从企业池中选择', 'From the pool of enterprises'),
    }),
    cooperationTypeId: ref('合作类型', 'Cooperation type', 'cooperationType', {
      offer: { usable: '1' },
      optional: true,
      list: true,
      search: true,
      hint: label('不填取合作企业的', 'Leave empty for the enterprise’s'),
    }),
    materialTypeIds: refs('供货品类', 'Delivers', 'materialType', { optional: true }),
    grade: choice(
      '等级',
      'Grade',
      [
        ['a', 'A级', 'A', 'done'],
        ['b', 'B级', 'B'],
        ['c', 'C级', 'C', 'look'],
        ['d', 'D级', 'D', 'stop'],
      ],
      { default: 'b', list: true, search: true },
    ),
    creditCode: text('统一社会信用代码', 'Credit code', { optional: true, unique: true, max: 18 }),
    contact: text('联系人', 'Contact', { max: 30, list: true, search: true, section: SECTION.contact }),
    contactPhone: text('手机号码', 'Mobile', {
      max: 20,
      list: true,
      missing: label('手机号码不能为空', 'The mobile number is missing'),
      section: SECTION.contact,
    }),
    email: text('邮箱', 'Mail', { optional: true, max: 100, section: SECTION.contact }),
    address: text('详细地址', 'Address', { optional: true, max: 200, section: SECTION.contact }),
    taxRate: percent('默认税率(%)', 'Tax rate (%)', { default: '9', min: 0, max: 100, section: SECTION.settlement }),
    invoiceKind: choice(
      '发票类型',
      'Invoice',
      [
        ['special', '增值税专用发票', 'Special VAT'],
        ['normal', '增值税普通发票', 'Normal VAT'],
        ['farm', '农产品发票', 'Farm'],
        ['none', '不开票', 'None'],
      ],
      { default: 'special', section: SECTION.settlement },
    ),
    settleKind: choice(
      '结算方式',
      'Settlement',
      [
        ['cash', '现结', 'Cash'],
        ['prepaid', '预付', 'Prepaid'],
        ['monthly', '月结', 'Monthly'],
        ['days', '账期', 'Days'],
      ],
      { default: 'monthly', list: true, section: SECTION.settlement },
    ),
    creditDays: integer('账期天数', 'Days of credit', {
      optional: true,
      min: 0,
      max: 365,
      section: SECTION.settlement,
    }),
    bankName: text('开户行', 'Bank', {
      optional: true,
      max: 100,
      right: 'supplier_finance',
      section: SECTION.settlement,
    }),
    bankAccount: text('账号', 'Account', {
      optional: true,
      max: 40,
      right: 'supplier_finance',
      section: SECTION.settlement,
    }),
    priceDateBasis: choice(
      '计价日期',
      'Price counts on',
      [
        ['delivery', '按送货日', 'Delivery day'],
        ['order', '按下单日', 'Order day'],
      ],
      { default: 'delivery', section: SECTION.supply },
    ),
    leadDays: integer('供货提前期(天)', 'Lead time (days)', {
      default: 1,
      min: 0,
      max: 90,
      list: true,
      section: SECTION.supply,
    }),
    minOrderAmount: money('起送金额', 'Minimum order amount', { optional: true, min: 0, section: SECTION.supply }),
    overReceiptPercent: percent('超收容差(%)', 'Over allowed (%)', {
      optional: true,
      min: 0,
      max: 100,
      section: SECTION.supply,
      hint: label('不填取物料的设置', 'Leave empty to inherit from the material'),
    }),
    underReceiptPercent: percent('短收容差(%)', 'Under allowed (%)', {
      optional: true,
      min: 0,
      max: 100,
      section: SECTION.supply,
    }),
    allowDirect: flag('可直送', 'Delivers to sites', { default: 1, section: SECTION.supply }),
    allowUniform: flag('可统配', 'Delivers to the warehouse', { default: 1, section: SECTION.supply }),
    orderChannel: choice(
      '下单通知',
      'Orders go by',
      [
        ['portal', '供应商门户', 'Portal'],
        ['sms', '短信', 'Text message'],
        ['mail', '邮件', 'Mail'],
        ['print', '打印', 'Print'],
      ],
      { default: 'portal', section: SECTION.supply },
    ),
    sapSupplierCode: text('SAP供应商号', 'SAP number', { optional: true, unique: true, max: 20, section: SAP_SECTION }),
    sapFactory: text('SAP工厂', 'SAP plants', {
      readonly: true,
      optional: true,
      max: 200,
      search: true,
      section: SAP_SECTION,
    }),
    sapSyncTime,
    source: localOrSap,
    frozen,
    freezeReason: frozenReason,
    files: attachments('附件', 'Files', { optional: true }),
    remark: longtext('备注', 'Remark', { optional: true, max: 1000 }),
  },
  lines: {
    windows: {
      label: label('供货日历', 'Delivery days'),
      unique: ['deptId', 'weekday'],
      fields: {
        deptId: ref('收货部门', 'Place', 'dept', {
          offer: OFFER.places,
          optional: true,
          hint: label('不填为所有地点', 'Leave empty for all places'),
        }),
        weekday: integer('送货日', 'Weekday', { min: 1, max: 7, hint: label('1 为周一', '1 is Monday') }),
        available: flag('可送', 'Delivers', { default: 1 }),
        cutOffTime: text('截单时间', 'Cut-off', { default: '16:00', max: 5 }),
        advanceDays: integer('提前天数', 'Days ahead', { default: 1, min: 0, max: 30 }),
      },
    },
    holidays: {
      label: label('休息日', 'Holidays'),
      unique: ['holidayDate'],
      fields: {
        holidayDate: day('日期', 'Day'),
        shift: choice(
          '顺延方式',
          'Shift',
          [
            ['before', '提前', 'Before'],
            ['after', '顺延', 'After'],
            ['none', '不送', 'None'],
          ],
          { default: 'none' },
        ),
        remark: text('备注', 'Remark', { optional: true, max: 100 }),
      },
    },
  },
  foreign: {
    ...FROM_SAP,
    fields: ['name', 'shortName', 'creditCode', 'address', 'bankName', 'bankAccount', 'sapSupplierCode'],
  },
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'remove',
    'select',
    'freeze',
    'thaw',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  keyword: ['code', 'name', 'shortName', 'contact'],
  sort: 'code',
  scope: null,
});
