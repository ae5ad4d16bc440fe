import { document } from '../../../kernel/core/declaration.ts';
import { choice, day, factor, flag, integer, percent, price, ref, refs, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { approvalLife } from '../../../kernel/core/life.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { lineWarning } from '../warnings/line-warning.fields.ts';
import { remark } from '../../master-data/materials/validity.fields.ts';

/** Whoever may see prices that are about to be published. */
export const SEES_RUNS = 'pricerun_see';

const life = (() => {
  const standard = approvalLife('TJ', {
    actions: { generate: { label: label('重新计算', 'Calculate again'), from: ['draft', 'rejected'], button: 'edit' } },
    tabs: ['draft', 'pending', 'done', 'rejected', 'void'],
  });
  // What is approved is published at once.
  return {
    ...standard,
    actions: {
      ...standard.actions,
      doApply: { ...standard.actions.doApply, to: 'done' as const },
      void: { ...standard.actions.void, from: ['done' as const] },
    },
  };
})();

/** 调价单: prices as formulas make them, looked at, approved, and published. */
export const priceRun = document('priceRun', {
  label: label('调价单', 'Price run'),
  service: 'master-data',
  segment: 'pricerun',
  path: '/price/pricerun',
  purpose: label(
    '按定价公式算出新的结算价或联营价，看过、审批后发布。保存后自动算出明细。',
    'New settlement and joint prices by formula, published once looked at and approved. Lines are calculated when it is saved.',
  ),
  scope: 'companyDeptId',
  fields: {
    priceType: choice(
      '价格类型',
      'Prices',
      [
        ['settlement', '结算价', 'Settlement'],
        ['joint', '联营价', 'Joint operation'],
      ],
      { fixed: true, default: 'settlement', list: true, search: true },
    ),
    companyDeptId: ref('公司', 'Company', 'dept', { offer: OFFER.companies, list: true, search: true }),
    startDate: day('生效日期', 'Valid from', {
      withYear: true,
      list: true,
      search: true,
      missing: label('请选择生效日期', 'Say from which day it holds'),
    }),
    endDate: day('失效日期', 'Valid until', {
      withYear: true,
      optional: true,
      hint: label('当天仍有效；不填为长期', 'Still valid on this day; leave empty for no end'),
    }),
    referenceDate: day('参考日期', 'As of', {
      optional: true,
      hint: label(
        '按哪天的采购价和行情计算；不填为当天',
        'Purchase prices and markets of this day; leave empty for today',
      ),
    }),
    formulaIds: refs('公式', 'Formulas', 'priceFormula', {
      optional: true,
      hint: label('不填为该价格类型的全部公式', 'Leave empty for all formulas of this kind of price'),
    }),
    trigger: choice(
      '触发',
      'Because',
      [
        ['manual', '手工', 'By hand'],
        ['purchase', '采购价变动', 'Purchase prices moved'],
        ['market', '行情更新', 'The market moved'],
        ['schedule', '定时', 'By night'],
      ],
      { readonly: true, default: 'manual', list: true, search: true },
    ),
    lineCount: integer('行数', 'Lines', { readonly: true, default: 0, list: true }),
    changedCount: integer('变动行数', 'Changed', { readonly: true, default: 0, list: true, right: SEES_RUNS }),
    maxRise: percent('最大涨幅(%)', 'Highest rise (%)', {
      readonly: true,
      optional: true,
      list: true,
      right: SEES_RUNS,
    }),
    maxFall: percent('最大跌幅(%)', 'Deepest fall (%)', {
      readonly: true,
      optional: true,
      list: true,
      right: SEES_RUNS,
    }),
    warnCount: integer('预警数', 'Warnings', { readonly: true, default: 0, list: true }),
    overrideReason: text('放行原因', 'Let pass because', { readonly: true, optional: true, max: 200 }),
    remark,
  },
  lines: {
    details: {
      label: label('价格明细', 'Prices'),
      fields: {
        materialId: ref('物料', 'Material', 'material', { readonly: true, list: true }),
        deptId: ref('适用部门', 'Department', 'dept', { readonly: true, optional: true, list: true }),
        unitId: ref('计价单位', 'Unit', 'materialUnit', { readonly: true, list: true }),
        factor: factor('换算率', 'Factor', { readonly: true, optional: true }),
        oldPrice: price('现价', 'Now', {
          readonly: true,
          optional: true,
          unit: 'unitId',
          list: true,
          right: SEES_RUNS,
        }),
        referencePrice: price('参考价', 'Reference', {
          readonly: true,
          optional: true,
          list: true,
          right: SEES_RUNS,
          hint: label('每基本单位', 'Per base unit'),
        }),
        proposedPrice: price('公式价', 'By formula', {
          readonly: true,
          optional: true,
          unit: 'unitId',
          list: true,
          right: SEES_RUNS,
        }),
        price: price('新价', 'New price', {
          optional: true,
          positive: true,
          places: 2,
          unit: 'unitId',
          list: true,
          right: SEES_RUNS,
        }),
        changePercent: percent('涨跌幅(%)', 'Change (%)', {
          readonly: true,
          optional: true,
          list: true,
          right: SEES_RUNS,
        }),
        ...lineWarning(SEES_RUNS),
        overrideReason: text('改价原因', 'Why changed', {
          optional: true,
          max: 100,
          hint: label('新价与公式价不同时必填', 'Needed where it differs from the formula'),
        }),
        skip: flag('跳过', 'Skip', { default: 0, list: true }),
        formulaId: ref('公式', 'Formula', 'priceFormula', { readonly: true, optional: true }),
        formulaText: text('公式内容', 'Formula', {
          readonly: true,
          optional: true,
          worded: true,
          max: 200,
          list: true,
        }),
        evidence: text('依据', 'Evidence', { readonly: true, optional: true, max: 200, list: true, right: SEES_RUNS }),
        referenceDate: day('参考日', 'Of', { readonly: true, optional: true }),
        oldEntryId: text('现价记录', 'Entry', { readonly: true, optional: true, max: 20 }),
        oldEndDate: day('现价失效日', 'Its last day', { readonly: true, optional: true }),
        publishedId: text('发布记录', 'Published', { readonly: true, optional: true, max: 20 }),
        result: text('结果', 'Result', { readonly: true, optional: true, max: 200, list: true }),
      },
    },
  },
  constraints: { days_ck: 'check (end_date is null or end_date >= start_date)' },
  indexes: [['status', 'startDate']],
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel'],
  life,
});
