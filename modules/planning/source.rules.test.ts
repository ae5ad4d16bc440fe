import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import {
  chooseSource, deliveryFor, rankSuppliers, type CalendarClosure, type DeliveryCalendar, type SourceRule, type SourceWish, type SupplierCandidate,
} from './source.rules.ts';

const d = Decimal.of;
const rule = (code: string, more: Partial<SourceRule> = {}): SourceRule => ({
  id: code, code, ruleKind: 'configuration', agreementNo: null, deptId: null, materialId: null, materialTypeId: null, sourceKind: 'warehouse', sourceId: code,
  priority: 10, sharePercent: d(100), weekdays: [], minOrderQty: d(0), barredBecause: null, startDate: '2025-01-01', endDate: null, ...more,
});
const wish = (more: Partial<SourceWish> = {}): SourceWish => ({
  material: { id: '番茄', name: '番茄', typeIds: ['茄果', '蔬菜'] }, deptIds: ['面点档', '一号餐厅', '星海'], deptName: '一号餐厅', agreementNo: null, date: '2025-03-17', qty: d(10), channel: null, ...more,
});
const chosen = (rules: readonly SourceRule[], asked = wish()) => {
  const answer = chooseSource(asked, rules);
  return answer.ok ? `${answer.rule?.code ?? answer.sourceKind} by ${answer.level}` : answer.refusals.map((refusal) => sentenceOf(refusal, 'zh')).join();
};

describe('the narrowest rule decides', () => {
  const contract = rule('合同', { agreementNo: 'A1' });
  const siteMaterial = rule('站料', { deptId: '一号餐厅', materialId: '番茄' });
  const siteType = rule('站类', { deptId: '星海', materialTypeId: '蔬菜' });
  const companyMaterial = rule('司料', { materialId: '番茄' });
  const companyType = rule('司类', { materialTypeId: '蔬菜' });
  const company = rule('司');

  test.each`
    title                                         | rules                                                                              | more                        | answer
    ${'contract before all'}                      | ${[company, siteMaterial, contract]}                                               | ${{ agreementNo: 'A1' }}    | ${'合同 by contract'}
    ${"another contract's rule is not ours"}      | ${[company, contract]}                                                             | ${{}}                       | ${'司 by company'}
    ${'site and material'}                        | ${[siteType, siteMaterial, companyMaterial]}                                       | ${{}}                       | ${'站料 by site-material'}
    ${'site and category beat company and material'} | ${[companyMaterial, siteType]}                                                  | ${{}}                       | ${'站类 by site-type'}
    ${'company and material'}                     | ${[companyType, companyMaterial]}                                                  | ${{}}                       | ${'司料 by company-material'}
    ${'company and category'}                     | ${[company, companyType]}                                                          | ${{}}                       | ${'司类 by company-type'}
    ${'company default before the channel'}       | ${[company]}                                                                       | ${{ channel: 'self' }}      | ${'司 by company'}
    ${'the channel at last'}                      | ${[]}                                                                              | ${{ channel: 'self' }}      | ${'self by channel'}
    ${'nothing'}                                  | ${[]}                                                                              | ${{}}                       | ${'【番茄】在【一号餐厅】没有货源规则，请维护货源清单或采购直送规则'}
    ${'the nearest place of a level'}             | ${[rule('远', { deptId: '星海', materialId: '番茄' }), siteMaterial]}              | ${{}}                       | ${'站料 by site-material'}
    ${'the nearest category of a level'}          | ${[companyType, rule('近', { materialTypeId: '茄果' })]}                           | ${{}}                       | ${'近 by company-type'}
    ${'direct delivery before configuration'}     | ${[company, rule('直', { ruleKind: 'direct-delivery', priority: 99 })]}            | ${{}}                       | ${'直 by company'}
    ${'priority, lowest first'}                   | ${[company, rule('先', { priority: 1 })]}                                          | ${{}}                       | ${'先 by company'}
    ${'the latest start'}                         | ${[company, rule('新', { startDate: '2025-02-01' })]}                              | ${{}}                       | ${'新 by company'}
    ${'not before its dates'}                     | ${[company, rule('新', { startDate: '2025-03-18' })]}                              | ${{}}                       | ${'司 by company'}
    ${'not on another weekday'}                   | ${[company, rule('二', { priority: 1, weekdays: [2] })]}                           | ${{}}                       | ${'司 by company'}
    ${'not below its least quantity'}             | ${[company, rule('多', { priority: 1, minOrderQty: d('10.001') })]}                | ${{}}                       | ${'司 by company'}
  `('$title', ({ rules, more, answer }) => {
    expect(chosen(rules, wish(more))).toBe(answer);
  });

  test('the worked example of three sites', () => {
    const rules = [siteType, rule('甲', { materialId: '番茄', ruleKind: 'direct-delivery', sourceKind: 'direct' }), rule('乙', { deptId: '一号餐厅', materialId: '番茄', ruleKind: 'direct-delivery', sourceKind: 'direct' })];
    const sites = [['一号餐厅', '星海'], ['二号餐厅', '星海'], ['三号餐厅', '东湖']];
    expect(sites.map((deptIds) => chosen(rules, wish({ deptIds })))).toEqual(['乙 by site-material', '站类 by site-type', '甲 by company-material']);
  });
  test('the winner, who shares with it, and who was passed over are told', () => {
    const answer = chooseSource(wish(), [
      rule('冻', { priority: 1, barredBecause: { zh: '供应商已冻结', en: 'supplier frozen' } }),
      rule('甲', { sharePercent: d(60) }),
      rule('乙', { sharePercent: d(40) }),
    ]);
    expect(answer.ok && [answer.reason.zh, ...answer.shares.map((share) => `${share.rule.code} ${share.sharePercent}%`), ...answer.trail.map((step) => `${step.code} ${step.verdict.zh}`)]).toEqual([
      '公司默认规则【乙】', '乙 40%', '甲 60%', '冻 供应商已冻结',
    ]);
  });
});

describe('the supplier', () => {
  const supplier = (code: string, more: Partial<SupplierCandidate> = {}): SupplierCandidate => ({
    supplierId: code, code, agreementNo: null, sharePercent: null, orderedThisMonth: d(0), basePrice: d(5), isDefault: false, leadDays: 1, ...more,
  });
  const order = (...candidates: readonly SupplierCandidate[]) => rankSuppliers(candidates).map((one) => one.supplierId).join(' ');

  test.each`
    title                                | candidates                                                                   | ranked
    ${'agreement first'}                 | ${[supplier('A', { basePrice: d(1) }), supplier('B', { agreementNo: 'X' })]} | ${'B A'}
    ${'then price, without one last'}    | ${[supplier('A', { basePrice: null }), supplier('B'), supplier('C', { basePrice: d('4.999999') })]} | ${'C B A'}
    ${'then the default'}                | ${[supplier('A'), supplier('B', { isDefault: true })]}                       | ${'B A'}
    ${'then the shorter lead'}           | ${[supplier('A', { leadDays: 2 }), supplier('B')]}                           | ${'B A'}
    ${'then the code'}                   | ${[supplier('B'), supplier('A')]}                                            | ${'A B'}
  `('$title', ({ candidates, ranked }) => {
    expect(order(...candidates)).toBe(ranked);
  });
  test('60 and 40 percent with 600 and 500 kg so far: the first is 5.45 behind', () => {
    const ranked = rankSuppliers([
      supplier('B', { sharePercent: d(40), orderedThisMonth: d(500), basePrice: d(1) }),
      supplier('A', { sharePercent: d(60), orderedThisMonth: d(600) }),
    ]);
    expect(ranked.map((one) => `${one.supplierId} ${one.deficit}`)).toEqual(['A 5.45', 'B -5.45']);
    expect(ranked[0]!.reason.zh).toBe('距约定份额 5.45 个百分点，基本单位价 5');
  });
});

describe('delivery and cut-off', () => {
  const closed = (day: number, shift: CalendarClosure['shift'] = 'before'): CalendarClosure => ({ date: `2025-03-${day}`, shift, reason: '盘点' });
  const calendar = (more: Partial<DeliveryCalendar> = {}): DeliveryCalendar => ({
    windows: [1, 3, 5].map((weekday) => ({ weekday, available: true, cutOffTime: '14:00', advanceDays: 3 })),
    senderClosures: [], receivingWeekdays: [], receiverClosures: [], materialLeadDays: 2, ...more,
  });
  const delivered = (needDay: number, more: Partial<DeliveryCalendar> = {}, now = '2025-03-01 08:00:00') => {
    const delivery = deliveryFor('番茄', `2025-03-${needDay}`, now, calendar(more));
    return delivery.ok ? `${delivery.deliveryDate.slice(8)} before ${delivery.orderBefore.slice(8)}${delivery.late ? ' late' : ''}` : delivery.refusals.map((refusal) => sentenceOf(refusal, 'zh')).join();
  };

  test.each`
    title                                          | need  | more                                                                    | answer
    ${'Monday, 14:00, 3 days: Friday 14:00'}       | ${17} | ${{}}                                                                   | ${'17 before 14 14:00'}
    ${'no delivery on Tuesday: Monday'}            | ${18} | ${{}}                                                                   | ${'17 before 14 14:00'}
    ${'the sender is closed: the delivery before'} | ${17} | ${{ senderClosures: [closed(17)] }}                                     | ${'14 before 11 14:00'}
    ${'the site is closed'}                        | ${17} | ${{ receiverClosures: [closed(17)] }}                                   | ${'14 before 11 14:00'}
    ${'the site does not receive on Mondays'}      | ${17} | ${{ receivingWeekdays: [2, 3, 4, 5] }}                                  | ${'14 before 11 14:00'}
    ${'the cut-off moves back off a closed day'}   | ${17} | ${{ senderClosures: [closed(14), closed(13)] }}                         | ${'17 before 12 14:00'}
    ${'an extra day'}                              | ${18} | ${{ senderClosures: [closed(18, 'extra')] }}                            | ${'18 before 16 16:00'}
    ${'closed without a substitute'}               | ${17} | ${{ senderClosures: [closed(17, 'none')] }}                             | ${'【番茄】2025-03-17 休息，不送货（盘点）'}
    ${'moved to after the need'}                   | ${17} | ${{ senderClosures: [closed(17, 'after')] }}                            | ${'【番茄】2025-03-17 前没有可送货日，最早 2025-03-19 到货，到货晚于需求'}
    ${'moved after, yet before the need'}          | ${20} | ${{ senderClosures: [closed(19, 'after')], windows: [] }}               | ${'20 before 18 16:00'}
    ${'without a calendar daily by lead days'}     | ${18} | ${{ windows: [] }}                                                      | ${'18 before 16 16:00'}
  `('$title', ({ need, more, answer }) => {
    expect(delivered(need, more)).toBe(answer);
  });
  test('the moment itself is in time', () => {
    expect([delivered(17, {}, '2025-03-14 14:00:00'), delivered(17, {}, '2025-03-14 14:00'), delivered(17, {}, '2025-03-14 14:00:01')]).toEqual([
      '17 before 14 14:00', '17 before 14 14:00', '17 before 14 14:00 late',
    ]);
  });
  test('a sender who never delivers', () => {
    expect(delivered(17, { windows: [{ weekday: 1, available: false, cutOffTime: '14:00', advanceDays: 3 }] })).toMatch('没有可送货日');
  });
});
