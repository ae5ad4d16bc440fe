import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label } from '../../../kernel/core/label.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import {
  makeRoom,
  resolvePrice,
  type PriceEntry,
  type PriceFacts,
  type PriceRequest,
  type Related,
  type Scheme,
  type Span,
} from './price.rules.ts';

const STALL = { id: '400', name: '面点档' };
const RESTAURANT = { id: '300', name: '一号餐厅' };
const SITE = { id: '200', name: '星海项目部' };
const COMPANY = { id: '100', name: '华东公司' };
const entry = (
  code: string,
  deptId: string | null,
  price: string,
  startDate: string,
  endDate: string | null = null,
  more: Partial<PriceEntry> = {},
): PriceEntry => ({
  id: code,
  code,
  deptId,
  unitId: 'kg',
  factor: Decimal.one,
  price: Decimal.of(price),
  taxRate: Decimal.of('9'),
  startDate,
  endDate,
  series: null,
  partner: null,
  isBase: deptId === null,
  ...more,
});

// The example of prices-suppliers.md: tomato, settlement price, kg, 9 %.
const TOMATO = [entry('BASE', null, '4.80', '2025-03-01'), entry('SITE', SITE.id, '4.60', '2025-03-10', '2025-03-20')];
const asked = (
  date: string,
  entries: readonly PriceEntry[] = TOMATO,
  depts = [STALL, RESTAURANT, SITE, COMPANY],
  more: Partial<PriceFacts> = {},
) =>
  resolvePrice(
    { entries, related: [], schemes: [], ...more },
    { material: '番茄', priceType: label('结算价', 'Settlement price'), date, depts },
  );

describe('a price and its level', () => {
  test.each([
    [
      'while the site has its own',
      '2025-03-15',
      TOMATO,
      '4.6',
      '4.220183',
      'ancestor',
      '上级【星海项目部】2025-03-10~2025-03-20',
    ],
    ['the day after it ended', '2025-03-21', TOMATO, '4.8', '4.40367', 'base', '基础价 2025-03-01~长期'],
    [
      'on its first day',
      '2025-03-10',
      TOMATO,
      '4.6',
      '4.220183',
      'ancestor',
      '上级【星海项目部】2025-03-10~2025-03-20',
    ],
    ['on its last day', '2025-03-20', TOMATO, '4.6', '4.220183', 'ancestor', '上级【星海项目部】2025-03-10~2025-03-20'],
    [
      'with one of the very stall',
      '2025-03-15',
      [...TOMATO, entry('STALL', STALL.id, '5', '2025-01-01')],
      '5',
      '4.587156',
      'dept',
      '本部门【面点档】2025-01-01~长期',
    ],
    [
      'with the nearer of two above',
      '2025-03-15',
      [...TOMATO, entry('REST', RESTAURANT.id, '4.9', '2025-01-01'), entry('COMP', COMPANY.id, '4.7', '2025-01-01')],
      '4.9',
      '4.495413',
      'ancestor',
      '上级【一号餐厅】2025-01-01~长期',
    ],
    [
      'with the company’s, which goes before the base',
      '2025-03-25',
      [...TOMATO, entry('COMP', COMPANY.id, '4.7', '2025-01-01')],
      '4.7',
      '4.311927',
      'ancestor',
      '上级【华东公司】2025-01-01~长期',
    ],
    [
      'of two that touch, the older on its last day',
      '2025-03-31',
      [entry('OLD', null, '4.8', '2025-03-01', '2025-03-31'), entry('NEW', null, '5.2', '2025-04-01')],
      '4.8',
      '4.40367',
      'base',
      '基础价 2025-03-01~2025-03-31',
    ],
    [
      'and the newer on its first',
      '2025-04-01',
      [entry('OLD', null, '4.8', '2025-03-01', '2025-03-31'), entry('NEW', null, '5.2', '2025-04-01')],
      '5.2',
      '4.770642',
      'base',
      '基础价 2025-04-01~长期',
    ],
  ] as const)('%s', (_, date, entries, price, priceNoTax, level, reason) => {
    const answer = asked(date, entries);
    expect(
      answer.found && {
        price: answer.figures.price.toString(),
        priceNoTax: answer.figures.priceNoTax.toString(),
        level: answer.level,
        reason: answer.reason.zh,
      },
    ).toEqual({ price, priceNoTax, level, reason });
  });

  test('there is none: the answer says where was looked', () => {
    const answer = asked('2025-02-28');
    expect([answer.found, answer.reason.zh]).toEqual([
      false,
      '2025-02-28【番茄】在【面点档】没有结算价：已查本部门、上级部门、角色方案、基础价',
    ]);
    expect(answer.trail.map(({ level, deptName, code }) => [level, deptName, code])).toEqual([
      ['dept', '面点档', ''],
      ['ancestor', '一号餐厅', ''],
      ['ancestor', '星海项目部', ''],
      ['ancestor', '华东公司', ''],
      ['base', '', ''],
    ]);
    expect(asked('2025-02-28', TOMATO, []).reason.en).toBe(
      '番茄 has no settlement price on 2025-02-28: looked at schemes of the role and the base price',
    );
  });

  test('the trail ends with what was found', () => {
    expect(asked('2025-03-15').trail.map(({ code }) => code)).toEqual(['', '', 'SITE']);
  });
});

const FRANCHISE: Scheme = { id: 'F', name: '加盟商优惠', mode: 'percent', rate: Decimal.of('-5') };
const NORTH = { id: '70', name: '北记面馆' };
const SOUTH = { id: '80', name: '南记' };
/** A plan that names a department. */
const tie = (deptId: string, series: { id: string; name: string }, partner: Related['partner'] = null): Related => ({
  deptId,
  series,
  partner,
});
const A = { id: 'A', name: 'A' };
const B = { id: 'B', name: 'B' };
/** A line of a plan. */
const planned = (
  code: string,
  series: { id: string; name: string },
  price: string,
  startDate = '2025-01-01',
  more: Partial<PriceEntry> = {},
): PriceEntry => entry(code, null, price, startDate, null, { series, isBase: false, ...more });

describe('with schemes and plans', () => {
  // The worked examples of prices-suppliers.md, and what decides within a level.
  test.each([
    [
      'a department above beats a scheme',
      '2025-03-15',
      TOMATO,
      { schemes: [FRANCHISE] },
      '4.6',
      'ancestor',
      '上级【星海项目部】2025-03-10~2025-03-20',
    ],
    [
      'a scheme floats on the base price',
      '2025-03-21',
      TOMATO,
      { schemes: [FRANCHISE] },
      '4.56',
      'scheme',
      '角色方案【加盟商优惠】基础价4.80下浮5%',
    ],
    [
      'without a base price it has nothing to float on',
      '2025-02-28',
      TOMATO,
      { schemes: [FRANCHISE] },
      null,
      '',
      '2025-02-28【番茄】在【面点档】没有结算价：已查本部门、上级部门、角色方案、基础价',
    ],
    [
      'a plan of the company holds where the department’s lacks the material',
      '2025-03-15',
      [planned('P', B, '5.10')],
      { related: [tie(SITE.id, A), tie(COMPANY.id, B)] },
      '5.1',
      'ancestor',
      '上级【华东公司】方案【B】2025-01-01~长期',
    ],
    [
      'a fixed scheme',
      '2025-03-21',
      [...TOMATO, planned('S', A, '4.20')],
      { schemes: [{ ...A, mode: 'fixed' as const }] },
      '4.2',
      'scheme',
      '角色方案【A】2025-01-01~长期',
    ],
    [
      'a scheme that refers to a plan',
      '2025-03-21',
      [...TOMATO, planned('P', B, '4.30')],
      { schemes: [{ ...A, mode: 'reference' as const, seriesId: B.id }] },
      '4.3',
      'scheme',
      '角色方案【A】2025-01-01~长期',
    ],
    [
      'the next scheme where the first lacks the material',
      '2025-03-21',
      TOMATO,
      { schemes: [{ ...A, mode: 'fixed' as const }, FRANCHISE] },
      '4.56',
      'scheme',
      '角色方案【加盟商优惠】基础价4.80下浮5%',
    ],
    [
      'a scheme that raises',
      '2025-03-21',
      TOMATO,
      { schemes: [{ ...FRANCHISE, rate: Decimal.of('2.5') }] },
      '4.92',
      'scheme',
      '角色方案【加盟商优惠】基础价4.80上浮2.5%',
    ],
    [
      'the base price plan of the company',
      '2025-03-15',
      [planned('P', A, '5', '2025-01-01', { isBase: true })],
      {},
      '5',
      'base',
      '基础价方案【A】 2025-01-01~长期',
    ],
    [
      'the latest of two plans',
      '2025-03-15',
      [planned('P', A, '5', '2025-01-01'), planned('Q', B, '6', '2025-02-01')],
      { related: [tie(STALL.id, A), tie(STALL.id, B)] },
      '6',
      'dept',
      '本部门【面点档】方案【B】2025-02-01~长期',
    ],
    [
      'of the same day the planned before the single',
      '2025-03-15',
      [entry('E', STALL.id, '4', '2025-01-01'), planned('P', A, '5')],
      { related: [tie(STALL.id, A)] },
      '5',
      'dept',
      '本部门【面点档】方案【A】2025-01-01~长期',
    ],
    [
      'of two like that the cheaper per base unit',
      '2025-03-15',
      [planned('P', A, '10', '2025-01-01', { factor: Decimal.of('2') }), planned('Q', B, '6')],
      { related: [tie(STALL.id, A), tie(STALL.id, B)] },
      '10',
      'dept',
      '本部门【面点档】方案【A】2025-01-01~长期',
    ],
  ] as const)('%s', (_, date, entries, more, price, level, reason) => {
    const answer = asked(date, entries, undefined, more);
    expect([
      answer.found ? answer.figures.price.toString() : null,
      answer.found ? answer.level : '',
      answer.reason.zh,
    ]).toEqual([price, level, reason]);
  });

  test('without tax a floating price is reckoned from its exact value', () => {
    const answer = asked('2025-03-21', TOMATO, undefined, { schemes: [FRANCHISE] });
    expect(answer.found && answer.figures.priceNoTax.toString()).toBe('4.183486');
  });

  // Of joint prices: who runs the place decides which count.
  test.each([
    [
      'of two that hold, the one that names the partner, though the other is later',
      NORTH.id,
      [entry('N', null, '5', '2025-01-01', null, { partner: NORTH }), entry('ANY', null, '6', '2025-02-01')],
      [],
      'N',
      '基础价合作企业【北记面馆】 2025-01-01~长期',
    ],
    [
      'what is for another partner does not count',
      SOUTH.id,
      [entry('N', STALL.id, '5', '2025-01-01', null, { partner: NORTH }), entry('ANY', null, '6', '2025-02-01')],
      [],
      'ANY',
      '基础价 2025-02-01~长期',
    ],
    [
      'nor where nobody runs the place',
      undefined,
      [entry('N', null, '5', '2025-01-01', null, { partner: NORTH })],
      [],
      '',
      '2025-03-15【番茄】在【面点档】没有结算价：已查本部门、上级部门、角色方案、基础价',
    ],
    [
      'a nearer price for anybody goes before one of the partner above',
      NORTH.id,
      [entry('N', SITE.id, '5', '2025-01-01', null, { partner: NORTH }), entry('ANY', STALL.id, '6', '2025-01-01')],
      [],
      'ANY',
      '本部门【面点档】2025-01-01~长期',
    ],
    [
      'a plan of the partner',
      NORTH.id,
      [planned('P', A, '5', '2025-01-01', { partner: NORTH })],
      [tie(STALL.id, A, NORTH)],
      'P',
      '本部门【面点档】方案【A】合作企业【北记面馆】2025-01-01~长期',
    ],
  ] as const)('partners: %s', (_, enterpriseId, entries, related, code, reason) => {
    const answer = resolvePrice(
      { entries, related, schemes: [] },
      {
        material: '番茄',
        priceType: label('结算价', 'Settlement price'),
        date: '2025-03-15',
        depts: [STALL, RESTAURANT, SITE, COMPANY],
        ...(enterpriseId === undefined ? {} : { enterpriseId }),
      },
    );
    expect([answer.found ? answer.entry.code : '', answer.reason.zh]).toEqual([code, reason]);
  });

  test('partners: a plan of another one is told in the trail', () => {
    const { trail } = resolvePrice(
      { entries: [], related: [tie(STALL.id, A, NORTH)], schemes: [] },
      {
        material: '番茄',
        priceType: label('联营价', 'Joint-operation price'),
        date: '2025-03-15',
        depts: [STALL],
        enterpriseId: SOUTH.id,
      },
    );
    expect(trail[0]!.verdict).toEqual({ zh: '方案【A】属于合作企业【北记面馆】', en: 'plan A is for 北记面馆' });
  });

  test('a plan that lacks the material is told in the trail', () => {
    const { trail } = asked('2025-03-15', [planned('P', B, '5.10')], undefined, {
      related: [tie(STALL.id, A), tie(COMPANY.id, B)],
      schemes: [],
    });
    expect(trail.map(({ key, verdict }) => [key, verdict.zh])).toEqual([
      ['面点档', '方案【A】无此物料'],
      ['一号餐厅', '无'],
      ['星海项目部', '无'],
      ['华东公司', '方案【B】2025-01-01~长期'],
    ]);
  });

  test('a case of 30 kg at 100.00 asked for by the bag of 2 kg is rounded once', () => {
    const answer = resolvePrice(
      {
        entries: [entry('C', null, '100', '2025-01-01', null, { unitId: 'case', factor: Decimal.of('30') })],
        related: [],
        schemes: [],
      },
      {
        material: '番茄',
        priceType: label('采购价', 'Purchase price'),
        date: '2025-03-01',
        depts: [],
        unit: { id: 'bag', factor: Fraction.of(2) },
      },
    );
    expect(answer.found && answer.figures.price.toString()).toBe('6.666667');
  });

  test('in the unit asked for before in a later one', () => {
    const answer = resolvePrice(
      {
        entries: [
          planned('P', A, '150', '2025-02-01', { unitId: 'case', factor: Decimal.of('30'), isBase: true }),
          entry('K', null, '4', '2025-01-01'),
        ],
        related: [],
        schemes: [],
      },
      {
        material: '番茄',
        priceType: label('管理价', 'Management price'),
        date: '2025-03-01',
        depts: [],
        unit: { id: 'kg', factor: Fraction.one },
      },
    );
    expect(answer.found && answer.entry.code).toBe('K');
  });
});

describe('generated cases', () => {
  /** Slow and obvious: walks the places one by one, throws away what does not fit, compares the rest two by two. */
  function slowly(facts: PriceFacts, wish: PriceRequest): string {
    const holds = (each: PriceEntry): boolean =>
      each.startDate <= wish.date &&
      (each.endDate === null || wish.date <= each.endDate) &&
      [undefined, wish.enterpriseId].includes(each.partner?.id);
    const better = (one: PriceEntry, other: PriceEntry): boolean => {
      const asks = (each: PriceEntry): boolean => each.unitId === wish.unit?.id;
      if (asks(one) !== asks(other)) return asks(one);
      if ((one.partner === null) !== (other.partner === null)) return one.partner !== null;
      if (one.startDate !== other.startDate) return one.startDate > other.startDate;
      if ((one.series === null) !== (other.series === null)) return one.series !== null;
      // Whole cents and small factors: cross-multiplied, nothing is divided.
      const [left, right] = [one.price.times(other.factor), other.price.times(one.factor)];
      if (!left.equals(right)) return left.isBelow(right);
      return BigInt(one.id) < BigInt(other.id);
    };
    const bestOf = (some: readonly PriceEntry[]): PriceEntry | undefined =>
      some.find((each) => some.every((other) => other === each || better(each, other)));
    for (const [index, dept] of wish.depts.entries()) {
      const some: PriceEntry[] = [];
      for (const each of facts.entries) {
        if (!holds(each)) continue;
        if (
          each.series === null
            ? each.deptId === dept.id
            : facts.related.some(
                (tie) =>
                  tie.deptId === dept.id &&
                  tie.series.id === each.series!.id &&
                  [undefined, wish.enterpriseId].includes(tie.partner?.id),
              )
        )
          some.push(each);
      }
      const found = bestOf(some);
      if (found !== undefined)
        return `${index === 0 ? 'dept' : 'ancestor'} ${dept.id} ${found.id} ${found.price.toString()}`;
    }
    const base = bestOf(facts.entries.filter((each) => holds(each) && each.isBase));
    for (const scheme of facts.schemes) {
      if (scheme.mode === 'percent') {
        if (base !== undefined)
          return `scheme ${scheme.id} ${base.id} ${base.price.times(Decimal.hundred.plus(scheme.rate)).dividedBy(Decimal.hundred).toString()}`;
        continue;
      }
      const wanted = scheme.mode === 'fixed' ? scheme.id : scheme.seriesId;
      const found = bestOf(facts.entries.filter((each) => holds(each) && each.series?.id === wanted));
      if (found !== undefined) return `scheme ${scheme.id} ${found.id} ${found.price.toString()}`;
    }
    return base === undefined ? 'none' : `base ${base.id} ${base.price.toString()}`;
  }

  const DEPTS = [STALL, RESTAURANT, SITE, COMPANY];
  const seriesId = fc.constantFrom('1', '2', '3', '4');
  const someDay = fc.integer({ min: 1, max: 9 }).map((nr) => `2025-03-0${nr}`);
  const somePartner = fc.constantFrom(null, null, NORTH, SOUTH);
  const someEntry = fc.record({
    dept: fc.option(fc.constantFrom(...DEPTS.map((dept) => dept.id))),
    series: fc.option(seriesId),
    isBase: fc.boolean(),
    unitId: fc.constantFrom('kg', 'case'),
    cents: fc.integer({ min: 1, max: 300 }),
    factor: fc.constantFrom('1', '2', '30'),
    startDate: someDay,
    endDate: fc.option(someDay),
    partner: somePartner,
  });
  const someScheme = fc.oneof(
    fc.record({ id: seriesId, mode: fc.constant('fixed' as const) }),
    fc.record({ id: seriesId, mode: fc.constant('reference' as const), seriesId }),
    fc.record({
      id: seriesId,
      mode: fc.constant('percent' as const),
      rate: fc.integer({ min: -99, max: 200 }).map((rate) => Decimal.of(rate)),
    }),
  );

  test('the resolver answers as a slow and obvious one, whatever there is', () => {
    const found = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(someEntry, { maxLength: 14 }),
        fc.array(fc.record({ dept: fc.constantFrom(...DEPTS), series: seriesId, partner: somePartner }), {
          maxLength: 4,
        }),
        fc.array(someScheme, { maxLength: 3 }),
        someDay,
        fc.integer({ min: 0, max: 4 }),
        fc.option(fc.constantFrom('kg', 'case')),
        somePartner,
        (entries, ties, schemes, date, place, unitId, runs) => {
          const facts: PriceFacts = {
            entries: entries.map((each, index): PriceEntry => ({
              id: String(index + 8),
              code: `E${index}`,
              deptId: each.series === null ? each.dept : null,
              unitId: each.unitId,
              factor: Decimal.of(each.factor),
              price: Decimal.of(each.cents).times(Decimal.of('0.01')),
              taxRate: Decimal.of('9'),
              startDate: each.startDate,
              endDate: each.endDate,
              series: each.series === null ? null : { id: each.series, name: each.series },
              partner: each.partner,
              isBase: each.series === null ? each.dept === null : each.isBase,
            })),
            related: ties.map(({ dept, series, partner }) => tie(dept.id, { id: series, name: series }, partner)),
            schemes: schemes.map((scheme) => ({ ...scheme, name: scheme.id })),
          };
          const wish: PriceRequest = {
            material: '番茄',
            priceType: label('管理价', 'Management price'),
            date,
            depts: DEPTS.slice(place),
            ...(unitId === null ? {} : { unit: { id: unitId, factor: Fraction.one } }),
            ...(runs === null ? {} : { enterpriseId: runs.id }),
          };
          const answer = resolvePrice(facts, wish);
          const outcome = !answer.found
            ? 'none'
            : [
                answer.level,
                ...(answer.level === 'scheme' ? [answer.series!.id] : answer.dept === null ? [] : [answer.dept.id]),
                answer.entry.id,
                answer.entry.price.toString(),
              ].join(' ');
          found.add(answer.found ? answer.level : 'none');
          expect(outcome).toBe(slowly(facts, wish));
        },
      ),
      { numRuns: 2_000 },
    );
    expect([...found].toSorted()).toEqual(['ancestor', 'base', 'dept', 'none', 'scheme']);
  });
});

describe('room for a new price', () => {
  const span = (code: string, startDate: string, endDate: string | null): Span => ({
    id: code,
    code,
    startDate,
    endDate,
  });
  const OPEN = span('A', '2026-01-01', null);
  const SHORT = span('B', '2026-01-01', '2026-06-30');
  test.each([
    ['nothing stands there', [], '2026-05-01', null, 'refuse', [], []],
    ['what stands ends the day before', [SHORT], '2026-07-01', null, 'refuse', [], []],
    ['what stands begins the day after', [span('C', '2026-08-01', null)], '2026-07-01', '2026-07-31', 'refuse', [], []],
    [
      'an open one, to be refused',
      [OPEN],
      '2026-07-01',
      null,
      'refuse',
      [],
      ['与价格【A】有效期重叠：2026-01-01~长期'],
    ],
    ['an open one, to be ended', [OPEN], '2026-07-01', null, 'close', ['A 2026-06-30'], []],
    [
      'one whose last day is the new first',
      [span('D', '2026-01-01', '2026-07-01')],
      '2026-07-01',
      null,
      'close',
      ['D 2026-06-30'],
      [],
    ],
    [
      'one that would outlive it',
      [OPEN],
      '2026-07-01',
      '2026-07-31',
      'close',
      [],
      ['价格【A】（2026-01-01~长期）在新价格结束后仍有效，请先为它填写失效日期'],
    ],
    [
      'one that begins on the same day',
      [span('E', '2026-07-01', '2026-07-05')],
      '2026-07-01',
      null,
      'close',
      [],
      ['与价格【E】有效期重叠：2026-07-01~2026-07-05'],
    ],
    [
      'an earlier to end and a later in the way',
      [SHORT, span('F', '2026-09-01', null)],
      '2026-06-01',
      null,
      'close',
      ['B 2026-05-31'],
      ['与价格【F】有效期重叠：2026-09-01~长期'],
    ],
  ] as const)('%s', (_, standing, startDate, endDate, onOverlap, ends, refusals) => {
    const room = makeRoom({ startDate, endDate }, standing, onOverlap);
    expect([
      room.ends.map((each) => `${each.id} ${each.endDate}`),
      room.refusals.map((each) => sentenceOf(each, 'zh')),
    ]).toEqual([ends, refusals]);
  });
});
