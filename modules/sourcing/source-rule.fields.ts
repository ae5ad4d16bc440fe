import { choice, code, integer, percent, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { remark, validity } from '../master-data/materials/validity.fields.ts';

/** Groups of the form. */
export const SECTION = {
  scope: label('适用范围', 'Scope'),
  source: label('货源', 'Source'),
  terms: label('条件', 'Terms'),
};

/** Where goods may come from, in the words of plans and requests. */
export const SOURCE_KINDS = [
  ['direct', '供应商直送', 'Supplier direct'],
  ['warehouse', '中心仓', 'Central warehouse'],
  ['factory', '工厂', 'Factory'],
  ['self', '自采', 'Self-purchase'],
] as const;
export const sourceKind = choice('货源', 'Source', SOURCE_KINDS, { list: true, search: true, section: SECTION.source });

/** For whom and for what a rule holds: the narrower scope goes first. */
export const scopeFields = {
  code: code('规则编码', 'Code', {
    optional: true,
    unique: true,
    fixed: true,
    max: 32,
    list: true,
    search: true,
    hint: label('不填自动编号', 'Leave empty to number automatically'),
  }),
  companyDeptId: ref('公司', 'Company', 'dept', { list: true, search: true, section: SECTION.scope }),
  deptId: ref('适用部门', 'Place', 'dept', {
    optional: true,
    list: true,
    search: true,
    section: SECTION.scope,
    hint: label('项目部、餐厅或档口；不填为全公司', 'Site, restaurant or stall; leave empty for the whole company'),
  }),
  materialId: ref('物料', 'Material', 'material', { optional: true, list: true, search: true, section: SECTION.scope }),
  materialTypeId: ref('物料类型', 'Material type', 'materialType', {
    optional: true,
    list: true,
    search: true,
    section: SECTION.scope,
    hint: label(
      '物料与类型只填一个；都不填为公司默认',
      'A material or a type. Leave both empty for the company default.',
    ),
  }),
  agreementNo: text('合同编号', 'Agreement', {
    optional: true,
    max: 60,
    list: true,
    search: true,
    section: SECTION.scope,
    hint: label('填写后为合同规则，最优先', 'If filled in, this is the rule of a contract and comes first'),
  }),
} as const;

export const orderFields = {
  priority: integer('优先级', 'Priority', {
    default: 10,
    min: 1,
    max: 999,
    list: true,
    section: SECTION.terms,
    hint: label('小的优先', 'Lowest first'),
  }),
  startDate: { ...validity.startDate, rules: { ...validity.startDate.rules, section: SECTION.terms } },
  endDate: { ...validity.endDate, rules: { ...validity.endDate.rules, section: SECTION.terms } },
  remark,
} as const;

export const sharePercent = percent('比例(%)', 'Share (%)', {
  default: '100',
  positive: true,
  max: 100,
  list: true,
  section: SECTION.source,
  hint: label(
    '同一范围和优先级的多个货源按比例轮流，合计不超过 100',
    'Sources of one scope and priority take turns by share, 100 together at most',
  ),
});
