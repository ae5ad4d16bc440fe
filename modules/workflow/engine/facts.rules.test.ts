import { expect, test } from 'vitest';
import { document } from '../../../kernel/core/declaration.ts';
import { choice, money, ref, refs, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { approvalLife } from '../../../kernel/core/life.ts';
import { drawSvg, wrapped } from './diagram.rules.ts';
import { conditionInWords, factNatures, factsOf, type SendingFacts } from './facts.rules.ts';

const meal = document('meal', {
  label: label('餐', 'Meal'),
  service: 'x',
  segment: 'meal',
  life: approvalLife('M', { facts: { amount: 'totalAmount' } }),
  fields: {
    totalAmount: money('总额', 'Total'),
    kind: choice('类型', 'Kind', [['a', '甲', 'A']]),
    placeId: ref('地点', 'Place', 'dept'),
    bladeProjectDeptIds: refs('项目部', 'Sites', 'dept'),
    note: text('备注', 'Note'),
  },
}) as never;
const sending: SendingFacts = {
  deptId: '7',
  companyDeptId: '1',
  bladeProjectDeptId: '2',
  applicantRole: ['chef', 'user'],
  lineCount: 3,
};

test('conditions may ask the figures, choices and references of a document, and what is known of all; never its free text', () => {
  const natures = factNatures(meal);
  expect(natures).toMatchObject({
    amount: 'number',
    totalAmount: 'number',
    kind: 'word',
    placeId: 'word',
    deptId: 'word',
    companyDeptId: 'word',
    applicantRole: 'word',
    lineCount: 'number',
  });
  expect(natures).not.toHaveProperty('note');
});

test('the facts of a document come from its row, its department where it names none, and whoever sends it', () => {
  expect(
    factsOf(meal, { totalAmount: '120.50', kind: 'a', placeId: '9', bladeProjectDeptIds: ['5', '6'] }, sending),
  ).toMatchObject({
    amount: '120.50',
    kind: 'a',
    placeId: '9',
    deptId: '7',
    companyDeptId: '1',
    bladeProjectDeptId: ['5', '6'],
    applicantRole: ['chef', 'user'],
    lineCount: '3',
  });
  expect(factsOf(meal, {}, sending)).toMatchObject({ amount: null, bladeProjectDeptId: '2' });
});

test('a picture holds names as words, whatever they say', () => {
  const graph = {
    key: 'k',
    name: 'k',
    start: 's',
    nodes: { s: { kind: 'start', name: '<script>alert(1)</script>', in: 0, out: [] } },
  } as const;
  const svg = drawSvg(
    graph,
    { boxes: { s: { x: 0, y: 0, width: 36, height: 36 } }, lines: {} },
    { done: [], current: [] },
  );
  expect(svg).not.toContain('<script');
  expect(svg).toContain('&#60;script');
  expect(wrapped('采购经理审核 and finance', 60)).toEqual(['采购经理', '审核 and', 'finance']);
});

test.each`
  condition                       | zh                             | en
  ${'amount >= 50000'}            | ${'总额 ≥ 50,000'}             | ${'Total ≥ 50,000'}
  ${'amount < 1234567.5'}         | ${'总额 < 1,234,567.5'}        | ${'Total < 1,234,567.5'}
  ${'kind = a and lineCount > 3'} | ${'类型 = 甲 且 明细行数 > 3'} | ${'Kind = A and Lines > 3'}
  ${'applicantRole != chef'}      | ${'申请人角色 ≠ chef'}         | ${"Applicant's role ≠ chef"}
  ${'placeId = 1234567'}          | ${'地点 = 1234567'}            | ${'Place = 1234567'}
  ${'amount >= '}                 | ${'amount >= '}                | ${'amount >= '}
`('"$condition" is read as $en', ({ condition, zh, en }) => {
  expect([conditionInWords(condition, meal, 'zh'), conditionInWords(condition, meal, 'en')]).toEqual([zh, en]);
});

test('without a document a condition is read as it is written', () => {
  expect(conditionInWords('amount >= 50000', undefined, 'zh')).toBe('amount >= 50000');
});
