import { expect, test } from 'vitest';
import { stepsHere, stepsInThread, type Steps } from '../../../parts/threads/work.ts';
import { mealColumns, mealsOf } from './meal-columns.rules.ts';
import { planWork, type PlanAnswer, type PlanStep } from './plan-steps.server.ts';
import type { PlanRows, PlanTask } from './reckon-plan.server.ts';
import type { StockRows } from './stock-facts.rules.ts';

const MEALS = Array.from({ length: 60 }, (_, nr) => ({
  placeId: nr % 2 === 0 ? 'noodles' : 'rice',
  dishId: 'soup',
  mealTime: `2026-12-0${1 + (nr % 3)} 12:00`,
  portions: String(10 + nr),
}));

/** Soup of 0.3 kg of leek at 80 % and 0.05 of salt, which is replaced by sea salt. */
function task(): PlanTask {
  const meals = mealColumns();
  meals.add(MEALS.slice(0, 20));
  meals.add(MEALS.slice(20));
  const line = { subDishId: null, processYield: null, prepTiming: null, optional: 0 } as const;
  const material = (id: string, name: string) =>
    [
      id,
      {
        id,
        name,
        baseUnitId: 'kg',
        purchaseUnitId: 'bag',
        minOrderQty: null,
        orderMultiple: null,
        leadDays: 1,
        useMarginDays: 0,
        materialTypeId: 'food',
        sourceKind: 'direct',
        frozen: 0,
      },
    ] as const;
  return {
    scope: {
      planName: null,
      planType: 'meal',
      bladeProjectDeptIds: ['site'],
      warehouseIds: [],
      startDate: '2026-12-01',
      endDate: '2026-12-03',
      mealTypes: [],
      salesPlanIds: [],
      specialMealIds: [],
      includeSafety: true,
      netFlag: true,
    },
    demand: {
      meals: meals.whole(),
      places: ['noodles', 'rice'].map((id) => ({ id, deptIds: [id, 'site'], warehouseId: 'w', receiveLeadDays: 0 })),
      refusals: [],
      kitchen: {
        dishes: [{ id: 'soup', name: 'soup', stockMaterialId: null, makeDeptIds: [], prepLeadHours: 0 }],
        boms: [
          {
            id: 'bom',
            dishId: 'soup',
            outputQty: '1',
            processLossRate: '0',
            startDate: '2020-01-01',
            endDate: null,
            lines: [
              { ...line, materialId: 'leek', netBaseQty: '0.3', yieldRate: '80' },
              { ...line, materialId: 'salt', netBaseQty: '0.05', yieldRate: null },
            ],
          },
        ],
        variants: [],
      },
      replacements: [
        {
          id: '1',
          materialId: 'salt',
          otherMaterialId: 'sea salt',
          ratio: '1.1',
          deptId: null,
          dishId: null,
          startDate: '2026-12-02',
          endDate: null,
        },
      ],
      materials: new Map([material('leek', 'leek'), material('salt', 'salt'), material('sea salt', 'sea salt')]),
    },
    standing: [
      {
        warehouseId: 'w',
        materialId: 'salt',
        needDate: '2026-12-04',
        manualFlag: 1,
        unitId: 'kg',
        factor: '1',
        planQty: '3',
        proposedQty: null,
        baseQty: '3',
        adjustReason: null,
        supplierId: null,
      },
    ],
    now: '2026-11-18 10:30:00',
    language: 'en',
  };
}
const rows: PlanRows = {
  warehouses: [{ id: 'w', name: 'w', companyDeptId: 'company', projectDeptId: 'site' }],
  places: new Map([
    ['w', { warehouseId: 'w', companyDeptId: 'company', projectDeptId: 'site', deptIds: ['site'], name: 'site' }],
  ]),
  buying: {
    sources: {
      materials: ['leek', 'salt', 'sea salt'].map((id) => ({
        id,
        name: id,
        materialTypeId: 'food',
        sourceKind: 'direct',
      })),
      rules: [],
      offers: [],
      types: [{ type: 'food', chain: ['food'] }],
      ordered: [],
    },
    own: [{ materialId: 'leek', unitId: 'bag', factor: '25', minOrderQty: '0', orderMultiple: '1' }],
  },
  deliveries: {
    windows: [],
    holidays: [],
    calendars: [],
    exceptions: [],
    stores: new Map(),
    zones: new Map(),
    timeZone: 'Asia/Shanghai',
  },
  merged: new Map(),
};
const stock: StockRows = {
  there: [
    {
      locationId: 'w',
      materialId: 'leek',
      safetyStock: '10',
      lots: [{ expiryDate: '2026-12-02', qty: '40' }],
      promised: [],
      due: [{ dueDate: '2026-12-02', qty: '60', billType: 'purchaseOrder', billId: '1', billCode: 'CG1' }],
    },
  ],
  lines: [],
  picked: [],
};

/** Everything a plan gives out step by step, rows as text. */
async function stepsOf(steps: Steps<PlanStep, PlanAnswer>): Promise<unknown[]> {
  const all: unknown[] = [];
  let answer: PlanAnswer | undefined;
  let isStockTold = false;
  for (let step = await steps.next(); step !== undefined; step = await steps.next(answer)) {
    all.push('rows' in step ? JSON.parse(new TextDecoder().decode(step.rows)) : structuredClone({ ...step }));
    answer = step.kind === 'wanted' ? { rows } : { stock: isStockTold ? undefined : stock };
    isStockTold ||= step.kind === 'stock';
  }
  steps.end();
  return all;
}

test('demands are the same after they were columns', () => {
  expect(mealsOf(task().demand.meals)).toEqual(MEALS);
});

test('a plan reckoned in a thread is the same as one reckoned here, row by row', async () => {
  const here = await stepsOf(stepsHere(planWork, task()));
  const given = task();
  const blocks = given.demand.meals.blocks.map((block) => block.buffer);
  const there = await stepsOf(await stepsInThread(planWork, given, { tenant: 't', person: 'p' }, blocks));
  expect(there).toEqual(here);
  expect(here).toContainEqual({ kind: 'reckoned', lines: 6, outdated: [] });
});
