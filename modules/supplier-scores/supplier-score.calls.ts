/** Calls on scores of suppliers beyond the ordinary ones. */
import { callOf, contract } from '../../kernel/core/contract.ts';
import { choice, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { supplier } from '../suppliers/supplier.resource.ts';
import { supplierScore } from './supplier-score.resource.ts';

const month = text('月份', 'Month', { max: 7, hint: label('如 2026-11', 'Like 2026-11') });

/** [own] Reckons a month anew, of every supplier who had anything to do with it. */
export const computeScores = contract({
  method: 'POST',
  ...callOf(supplierScore, 'compute', 'compute'),
  summary: label('计算供应商评分', 'Reckon the scores of a month'),
  input: { month },
  answer: shape.object({ suppliers: shape.integer }),
});

/** [own] What one figure of a score is made of, the worst first. */
export const scoreRows = contract({
  method: 'GET',
  ...callOf(supplierScore, 'rows', 'view'),
  summary: label('评分依据', 'What a figure is made of'),
  input: {
    id: ref('评分', 'Score', 'supplierScore'),
    figure: choice('指标', 'Figure', [
      ['onTime', '准时率', 'On time'],
      ['fill', '足量率', 'In full'],
      ['refuse', '拒收退货率', 'Refused or returned'],
      ['price', '价格正常率', 'Prices as usual'],
      ['life', '效期达标率', 'Life as asked'],
      ['answer', '及时答复率', 'Answered in time'],
      ['residue', '农残合格率', 'Residue passed'],
    ]),
  },
  answer: shape.list(
    shape.object({
      billCode: shape.text,
      /** Page of the document. */
      link: shape.text,
      date: shape.day,
      materialName: shape.text,
      /** Of 100; the mean of all is the figure. */
      percent: shape.percent,
      /** What it was measured by: quantities, days, minutes. */
      measured: shape.text,
      asked: shape.text,
    }),
  ),
});

/** [own] From now on the supplier has this grade; `id` is his. */
export const adoptGrade = contract({
  method: 'POST',
  ...callOf(supplier, 'adoptGrade', 'grade'),
  summary: label('采纳供应商等级', 'Adopt a grade'),
  input: {
    id: ref('供应商', 'Supplier', 'supplier'),
    grade: choice('等级', 'Grade', [
      ['a', 'A级', 'A'],
      ['b', 'B级', 'B'],
      ['c', 'C级', 'C'],
      ['d', 'D级', 'D'],
    ]),
  },
  answer: shape.done,
});
