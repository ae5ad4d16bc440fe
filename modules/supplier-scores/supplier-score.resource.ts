import { resource } from '../../kernel/core/declaration.ts';
import { choice, integer, moment, percent, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

const figure = { readonly: true, optional: true } as const;
const GRADES = [
  ['a', 'A级', 'A', 'done'],
  ['b', 'B级', 'B'],
  ['c', 'C级', 'C', 'look'],
  ['d', 'D级', 'D', 'stop'],
] as const;

/** 供应商评分: how a supplier did in a month. Reckoned, never typed; a person adopts the grade. */
export const supplierScore = resource('supplierScore', {
  label: label('供应商评分', 'Supplier score'),
  service: 'store-management',
  segment: 'supplierscore',
  path: '/supplier/supplierscore',
  purpose: label(
    '每月按到货、拒收退货、效期、价格、答复和农残检测自动计算。点开任一指标，看它由哪些单据得出；等级由人采纳。',
    'Reckoned each month from deliveries, what was sent back, life at receipt, prices, answers and residue tests. Open a figure to see what it is made of; a person adopts the grade.',
  ),
  title: 'supplierId',
  fields: {
    supplierId: ref('供应商', 'Supplier', 'supplier', { readonly: true, list: true, search: true }),
    month: text('月份', 'Month', { readonly: true, max: 7, list: true, search: true }),
    score: percent('评分', 'Score', { ...figure, list: true }),
    onTimePercent: percent('准时率(%)', 'On time (%)', { ...figure, list: true }),
    fillPercent: percent('足量率(%)', 'In full (%)', { ...figure, list: true }),
    refusePercent: percent('拒收退货率(%)', 'Refused or returned (%)', { ...figure, list: true }),
    lifePercent: percent('效期达标率(%)', 'Life as asked (%)', { ...figure, list: true }),
    pricePercent: percent('价格正常率(%)', 'Prices as usual (%)', { ...figure, list: true }),
    answerPercent: percent('及时答复率(%)', 'Answered in time (%)', { ...figure, list: true }),
    residuePercent: percent('农残合格率(%)', 'Residue passed (%)', {
      ...figure,
      list: true,
      hint: label(
        '做过农残检测的到货中合格的占比；没有检测则不计',
        'Of deliveries that were tested; counts for nothing where none was',
      ),
    }),
    answerMinutes: integer('平均答复(分钟)', 'Minutes to answer', { ...figure }),
    orderLines: integer('订单行', 'Order lines', { readonly: true, default: 0, list: true }),
    priceWarnings: integer('价格预警', 'Price warnings', { readonly: true, default: 0 }),
    suggestedGrade: choice('建议等级', 'Suggested grade', GRADES, { ...figure, list: true, search: true }),
    madeTime: moment('计算时间', 'Reckoned at', { readonly: true }),
  },
  unique: [['supplierId', 'month']],
  indexes: [['month', 'score']],
  calls: ['list', 'page', 'detail', 'exportExcel'],
  sort: '-month,-score',
  scope: null,
});

/** What its list reads of a row beside the columns it shows. */
export const supplierScoreReads = [
  'supplierId',
  'supplierName',
  'month',
  'suggestedGrade',
  'onTimePercent',
  'fillPercent',
  'refusePercent',
  'lifePercent',
  'pricePercent',
  'answerPercent',
  'residuePercent',
] as const;
