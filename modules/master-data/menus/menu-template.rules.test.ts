import { describe, expect, test } from 'vitest';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import type { DishFacts } from '../dishes/dish-facts.ts';
import { dayNoOf, nextDates, readWeekdays } from './menu-cycle.rules.ts';
import { menuRefusals, overlapRefusals, type MenuFacts, type MenuLine, type MenuPlace } from './menu-template.rules.ts';

const mealName = (mealType: string) => ({ zh: mealType === 'lunch' ? '午餐' : '晚餐', en: mealType });
const findings = (
  refusals: readonly { code: string; detail: Record<string, unknown> | Readonly<Record<string, unknown>> }[],
  language: 'zh' | 'en' = 'en',
) => refusals.map((refusal) => sentenceOf(refusal, language));

describe('the day of the cycle', () => {
  // 2026-11-23 is a Monday.
  test.each`
    title                                  | start           | cycleDays | weekdays           | date            | dayNo
    ${'the first day is day 1'}            | ${'2026-11-23'} | ${7}      | ${[]}              | ${'2026-11-23'} | ${1}
    ${'the last day of the cycle'}         | ${'2026-11-23'} | ${7}      | ${[]}              | ${'2026-11-29'} | ${7}
    ${'then it begins again'}              | ${'2026-11-23'} | ${7}      | ${[]}              | ${'2026-11-30'} | ${1}
    ${'before it begins there is none'}    | ${'2026-11-23'} | ${7}      | ${[]}              | ${'2026-11-22'} | ${null}
    ${'weekends are not counted'}          | ${'2026-11-23'} | ${10}     | ${[1, 2, 3, 4, 5]} | ${'2026-11-30'} | ${6}
    ${'nor served'}                        | ${'2026-11-23'} | ${10}     | ${[1, 2, 3, 4, 5]} | ${'2026-11-28'} | ${null}
    ${'two weeks of working days'}         | ${'2026-11-23'} | ${10}     | ${[1, 2, 3, 4, 5]} | ${'2026-12-04'} | ${10}
    ${'and again from the third Monday'}   | ${'2026-11-23'} | ${10}     | ${[1, 2, 3, 4, 5]} | ${'2026-12-07'} | ${1}
    ${'a start in the middle of the week'} | ${'2026-11-26'} | ${5}      | ${[1, 2, 3, 4, 5]} | ${'2026-12-01'} | ${4}
    ${'years later'}                       | ${'2026-11-23'} | ${5}      | ${[1, 2, 3, 4, 5]} | ${'2028-11-20'} | ${1}
    ${'a cycle of one day'}                | ${'2026-11-23'} | ${1}      | ${[1]}             | ${'2026-12-07'} | ${1}
  `('$title', ({ start, cycleDays, weekdays, date, dayNo }) => {
    expect(dayNoOf({ cycleStartDate: start, cycleDays, serviceWeekdays: weekdays }, date)).toBe(dayNo);
  });
  test('each day of the cycle comes next on the first date it is served', () => {
    const cycle = { cycleStartDate: '2026-11-23', cycleDays: 3, serviceWeekdays: [1, 3] };
    expect([...nextDates(cycle, '2026-11-20')]).toEqual([
      [1, '2026-11-23'],
      [2, '2026-11-25'],
      [3, '2026-11-30'],
    ]);
    expect([...nextDates(cycle, '2026-11-26')]).toEqual([
      [3, '2026-11-30'],
      [1, '2026-12-02'],
      [2, '2026-12-07'],
    ]);
  });
  test.each`
    given       | read
    ${''}       | ${[]}
    ${'5,1，3'} | ${[1, 3, 5]}
    ${'1,1,2'}  | ${[1, 2]}
    ${'0,1'}    | ${undefined}
    ${'Monday'} | ${undefined}
  `('weekdays "$given"', ({ given, read }) => {
    expect(readWeekdays(given)).toEqual(read);
  });
});

describe('two templates in use', () => {
  const place = (menuTemplateId: string, more: Partial<MenuPlace> = {}): MenuPlace => ({
    menuTemplateId,
    billCode: `CP${menuTemplateId}`,
    name: `Menu ${menuTemplateId}`,
    templateKind: 'gear',
    deptId: '400',
    deptName: 'Noodles',
    mealType: 'lunch',
    startDate: '2026-12-01',
    endDate: '2026-12-31',
    ...more,
  });
  const clash = (from: string, to: string) => [
    `CP2 overlaps the template Menu 1 for lunch at Noodles, ${from} to ${to}; take that one out of use or change the days`,
  ];
  test.each`
    title                                 | more                                                  | sentences
    ${'the same meal on the same days'}   | ${{}}                                                 | ${clash('2026-12-01', '2026-12-31')}
    ${'one day in common'}                | ${{ startDate: '2026-12-31', endDate: '2027-01-31' }} | ${clash('2026-12-31', '2026-12-31')}
    ${'the day after'}                    | ${{ startDate: '2027-01-01', endDate: null }}         | ${[]}
    ${'the day before'}                   | ${{ startDate: '2026-01-01', endDate: '2026-11-30' }} | ${[]}
    ${'an open end meets what is within'} | ${{ startDate: '2026-06-01', endDate: null }}         | ${clash('2026-12-01', '2026-12-31')}
    ${'another meal'}                     | ${{ mealType: 'dinner' }}                             | ${[]}
    ${'another stall'}                    | ${{ deptId: '401' }}                                  | ${[]}
    ${'a restaurant and its stall'}       | ${{ templateKind: 'restaurant' }}                     | ${[]}
    ${'itself'}                           | ${{ menuTemplateId: '1' }}                            | ${[]}
  `('$title', ({ more, sentences }) => {
    expect(findings(overlapRefusals([place('2', more)], [place('1')], mealName))).toEqual(sentences);
  });
  test('put into use together they meet as well; two open ends meet for good', () => {
    const both = [place('1', { endDate: null }), place('2', { endDate: null })];
    expect(findings(overlapRefusals(both, [], mealName), 'zh')).toEqual([
      'CP2 与模板「Menu 1」在Noodles午餐 2026-12-01~长期 重叠，请先停用该模板或调整日期',
    ]);
  });
});

describe('what speaks against sending a template', () => {
  const dish: DishFacts = { name: 'Noodles', frozen: false, semi: false, hasBomOn: (day) => day === '2026-12-01' };
  const facts: MenuFacts = {
    billCode: 'CP1',
    templateKind: 'restaurant',
    cycleDays: 2,
    startDate: '2026-12-01',
    meals: ['lunch'],
    stalls: new Set(['400']),
    mealName,
    dishes: new Map([
      ['d', dish],
      ['ice', { ...dish, name: 'Ice', frozen: true }],
      ['dough', { ...dish, name: 'Dough', semi: true }],
      ['new', { ...dish, name: 'New', hasBomOn: () => false }],
    ]),
  };
  const line = (dayNo: number, more: Partial<MenuLine> = {}): MenuLine => ({
    dayNo,
    mealType: 'lunch',
    gearOperationDeptId: null,
    dishId: 'd',
    ...more,
  });
  const whole = [line(1), line(2)];
  test.each`
    title                                | lines                                                                                     | more                              | sentences
    ${'nothing'}                         | ${whole}                                                                                  | ${{}}                             | ${[]}
    ${'a day without dishes'}            | ${[line(1)]}                                                                              | ${{}}                             | ${['CP1: lunch has no dishes on day 2; add some']}
    ${'days without, told together'}     | ${[line(2)]}                                                                              | ${{ cycleDays: 4 }}               | ${['CP1: lunch has no dishes on days 1, 3, 4; add some']}
    ${'a meal without dishes'}           | ${whole}                                                                                  | ${{ meals: ['lunch', 'dinner'] }} | ${['CP1: dinner has no dishes on days 1, 2; add some']}
    ${'no meal at all'}                  | ${[]}                                                                                     | ${{ meals: [] }}                  | ${['CP1 has no meals; add at least one']}
    ${'frozen, unfinished, no BOM'}      | ${[line(1, { dishId: 'ice' }), line(2, { dishId: 'dough' }), line(2, { dishId: 'new' })]} | ${{}}                             | ${['Line 1: Ice is frozen; choose another dish', 'Line 2: Dough is semi-finished and on no menu; choose another dish', 'Line 3: New has no BOM in force on 2026-12-01; release one first']}
    ${'a day beyond the cycle'}          | ${[...whole, line(3)]}                                                                    | ${{}}                             | ${['Line 3: day 3 lies beyond the cycle of 2 days; change the day or lengthen the cycle']}
    ${'a meal it does not list'}         | ${[...whole, line(1, { mealType: 'dinner' })]}                                            | ${{}}                             | ${['Line 3: dinner is no meal of this template; add the meal first']}
    ${'a stall of its restaurants'}      | ${[...whole, line(1, { gearOperationDeptId: '400' })]}                                    | ${{}}                             | ${[]}
    ${'a stall elsewhere'}               | ${[...whole, line(1, { gearOperationDeptId: '402' })]}                                    | ${{}}                             | ${['Line 3: this stall is in none of its restaurants; choose another stall or add the restaurant']}
    ${'a stall in a template of stalls'} | ${[...whole, line(1, { gearOperationDeptId: '400' })]}                                    | ${{ templateKind: 'gear' }}       | ${['Line 3: dishes of a stall template are for all its stalls; leave the stall empty']}
  `('$title', ({ lines, more, sentences }) => {
    expect(findings(menuRefusals(lines, { ...facts, ...more }))).toEqual(sentences);
  });
  test('says it in Chinese as well', () => {
    expect(findings(menuRefusals([line(2)], { ...facts, cycleDays: 3 }), 'zh')).toEqual([
      'CP1 第1、3天午餐未排菜，请补充菜品',
    ]);
  });
});
