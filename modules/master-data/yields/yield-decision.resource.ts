import { resource } from '../../../kernel/core/declaration.ts';
import { choice, integer, moment, percent, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { ALL_YEAR, type SeasonOrYear } from './yield.rules.ts';

/** In words, all of the year first. */
const seasons = [
  [ALL_YEAR, '全年', 'All year'],
  ['spring', '春（3–5 月）', 'Spring (Mar–May)'],
  ['summer', '夏（6–8 月）', 'Summer (Jun–Aug)'],
  ['autumn', '秋（9–11 月）', 'Autumn (Sep–Nov)'],
  ['winter', '冬（12–2 月）', 'Winter (Dec–Feb)'],
] as const satisfies readonly (readonly [SeasonOrYear, string, string])[];

/** 出成率决定: which proposed yields were accepted, declined or taken back, with the figures of that moment. */
export const yieldDecision = resource('yieldDecision', {
  label: label('出成率决定', 'Yield decision'),
  service: 'master-data',
  segment: 'yielddecision',
  path: '/masterdata/yielddecision',
  purpose: label(
    '每次采纳、不采纳或撤回出成率的记录：当时的标准、区间、测试次数和原因。',
    'Each proposed yield that was accepted, declined or taken back: the figures of that moment, who and why.',
  ),
  fields: {
    materialId: ref('物料', 'Material', 'material', { readonly: true, list: true, search: true }),
    season: choice('季节', 'Season', seasons, { readonly: true, list: true, search: true }),
    decision: choice(
      '决定',
      'Decision',
      [
        ['accepted', '已采纳', 'Accepted', 'done'],
        ['declined', '未采纳', 'Declined', 'plain'],
        ['withdrawn', '已撤回', 'Withdrawn', 'look'],
      ],
      { readonly: true, list: true, search: true },
    ),
    usedYield: percent('原用出成率(%)', 'Used before (%)', { readonly: true, list: true }),
    learnedYield: percent('实测出成率(%)', 'Weighed (%)', { readonly: true, list: true }),
    lowYield: percent('区间下限(%)', 'Interval from (%)', { readonly: true, optional: true, list: true }),
    highYield: percent('区间上限(%)', 'Interval to (%)', { readonly: true, optional: true, list: true }),
    testCount: integer('测试次数', 'Tests', { readonly: true, list: true }),
    decideUserId: ref('决定人', 'Decided by', 'user', { readonly: true, optional: true, list: true, search: true }),
    decideTime: moment('决定时间', 'Decided', { readonly: true, list: true, search: true }),
    reason: text('原因', 'Why', { readonly: true, optional: true, max: 200, list: true }),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  title: 'season',
  sort: '-decideTime,-id',
  indexes: [['materialId', 'season', 'decideTime']],
  constraints: {},
  scope: null,
});
