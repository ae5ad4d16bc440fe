import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { chooseSource, shareBehind, type SourceRule, type SourceRequest } from './source.rules.ts';

const d = Decimal.of;
const rule = (code: string, more: Partial<SourceRule> = {}): SourceRule => ({
  id: code,
  code,
  ruleKind: 'configuration',
  agreementNo: null,
  deptId: null,
  materialId: null,
  materialTypeId: null,
  sourceKind: 'warehouse',
  sourceId: code,
  receivingWarehouseId: null,
  priority: 10,
  sharePercent: d(100),
  weekdays: [],
  minOrderQty: d(0),
  barredBecause: null,
  startDate: '2025-01-01',
  endDate: null,
  ...more,
});
const wish = (more: Partial<SourceRequest> = {}): SourceRequest => ({
  material: { id: '番茄', name: '番茄', typeIds: ['茄果', '蔬菜'] },
  deptIds: ['面点档', '一号餐厅', '星海'],
  deptName: '一号餐厅',
  warehouseId: '一仓',
  agreementNos: [],
  date: '2025-03-17',
  qty: d(10),
  channel: null,
  ...more,
});
const chosen = (rules: readonly SourceRule[], asked = wish()) => {
  const answer = chooseSource(asked, rules);
  return answer.ok
    ? `${answer.rule?.code ?? answer.sourceKind} by ${answer.level}`
    : answer.refusals.map((refusal) => sentenceOf(refusal, 'zh')).join();
};

describe('the narrowest rule decides', () => {
  const contract = rule('合同', { agreementNo: 'A1' });
  const siteMaterial = rule('站料', { deptId: '一号餐厅', materialId: '番茄' });
  const siteType = rule('站类', { deptId: '星海', materialTypeId: '蔬菜' });
  const companyMaterial = rule('司料', { materialId: '番茄' });
  const companyType = rule('司类', { materialTypeId: '蔬菜' });
  const company = rule('司');

  test.each`
    title                                                                  | rules                                                                                                                                                         | more                              | answer
    ${'contract before all'}                                               | ${[company, siteMaterial, contract]}                                                                                                                          | ${{ agreementNos: ['A0', 'A1'] }} | ${'合同 by contract'}
    ${"another contract's rule is not ours"}                               | ${[company, contract]}                                                                                                                                        | ${{}}                             | ${'司 by company'}
    ${'site and material'}                                                 | ${[siteType, siteMaterial, companyMaterial]}                                                                                                                  | ${{}}                             | ${'站料 by site-material'}
    ${'site and category beat company and material'}                       | ${[companyMaterial, siteType]}                                                                                                                                | ${{}}                             | ${'站类 by site-type'}
    ${'company and material'}                                              | ${[companyType, companyMaterial]}                                                                                                                             | ${{}}                             | ${'司料 by company-material'}
    ${'company and category'}                                              | ${[company, companyType]}                                                                                                                                     | ${{}}                             | ${'司类 by company-type'}
    ${'company default before the channel'}                                | ${[company]}                                                                                                                                                  | ${{ channel: 'self' }}            | ${'司 by company'}
    ${'the channel at last'}                                               | ${[]}                                                                                                                                                         | ${{ channel: 'self' }}            | ${'self by channel'}
    ${'a channel of the material before what the material says of itself'} | ${[rule('渠', { ruleKind: 'channel', materialId: '番茄' })]}                                                                                                  | ${{ channel: 'self' }}            | ${'渠 by channel'}
    ${'any rule before a channel'}                                         | ${[company, rule('渠', { ruleKind: 'channel', deptId: '面点档', materialId: '番茄' })]}                                                                       | ${{}}                             | ${'司 by company'}
    ${'of channels the nearest place'}                                     | ${[rule('司渠', { ruleKind: 'channel', deptId: '味禾', materialId: '番茄' }), rule('站渠', { ruleKind: 'channel', deptId: '星海', materialTypeId: '蔬菜' })]} | ${{ companyDeptId: '味禾' }}      | ${'站渠 by channel'}
    ${'at one place a material before its type'}                           | ${[rule('类渠', { ruleKind: 'channel', materialTypeId: '茄果' }), rule('料渠', { ruleKind: 'channel', materialId: '番茄' })]}                                 | ${{}}                             | ${'料渠 by channel'}
    ${'of types the nearest'}                                              | ${[rule('远渠', { ruleKind: 'channel', materialTypeId: '蔬菜' }), rule('近渠', { ruleKind: 'channel', materialTypeId: '茄果' })]}                             | ${{}}                             | ${'近渠 by channel'}
    ${'the company before everywhere'}                                     | ${[rule('全渠', { ruleKind: 'channel', materialId: '番茄' }), rule('司渠', { ruleKind: 'channel', deptId: '味禾', materialTypeId: '蔬菜' })]}                 | ${{ companyDeptId: '味禾' }}      | ${'司渠 by channel'}
    ${'nothing'}                                                           | ${[]}                                                                                                                                                         | ${{}}                             | ${'【番茄】在【一号餐厅】没有货源规则，请维护货源清单或采购直送规则'}
    ${'the nearest place of a level'}                                      | ${[rule('远', { deptId: '星海', materialId: '番茄' }), siteMaterial]}                                                                                         | ${{}}                             | ${'站料 by site-material'}
    ${'the nearest category of a level'}                                   | ${[companyType, rule('近', { materialTypeId: '茄果' })]}                                                                                                      | ${{}}                             | ${'近 by company-type'}
    ${'direct delivery before configuration'}                              | ${[company, rule('直', { ruleKind: 'direct-delivery', priority: 99 })]}                                                                                       | ${{}}                             | ${'直 by company'}
    ${'priority, lowest first'}                                            | ${[company, rule('先', { priority: 1 })]}                                                                                                                     | ${{}}                             | ${'先 by company'}
    ${'the latest start'}                                                  | ${[company, rule('新', { startDate: '2025-02-01' })]}                                                                                                         | ${{}}                             | ${'新 by company'}
    ${'not before its dates'}                                              | ${[company, rule('新', { startDate: '2025-03-18' })]}                                                                                                         | ${{}}                             | ${'司 by company'}
    ${'not on another weekday'}                                            | ${[company, rule('二', { priority: 1, weekdays: [2] })]}                                                                                                      | ${{}}                             | ${'司 by company'}
    ${'for goods received elsewhere'}                                      | ${[company, rule('二仓', { priority: 1, receivingWarehouseId: '二仓' })]}                                                                                     | ${{}}                             | ${'司 by company'}
    ${'not below its least quantity'}                                      | ${[company, rule('多', { priority: 1, minOrderQty: d('10.001') })]}                                                                                           | ${{}}                             | ${'司 by company'}
  `('$title', ({ rules, more, answer }) => {
    expect(chosen(rules, wish(more))).toBe(answer);
  });

  test('the worked example of three sites', () => {
    const rules = [
      siteType,
      rule('甲', { materialId: '番茄', ruleKind: 'direct-delivery', sourceKind: 'direct' }),
      rule('乙', { deptId: '一号餐厅', materialId: '番茄', ruleKind: 'direct-delivery', sourceKind: 'direct' }),
    ];
    const sites = [
      ['一号餐厅', '星海'],
      ['二号餐厅', '星海'],
      ['三号餐厅', '东湖'],
    ];
    expect(sites.map((deptIds) => chosen(rules, wish({ deptIds })))).toEqual([
      '乙 by site-material',
      '站类 by site-type',
      '甲 by company-material',
    ]);
  });
  test('the winner, who shares with it, and who was passed over are told', () => {
    const answer = chooseSource(wish(), [
      rule('冻', { priority: 1, barredBecause: { zh: '供应商已冻结', en: 'supplier frozen' } }),
      rule('甲', { sharePercent: d(60) }),
      rule('乙', { sharePercent: d(40) }),
    ]);
    expect(
      answer.ok && [
        answer.reason.zh,
        ...answer.shares.map((share) => `${share.rule.code} ${share.sharePercent}%`),
        ...answer.trail.map((step) => `${step.code} ${step.verdict.zh}`),
      ],
    ).toEqual(['公司默认规则【乙】', '乙 40%', '甲 60%', '冻 供应商已冻结']);
  });
});

test.each`
  ordered               | taken
  ${{}}                 | ${'甲'}
  ${{ 甲: 60, 乙: 40 }} | ${'甲'}
  ${{ 甲: 61, 乙: 39 }} | ${'乙'}
  ${{ 甲: 0, 乙: 1 }}   | ${'甲'}
`(
  '60 and 40 percent with $ordered so far goes to $taken',
  ({ ordered, taken }: { ordered: Record<string, number>; taken: string }) => {
    const shares = [rule('甲', { sharePercent: d(60) }), rule('乙', { sharePercent: d(40) })].map((one) => ({
      rule: one,
      sharePercent: one.sharePercent,
    }));
    expect(shareBehind(shares, (one) => d(ordered[one.code] ?? 0)).code).toBe(taken);
  },
);

describe('whatever rules there are', () => {
  const anyRule = fc.record({
    agreementNo: fc.constantFrom(null, 'A1', 'A2'),
    deptId: fc.constantFrom(null, '面点档', '一号餐厅', '星海', '东湖'),
    materialId: fc.constantFrom(null, '番茄', '土豆'),
    materialTypeId: fc.constantFrom(null, '茄果', '蔬菜', '肉'),
    direct: fc.boolean(),
    priority: fc.integer({ min: 1, max: 3 }),
    startDay: fc.integer({ min: 1, max: 28 }),
    weekdays: fc.constantFrom([], [1], [2]),
    least: fc.constantFrom('0', '10', '11'),
    barred: fc.boolean(),
  });
  const made = (each: typeof anyRule extends fc.Arbitrary<infer One> ? One : never, index: number): SourceRule =>
    rule(`R${index}`, {
      agreementNo: each.agreementNo,
      deptId: each.deptId,
      materialId: each.materialId,
      materialTypeId: each.materialId === null ? each.materialTypeId : null,
      ruleKind: each.direct ? 'direct-delivery' : 'configuration',
      priority: each.priority,
      startDate: `2025-03-${String(each.startDay).padStart(2, '0')}`,
      weekdays: each.weekdays,
      minOrderQty: d(each.least),
      barredBecause: each.barred ? { zh: '冻结', en: 'frozen' } : null,
    });

  /**
   * The slow obvious way: ask level by level, place by place, type by type, kind by kind, and take the first that fits.
   */
  function slowly(rules: readonly SourceRule[], asked: SourceRequest): string {
    const usable = rules.filter(
      (one) =>
        one.startDate <= asked.date &&
        (one.weekdays.length === 0 || one.weekdays.includes(1)) &&
        !asked.qty.isBelow(one.minOrderQty) &&
        one.barredBecause === null,
    );
    const places = [...asked.deptIds, null];
    const types = asked.material.typeIds;
    const scopes: ((one: SourceRule) => boolean)[] = [
      ...asked.deptIds.map((dept) => (one: SourceRule) => one.deptId === dept && one.materialId === asked.material.id),
      ...asked.deptIds.flatMap((dept) =>
        [...types, null].map(
          (type) => (one: SourceRule) => one.deptId === dept && one.materialId === null && one.materialTypeId === type,
        ),
      ),
      (one) => one.deptId === null && one.materialId === asked.material.id,
      ...types.map(
        (type) => (one: SourceRule) => one.deptId === null && one.materialId === null && one.materialTypeId === type,
      ),
      (one) => one.deptId === null && one.materialId === null && one.materialTypeId === null,
    ];
    for (const isContract of [true, false]) {
      for (const fits of scopes) {
        for (const kind of ['direct-delivery', 'configuration']) {
          const found = usable.filter(
            (one) =>
              (isContract ? asked.agreementNos.includes(one.agreementNo ?? '') : one.agreementNo === null) &&
              places.includes(one.deptId) &&
              fits(one) &&
              one.ruleKind === kind,
          );
          const [first] = found.toSorted(
            (a, b) =>
              a.priority - b.priority ||
              (a.startDate < b.startDate ? 1 : a.startDate > b.startDate ? -1 : 0) ||
              (a.code < b.code ? -1 : 1),
          );
          if (first !== undefined) return first.code;
        }
      }
    }
    return asked.channel ?? 'none';
  }

  test('the winner is that of asking level by level', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 14 }), fc.subarray(['A1', 'A2']), (given, agreementNos) => {
        const rules = given.map(made);
        const asked = wish({ agreementNos, channel: 'direct' });
        const answer = chooseSource(asked, rules);
        expect(answer.ok ? (answer.rule?.code ?? answer.sourceKind) : 'none').toBe(slowly(rules, asked));
        expect(chooseSource(asked, rules.toReversed())).toMatchObject({
          ok: true,
          rule: answer.ok ? answer.rule : null,
        });
      }),
      { numRuns: 500 },
    );
  });
});
