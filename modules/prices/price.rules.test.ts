import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { label } from '../../kernel/core/label.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { makeRoom, resolvePrice, type PriceEntry, type Span } from './price.rules.ts';

const STALL = { id: '400', name: '面点档' };
const RESTAURANT = { id: '300', name: '一号餐厅' };
const SITE = { id: '200', name: '星海项目部' };
const COMPANY = { id: '100', name: '华东公司' };
const entry = (code: string, deptId: string | null, price: string, startDate: string, endDate: string | null = null): PriceEntry =>
  ({ id: code, code, deptId, unitId: 'kg', factor: Decimal.one, price: Decimal.of(price), taxRate: Decimal.of('9'), startDate, endDate });

// The example of prices-suppliers.md: tomato, settlement price, kg, 9 %.
const TOMATO = [entry('BASE', null, '4.80', '2025-03-01'), entry('SITE', SITE.id, '4.60', '2025-03-10', '2025-03-20')];
const asked = (date: string, entries: readonly PriceEntry[] = TOMATO, depts = [STALL, RESTAURANT, SITE, COMPANY]) =>
  resolvePrice(entries, { material: '番茄', priceType: label('结算价', 'Settlement price'), date, depts });

describe('a price and its level', () => {
  test.each([
    ['while the site has its own', '2025-03-15', TOMATO, '4.6', '4.220183', 'ancestor', '上级【星海项目部】2025-03-10~2025-03-20'],
    ['the day after it ended', '2025-03-21', TOMATO, '4.8', '4.40367', 'base', '基础价 2025-03-01~长期'],
    ['on its first day', '2025-03-10', TOMATO, '4.6', '4.220183', 'ancestor', '上级【星海项目部】2025-03-10~2025-03-20'],
    ['on its last day', '2025-03-20', TOMATO, '4.6', '4.220183', 'ancestor', '上级【星海项目部】2025-03-10~2025-03-20'],
    ['with one of the very stall', '2025-03-15', [...TOMATO, entry('STALL', STALL.id, '5', '2025-01-01')], '5', '4.587156', 'dept', '本部门【面点档】2025-01-01~长期'],
    ['with the nearer of two above', '2025-03-15', [...TOMATO, entry('REST', RESTAURANT.id, '4.9', '2025-01-01'), entry('COMP', COMPANY.id, '4.7', '2025-01-01')], '4.9', '4.495413', 'ancestor', '上级【一号餐厅】2025-01-01~长期'],
    ['with the company’s, which goes before the base', '2025-03-25', [...TOMATO, entry('COMP', COMPANY.id, '4.7', '2025-01-01')], '4.7', '4.311927', 'ancestor', '上级【华东公司】2025-01-01~长期'],
    ['of two that touch, the older on its last day', '2025-03-31', [entry('OLD', null, '4.8', '2025-03-01', '2025-03-31'), entry('NEW', null, '5.2', '2025-04-01')], '4.8', '4.40367', 'base', '基础价 2025-03-01~2025-03-31'],
    ['and the newer on its first', '2025-04-01', [entry('OLD', null, '4.8', '2025-03-01', '2025-03-31'), entry('NEW', null, '5.2', '2025-04-01')], '5.2', '4.770642', 'base', '基础价 2025-04-01~长期'],
  ] as const)('%s', (_, date, entries, price, priceNoTax, level, reason) => {
    const answer = asked(date, entries);
    expect(answer.found && { price: answer.figures.price.toString(), priceNoTax: answer.figures.priceNoTax.toString(), level: answer.level, reason: answer.reason.zh }).toEqual({ price, priceNoTax, level, reason });
  });

  test('there is none: the answer says where was looked', () => {
    const answer = asked('2025-02-28');
    expect([answer.found, answer.reason.zh]).toEqual([false, '2025-02-28【番茄】在【面点档】没有结算价：已查本部门、上级部门、基础价']);
    expect(answer.trail.map(({ level, deptName, code }) => [level, deptName, code])).toEqual([['dept', '面点档', ''], ['ancestor', '一号餐厅', ''], ['ancestor', '星海项目部', ''], ['ancestor', '华东公司', ''], ['base', '', '']]);
    expect(asked('2025-02-28', TOMATO, []).reason.en).toBe('番茄 has no settlement price on 2025-02-28: looked at the base price');
  });

  test('the trail ends with what was found', () => {
    expect(asked('2025-03-15').trail.map(({ code }) => code)).toEqual(['', '', 'SITE']);
  });
});

describe('room for a new price', () => {
  const span = (code: string, startDate: string, endDate: string | null): Span => ({ id: code, code, startDate, endDate });
  const OPEN = span('A', '2026-01-01', null);
  const SHORT = span('B', '2026-01-01', '2026-06-30');
  test.each([
    ['nothing stands there', [], '2026-05-01', null, 'refuse', [], []],
    ['what stands ends the day before', [SHORT], '2026-07-01', null, 'refuse', [], []],
    ['what stands begins the day after', [span('C', '2026-08-01', null)], '2026-07-01', '2026-07-31', 'refuse', [], []],
    ['an open one, to be refused', [OPEN], '2026-07-01', null, 'refuse', [], ['与价格【A】有效期重叠：2026-01-01~长期']],
    ['an open one, to be ended', [OPEN], '2026-07-01', null, 'close', ['A 2026-06-30'], []],
    ['one whose last day is the new first', [span('D', '2026-01-01', '2026-07-01')], '2026-07-01', null, 'close', ['D 2026-06-30'], []],
    ['one that would outlive it', [OPEN], '2026-07-01', '2026-07-31', 'close', [], ['价格【A】（2026-01-01~长期）在新价格结束后仍有效，请先为它填写失效日期']],
    ['one that begins on the same day', [span('E', '2026-07-01', '2026-07-05')], '2026-07-01', null, 'close', [], ['与价格【E】有效期重叠：2026-07-01~2026-07-05']],
    ['an earlier to end and a later in the way', [SHORT, span('F', '2026-09-01', null)], '2026-06-01', null, 'close', ['B 2026-05-31'], ['与价格【F】有效期重叠：2026-09-01~长期']],
  ] as const)('%s', (_, standing, startDate, endDate, onOverlap, ends, refusals) => {
    const room = makeRoom({ startDate, endDate }, standing, onOverlap);
    expect([room.ends.map((each) => `${each.id} ${each.endDate}`), room.refusals.map((each) => sentenceOf(each, 'zh'))]).toEqual([ends, refusals]);
  });
});
