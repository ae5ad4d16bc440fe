import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import {
  menuFigures,
  menuMarks,
  menuMoney,
  type DishOnMenu,
  type PlannedDish,
  type PlanRules,
} from './menu-plan.rules.ts';

const dish = (
  name: string,
  role: string | null,
  cost: string | null | undefined = '4',
): readonly [string, DishOnMenu] => [
  name,
  {
    name,
    role,
    cost: cost === undefined ? undefined : cost === null ? null : Decimal.of(cost),
    costMissing: cost === null ? ['no price for beef'] : [],
  },
];
const DISHES = new Map([
  dish('pork', 'main-meat', '6.5'),
  dish('fish', 'main-meat', '8'),
  dish('greens', 'vegetable', '1.255'),
  dish('rice', 'staple', '0.6'),
  dish('stew', 'main-meat', null),
]);
const RULES: PlanRules = {
  cycleDays: 5,
  noRepeatDays: 2,
  structure: [],
  level: 'warn',
  overBudget: 'warn',
  dishes: DISHES,
  mealName: (meal) => ({ zh: meal, en: meal }),
  roleName: (role) => ({ zh: role, en: role }),
};
let nr = 0;
const at = (dayNo: number, dishId: string, more: Partial<PlannedDish> = {}): PlannedDish => ({
  line: (nr += 1),
  dayNo,
  mealType: 'lunch',
  dishId,
  gearOperationDeptId: null,
  planPortions: null,
  ...more,
});
const marks = (
  lines: readonly PlannedDish[],
  rules: Partial<PlanRules> = {},
  standard: string | null = null,
): string[] =>
  menuMarks(
    lines,
    [{ mealType: 'lunch', mealStandard: standard === null ? null : Decimal.of(standard), plannedDiners: null }],
    { ...RULES, ...rules },
  ).map(({ level, refusal }) => `${level}: ${sentenceOf(refusal, 'en')}`);

test.each([
  [
    'two days later',
    [1, 3],
    2,
    ['Day 3: pork was served on day 1 already, within 2 days; choose another dish or move it'],
  ],
  [
    'three days later',
    [1, 4],
    2,
    ['Day 1: pork was served on day 4 already, within 2 days; choose another dish or move it'],
  ],
  [
    'round the cycle only',
    [1, 5],
    1,
    ['Day 1: pork was served on day 5 already, within 1 days; choose another dish or move it'],
  ],
  ['far enough', [1, 3], 1, []],
  ['where nobody counts', [1, 2], 0, []],
] as const)('a dish that comes again %s', (_, days, noRepeatDays, wanted) => {
  expect(
    marks(
      days.map((day) => at(day, 'pork')),
      { noRepeatDays },
    ),
  ).toEqual(wanted.map((each) => `warn: ${each}`));
});

test('rice comes every day, another stall cooks for others, and both meals of a day are one day', () => {
  expect(marks([at(1, 'rice'), at(2, 'rice')])).toEqual([]);
  expect(marks([at(1, 'pork', { gearOperationDeptId: '7' }), at(2, 'pork', { gearOperationDeptId: '8' })])).toEqual([]);
  expect(marks([at(1, 'pork', { gearOperationDeptId: '7' }), at(2, 'pork')])).toHaveLength(1);
  expect(marks([at(1, 'pork'), at(1, 'pork', { mealType: 'dinner' })])).toEqual([]);
});

test('a meal wants so many of a role: too few and too many are told where dishes stand', () => {
  const structure = [
    { mealType: 'lunch', dishRole: 'main-meat', min: 1, max: 1 },
    { mealType: 'lunch', dishRole: null, min: 2, max: 4 },
  ];
  expect(marks([at(1, 'pork'), at(1, 'fish'), at(2, 'greens')], { structure, level: 'block' })).toEqual([
    'block: Day 1, lunch: 2 of main-meat, where the type wants 1',
    'block: Day 2, lunch: 0 of main-meat, where the type wants 1',
    'block: Day 2, lunch: 1 of dishes, where the type wants 2–4',
  ]);
});

test('each guest pays for what is planned for him; without portions for one of each', () => {
  const meal = { mealType: 'lunch', mealStandard: Decimal.of('9'), plannedDiners: 200 };
  const cells = (lines: readonly PlannedDish[], diners: number | null = 200) =>
    menuMoney(lines, [{ ...meal, plannedDiners: diners }], RULES).map(({ dayNo, costPerDiner, unknown, over }) => [
      dayNo,
      costPerDiner.toFixed(2),
      unknown,
      over,
    ]);
  // 6.5 × 120 ÷ 200 + 8 × 80 ÷ 200 + 1.255 = 3.9 + 3.2 + 1.255 = 8.355
  expect(cells([at(1, 'pork', { planPortions: 120 }), at(1, 'fish', { planPortions: 80 }), at(1, 'greens')])).toEqual([
    [1, '8.36', 0, false],
  ]);
  expect(cells([at(1, 'pork', { planPortions: 120 }), at(1, 'fish', { planPortions: 80 })], null)).toEqual([
    [1, '14.50', 0, true],
  ]);
  expect(cells([at(2, 'stew'), at(2, 'greens')])).toEqual([[2, '1.26', 1, false]]);
});

test('what a meal costs above the standard, and whose cost nobody knows, is said; who may not see costs is told neither', () => {
  expect(marks([at(1, 'pork'), at(1, 'fish')], { overBudget: 'block' }, '14.49')).toEqual([
    'block: Day 1, lunch: costs 14.50 a guest, above the 14.49 allowed; take something cheaper or smaller',
  ]);
  expect(marks([at(1, 'pork'), at(1, 'fish')], {}, '14.50')).toEqual([]);
  expect(marks([at(1, 'stew')])).toEqual(['warn: stew: its cost is not known. no price for beef']);
  const unseen = new Map([...DISHES].map(([id, each]) => [id, { ...each, cost: undefined }]));
  expect([
    marks([at(1, 'stew'), at(1, 'fish')], { dishes: unseen }, '1'),
    menuMoney([at(1, 'fish')], [], { dishes: unseen }),
  ]).toEqual([[], []]);
});

describe('a whole menu in figures', () => {
  const meal = (mealType: string, plannedDiners: number | null, mealStandard = '9') => ({
    mealType,
    mealStandard: Decimal.of(mealStandard),
    plannedDiners,
  });
  const figures = (lines: readonly PlannedDish[], meals: Parameters<typeof menuFigures>[1]) => {
    const { costPerDiner, overBudgetCells, missingCells } = menuFigures(lines, meals, RULES);
    return [costPerDiner?.toFixed(2) ?? null, overBudgetCells, missingCells];
  };
  test.each([
    // (6.5 × 100 + 8 × 300) ÷ 400
    [
      'weighs meals by their guests',
      [at(1, 'pork'), at(1, 'fish', { mealType: 'dinner' })],
      [meal('lunch', 100), meal('dinner', 300)],
      ['7.63', 0, 0],
    ],
    [
      'counts them alike where one names no guests',
      [at(1, 'pork'), at(1, 'fish', { mealType: 'dinner' })],
      [meal('lunch', 100), meal('dinner', null)],
      ['7.25', 0, 0],
    ],
    [
      'counts cells above the standard and cells without all costs',
      [at(1, 'pork'), at(1, 'fish'), at(2, 'stew'), at(2, 'pork')],
      [meal('lunch', null)],
      ['10.50', 1, 1],
    ],
    [
      'leaves out a cell of which nothing is known',
      [at(1, 'pork'), at(2, 'stew')],
      [meal('lunch', null)],
      ['6.50', 0, 1],
    ],
    ['says nothing where no cost is known', [at(1, 'stew')], [meal('lunch', null)], [null, 0, 1]],
  ] as const)('%s', (_name, lines, meals, expected) => expect(figures(lines, meals)).toEqual(expected));
});
