import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import {
  bomCycle,
  effectiveBom,
  type Bom,
  type BomLine,
  type BomVariant,
  type ExplodedDish,
  type RecipeBook,
  type MealPlace,
} from './recipe-book.rules.ts';
import { explodeDemands, pegsOf, qtyOf, type Explosion, type MealDemand } from './bom-explosion.rules.ts';
import { standardPortions } from './sizes/portion-sizes.rules.ts';

const d = Decimal.of;
type Part = readonly [name: string, net: string, cleanYield?: string, processYield?: string, more?: Partial<BomLine>];
const part = ([name, net, cleanYield = '100', processYield = '100', more = {}]: Part): BomLine => ({
  ...(name.startsWith('半') ? { subDishId: name } : { materialId: name }),
  netBaseQty: d(net),
  cleanYield: d(cleanYield),
  processYield: d(processYield),
  leadHours: 0,
  ...more,
});
const bom = (dishId: string, parts: readonly Part[], more: Partial<Bom> = {}): Bom => ({
  id: `${dishId} V1`,
  dishId,
  outputQty: d(1),
  processLossRate: d(0),
  lines: parts.map(part),
  startDate: '2025-01-01',
  endDate: null,
  ...more,
});
const dish = (id: string, more: Partial<ExplodedDish> = {}): ExplodedDish => ({
  id,
  name: id,
  stockMaterialId: null,
  makeDeptIds: [],
  prepLeadHours: 0,
  ...more,
});
const place = (id: string, more: Partial<MealPlace> = {}): MealPlace => ({
  id,
  deptIds: [id, '一号餐厅', '星海', '华东'],
  warehouseId: '主仓',
  receiveLeadDays: 0,
  ...more,
});
const kitchen = (boms: readonly Bom[], more: Partial<RecipeBook> = {}): RecipeBook => ({
  dishes: [...new Set(boms.map((one) => one.dishId))].map((id) => dish(id)),
  boms,
  variants: [],
  places: [place('面点档')],
  ...more,
});
const demand = (dishId: string, portions: string, more: Partial<MealDemand> = {}): MealDemand => ({
  placeId: '面点档',
  dishId,
  mealTime: '2025-03-17 11:30',
  portions,
  ...more,
});

const exploded = (facts: RecipeBook, demands: readonly MealDemand[]): Explosion => {
  const explosion = explodeDemands(facts, demands);
  if (!explosion.ok) throw new Error(explosion.refusals.map((refusal) => sentenceOf(refusal, 'zh')).join());
  return explosion;
};
const needs = (facts: RecipeBook, ...demands: readonly MealDemand[]) =>
  Object.fromEntries(
    exploded(facts, demands).needs.map((need) => [need.materialId, String(qtyOf(need.grossMillionths))]),
  );
const refused = (facts: RecipeBook, ...demands: readonly MealDemand[]) => {
  const explosion = explodeDemands(facts, demands);
  return explosion.ok ? [] : explosion.refusals.map((refusal) => sentenceOf(refusal, 'zh'));
};

describe('portions become materials', () => {
  const dough = bom(
    '半面团',
    [
      ['面粉', '0.6'],
      ['水', '0.4'],
    ],
    { processLossRate: d('20') },
  );
  const bun = bom('包子', [
    ['半面团', '0.05'],
    ['猪肉', '0.03', '80', '70'],
  ]);

  test.each`
    title                                             | boms                                                                                  | dishId      | portions  | expected
    ${'150 g net for 1,000 at 75 %'}                  | ${[bom('土豆丝', [['土豆', '0.15', '75']])]}                                          | ${'土豆丝'} | ${'1000'} | ${{ 土豆: '200' }}
    ${'100 g soaked fungus for 300 at 500 %'}         | ${[bom('木耳', [['干木耳', '0.1', '500']])]}                                          | ${'木耳'}   | ${'300'}  | ${{ 干木耳: '6' }}
    ${'yields of steps multiply: 0.80 × 0.70 = 0.56'} | ${[bom('肉丝', [['猪肉', '0.056', '80', '70']])]}                                     | ${'肉丝'}   | ${'100'}  | ${{ 猪肉: '10' }}
    ${'a batch of ten portions'}                      | ${[bom('茶叶蛋', [['鸡蛋', '0.5']], { outputQty: d(10) })]}                           | ${'茶叶蛋'} | ${'4'}    | ${{ 鸡蛋: '0.2' }}
    ${'process loss divides'}                         | ${[bom('粥', [['米', '0.097']], { processLossRate: d(3) })]}                          | ${'粥'}     | ${'10'}   | ${{ 米: '1' }}
    ${'through a semi-finished dish'}                 | ${[bun, dough]}                                                                       | ${'包子'}   | ${'320'}  | ${{ 水: '8', 猪肉: '17.142857', 面粉: '12' }}
    ${'an optional line waits to be chosen'}          | ${[bom('面', [['面粉', '0.1'], ['辣油', '0.01', '100', '100', { optional: true }]])]} | ${'面'}     | ${'10'}   | ${{ 面粉: '1' }}
    ${'no portions need nothing'}                     | ${[bom('面', [['面粉', '0.1']])]}                                                     | ${'面'}     | ${'0'}    | ${{}}
  `('$title', ({ boms, dishId, portions, expected }) => {
    expect(needs(kitchen(boms), demand(dishId, portions))).toEqual(expected);
  });

  test.each`
    title                                 | portions          | net         | refusals
    ${'more portions than anybody cooks'} | ${'999999999999'} | ${'0.1'}    | ${['2025-03-17 的菜品【面】999999999999 份，用料多得无法计算，请核对份数和配方用量']}
    ${'a recipe of tonnes'}               | ${'1000000'}      | ${'900000'} | ${['2025-03-17 的菜品【面】1000000 份，用料多得无法计算，请核对份数和配方用量']}
    ${'as much as can be reckoned'}       | ${'1000000'}      | ${'9007'}   | ${[]}
  `('$title is refused by name: $portions', ({ portions, net, refusals }) => {
    expect(refused(kitchen([bom('面', [['面粉', net]])]), demand('面', portions))).toEqual(refusals);
  });

  test.each`
    title                                  | makeDeptIds     | expected
    ${'who does not make dough orders it'} | ${['中央厨房']} | ${{ 冷冻面团: '1.5' }}
    ${'who makes dough orders flour'}      | ${['星海']}     | ${{ 水: '0.75', 面粉: '1.125' }}
  `('$title', ({ makeDeptIds, expected }) => {
    const facts = kitchen([bom('馒头', [['半面团', '0.05']]), dough], {
      dishes: [dish('馒头'), dish('半面团', { stockMaterialId: '冷冻面团', makeDeptIds })],
    });
    expect(needs(facts, demand('馒头', '30'))).toEqual(expected);
  });

  test('the version of the meal date counts', () => {
    const facts = kitchen([
      bom('面', [['面粉', '0.1']], { endDate: '2025-03-17' }),
      bom('面', [['面粉', '0.2']], { id: '面 V2', startDate: '2025-03-18' }),
    ]);
    const explosion = exploded(facts, [demand('面', '10'), demand('面', '10', { mealTime: '2025-03-18 11:30' })]);
    expect(explosion.needs.map((need) => `${need.needDate} ${qtyOf(need.grossMillionths)}`)).toEqual([
      '2025-03-17 1',
      '2025-03-18 2',
    ]);
  });
  test('preparation and receiving leads move the need date', () => {
    const facts = kitchen(
      [
        bom('腊味', [
          ['腊肠', '0.1'],
          ['咸肉', '0.1', '100', '100', { leadHours: 24 }],
        ]),
      ],
      {
        dishes: [dish('腊味', { prepLeadHours: 4 })],
        places: [place('面点档', { receiveLeadDays: 1 })],
      },
    );
    expect(exploded(facts, [demand('腊味', '1')]).needs.map((need) => `${need.materialId} ${need.needDate}`)).toEqual([
      '咸肉 2025-03-15',
      '腊肠 2025-03-16',
    ]);
  });
});

describe('a nearer difference is laid over the wider one, line by line', () => {
  const standard = bom('炒面', [
    ['面粉', '0.1'],
    ['猪肉', '0.05'],
    ['盐', '0.002'],
  ]);
  const variant = (deptId: string, changes: BomVariant['changes'], more: Partial<BomVariant> = {}): BomVariant => ({
    dishId: '炒面',
    deptId,
    changes,
    startDate: '2025-01-01',
    endDate: null,
    ...more,
  });
  const site = variant('星海', [
    { action: 'change', target: '面粉', line: { netBaseQty: d('0.12') } },
    { action: 'drop', target: '盐' },
  ]);
  const stall = variant('面点档', [
    { action: 'swap', target: '猪肉', line: { materialId: '牛肉' } },
    { action: 'add', line: part(['孜然', '0.001']) },
  ]);

  test.each`
    title                              | variants                                                                                              | expected
    ${'the standard alone'}            | ${[]}                                                                                                 | ${{ 猪肉: '0.5', 盐: '0.02', 面粉: '1' }}
    ${"the site's"}                    | ${[site]}                                                                                             | ${{ 猪肉: '0.5', 面粉: '1.2' }}
    ${"the stall's on top of it"}      | ${[stall, site]}                                                                                      | ${{ 孜然: '0.01', 牛肉: '0.5', 面粉: '1.2' }}
    ${'the nearer figure wins'}        | ${[site, variant('面点档', [{ action: 'change', target: '面粉', line: { netBaseQty: d('0.15') } }])]} | ${{ 猪肉: '0.5', 面粉: '1.5' }}
    ${"another stall's is not ours"}   | ${[variant('饮品档', [{ action: 'drop', target: '面粉' }])]}                                          | ${{ 猪肉: '0.5', 盐: '0.02', 面粉: '1' }}
    ${'one that has ended is no more'} | ${[{ ...site, endDate: '2025-03-16' }]}                                                               | ${{ 猪肉: '0.5', 盐: '0.02', 面粉: '1' }}
  `('$title', ({ variants, expected }) => {
    expect(needs(kitchen([standard], { variants }), demand('炒面', '10'))).toEqual(expected);
  });
  test('a swap keeps the quantity and the yield of the line', () => {
    expect(
      effectiveBom({ boms: [standard], variants: [stall] }, '炒面', ['面点档'], '2025-03-17')?.lines[1],
    ).toMatchObject({ materialId: '牛肉', netBaseQty: d('0.05') });
  });
});

describe('what cannot be exploded is refused, all at once', () => {
  test('dishes without a BOM on the day', () => {
    const facts = kitchen([bom('面', [['半面团', '1']], { endDate: '2025-03-17' })], {
      dishes: [dish('面'), dish('半面团')],
    });
    expect(
      refused(facts, demand('面', '1'), demand('面', '2'), demand('面', '1', { mealTime: '2025-03-18 11:30' })),
    ).toEqual([
      '菜品【半面团】在2025-03-17没有有效的BOM，请发布覆盖该日期的版本',
      '菜品【面】在2025-03-18没有有效的BOM，请发布覆盖该日期的版本',
    ]);
  });
  test('a loop, with its path', () => {
    const facts = kitchen([
      bom('红烧肉', [['半卤汁', '1']]),
      bom('半卤汁', [['半老汤', '1']]),
      bom('半老汤', [['半卤汁', '1']]),
    ]);
    expect(refused(facts, demand('红烧肉', '1'))).toEqual(['BOM存在循环：半卤汁→半老汤→半卤汁，请去掉其中一条用料']);
  });
});

describe('a BOM is saved only if it closes no loop', () => {
  const graph = (edges: Record<string, readonly string[]>) => new Map(Object.entries(edges));
  const chainOf = (length: number) =>
    Object.fromEntries(Array.from({ length: length - 1 }, (_, level) => [String(level + 1), [String(level + 2)]]));
  const cycleOf = (edges: Record<string, readonly string[]>, dishId = '1') => {
    const refusal = bomCycle(dishId, graph(edges), (id) => id);
    return refusal && sentenceOf(refusal, 'zh');
  };
  test.each`
    title                         | edges                                            | sentence
    ${'no semi-finished dish'}    | ${{}}                                            | ${undefined}
    ${'a dish used twice'}        | ${{ 1: ['2', '3'], 2: ['4'], 3: ['4'] }}         | ${undefined}
    ${'itself'}                   | ${{ 1: ['1'] }}                                  | ${'BOM存在循环：1→1，请去掉其中一条用料'}
    ${'over two others'}          | ${{ 1: ['9', '2'], 2: ['3'], 3: ['1'] }}         | ${'BOM存在循环：1→2→3→1，请去掉其中一条用料'}
    ${'twelve levels'}            | ${chainOf(12)}                                   | ${undefined}
    ${'thirteen levels'}          | ${chainOf(13)}                                   | ${'BOM超过12层：1→2→3→4→5→6→7→8→9→10→11→12→13，请减少半成品层级'}
    ${'deep behind a known dish'} | ${{ ...chainOf(12), 1: ['3', '2'], 12: ['13'] }} | ${'BOM超过12层：1→2→3→4→5→6→7→8→9→10→11→12→13，请减少半成品层级'}
  `('$title', ({ edges, sentence }) => {
    expect(cycleOf(edges)).toBe(sentence);
  });
  test('a wide lattice is walked once, not once per path', () => {
    const layers = Array.from({ length: 11 }, (_, layer) => Array.from({ length: 8 }, (_, i) => `${layer}-${i}`));
    const edges = Object.fromEntries(
      layers.slice(0, -1).flatMap((layer, at) => layer.map((id) => [id, layers[at + 1]!])),
    );
    expect(cycleOf({ ...edges, top: layers[0]! }, 'top')).toBeUndefined();
  });
});

describe('every gram keeps its peg', () => {
  const facts = kitchen([
    bom('A', [['米', '1', '300']]),
    bom('B', [
      ['米', '0.5', '700'],
      ['半饭', '0.1'],
    ]),
    bom('半饭', [['米', '0.4', '90']]),
  ]);

  test('pegs add up to the gross, rounded once', () => {
    const explosion = exploded(facts, [demand('A', '1'), demand('A', '1'), demand('A', '2')]);
    const [need] = explosion.needs;
    expect(String(qtyOf(need!.grossMillionths))).toBe('1.333333');
    expect([...pegsOf(explosion, need!)].map((peg) => `${peg.demand}: ${peg.qty}`)).toEqual([
      '0: 0.333333',
      '1: 0.333333',
      '2: 0.666667',
    ]);
  });
  test('a peg tells its way, net and yield', () => {
    const explosion = exploded(facts, [demand('B', '9')]);
    const pegs = [...pegsOf(explosion, explosion.needs[0]!)].map(
      ({ route, qty }) =>
        `${route.dishIds.join('→')} ${route.netPerPortion.rounded(6)} / ${route.yieldRate.rounded(6)} = ${qty}`,
    );
    expect(pegs).toEqual(['B 0.5 / 7 = 0.642857', 'B→半饭 0.04 / 0.9 = 0.4']);
  });

  test('D16: sums and pegs equal the slow way, whatever the menu and the sizes of its portions', () => {
    const qty = fc.integer({ min: 1, max: 9_999_999 }).map((n) => String(d(n).dividedBy(d(1_000_000))));
    const rate = fc.integer({ min: 30, max: 600 }).map(String);
    const menu = fc.record({
      top: fc.tuple(qty, rate, rate),
      through: fc.tuple(qty, rate),
      bottom: fc.tuple(qty, rate, rate),
      output: fc.integer({ min: 1, max: 30 }),
      loss: fc.integer({ min: 0, max: 40 }),
      // One dish in several sizes: portions of each, and how many standard ones a portion of it is.
      portions: fc.array(
        fc.tuple(
          fc.constantFrom('A', 'B'),
          fc.integer({ min: 1, max: 99_999_999 }),
          fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined }),
        ),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
    });
    fc.assert(
      fc.property(menu, ({ top, through, bottom, output, loss, portions }) => {
        const boms = [
          bom(
            'A',
            [
              ['米', ...top],
              ['半饭', ...through],
            ],
            { outputQty: d(output) },
          ),
          bom('半饭', [['米', ...bottom]], { processLossRate: d(loss) }),
          bom('B', [['米', top[0]]]),
        ];
        const thousandths = (n: number) => d(n).dividedBy(d(1000));
        const demands = portions.map(([dishId, millis, size]) =>
          demand(
            dishId,
            String(standardPortions(thousandths(millis), size === undefined ? undefined : thousandths(size))),
          ),
        );
        const explosion = exploded(kitchen(boms), demands);

        const percent = (text: string) => d(text).dividedBy(d(100));
        const direct = d(top[0])
          .dividedBy(d(output))
          .dividedBy(percent(top[1]).times(percent(top[2])));
        const nested = d(through[0])
          .times(d(bottom[0]))
          .dividedBy(d(output))
          .dividedBy(percent(through[1]))
          .dividedBy(percent(bottom[1]).times(percent(bottom[2])))
          .dividedBy(d(100 - loss).dividedBy(d(100)));
        const slow = Decimal.sum(
          portions.map(([dishId, millis, size = 1000]) =>
            thousandths(millis)
              .times(thousandths(size))
              .times(dishId === 'A' ? direct.plus(nested) : d(top[0])),
          ),
        );

        const [need] = explosion.needs;
        const pegs = [...pegsOf(explosion, need!)];
        expect(String(qtyOf(need!.grossMillionths))).toBe(String(slow.rounded(6)));
        expect(String(Decimal.sum(pegs.map((peg) => peg.qty)))).toBe(String(qtyOf(need!.grossMillionths)));
        for (const peg of pegs) {
          const exact = d(demands[peg.demand]!.portions).times(
            peg.route.dishIds.length === 2 ? nested : peg.route.dishIds[0] === 'A' ? direct : d(top[0]),
          );
          expect(peg.qty.minus(exact).abs().isAtMost(d('0.000001'))).toBe(true);
        }
      }),
    );
  });
});
