import { choice, percent, price } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** What a charged price is measured by. */
export const MEASURES = [
  ['average', '近期结算均价', 'Settled lately'],
  ['market', '市场参考价', 'Market'],
  ['last', '最近一次结算价', 'Last settled'],
  ['before', '原价', 'Price before'],
] as const;

/**
 * What the rules of early warning say of a line that prices something; empty where nothing was there to measure it by.
 */
export const lineWarning = (right: string) => ({
  warnLevel: choice(
    '预警',
    'Warning',
    [
      ['none', '正常', 'Usual', 'plain'],
      ['warn', '预警', 'Warning', 'look'],
      ['block', '禁止', 'Blocked', 'stop'],
    ],
    {
      readonly: true,
      optional: true,
      list: true,
      hint: label(
        '按价格预警规则判断；空为没有可比的价格',
        'By the rules of early warning; empty where there is nothing to compare with',
      ),
    },
  ),
  warnReference: choice('参考口径', 'Measured by', MEASURES, { readonly: true, optional: true }),
  warnBase: price('参考价', 'Reference', {
    readonly: true,
    optional: true,
    right,
    hint: label('每基本单位', 'Per base unit'),
  }),
  warnDeviation: percent('偏离(%)', 'Deviation (%)', { readonly: true, optional: true, right }),
});
