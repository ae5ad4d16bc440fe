import { expect, test } from 'vitest';
import { readBpmn } from './bpmn.rules.ts';
import { chainOf, chainXml, layOut, type Chain } from './chain.rules.ts';
import { compile, type Graph, type NodeKind } from './graph.rules.ts';
import { start, advance } from './token.rules.ts';

const chain: Chain = {
  key: 'order',
  name: '采购订单 <审批>',
  steps: [
    {
      id: 'manager',
      name: '采购经理 "一审"',
      settings: { candidates: [{ kind: 'role', ref: 'purchase-manager' }] },
      when: '',
    },
    {
      id: 'finance',
      name: '财务',
      settings: {
        candidates: [{ kind: 'role', ref: 'finance' }, { kind: 'dept-leader' }],
        mode: 'all',
        order: 'sequential',
        dueHours: 24,
      },
      when: 'amount >= 50000',
    },
  ],
};
const made = (xml: string): Graph => {
  const read = readBpmn(xml);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  const compiled = compile(read.drawing, { amount: 'number' });
  if ('problems' in compiled) throw new Error(JSON.stringify(compiled.problems));
  return compiled.graph;
};

test('a chain is written as a model that runs, and read back as the same chain', () => {
  const graph = made(chainXml(chain));
  const again = chainOf(graph)!;
  expect(again).toMatchObject({
    key: 'order',
    name: '采购订单 <审批>',
    steps: [
      { id: 'manager', name: '采购经理 "一审"', when: '' },
      { id: 'finance', settings: chain.steps[1]!.settings, when: 'amount >= 50000' },
    ],
  });
  expect(chainOf(made(chainXml(again)))).toEqual(again);
});

test('a condition is written on the drawing in words, and runs as it was written', () => {
  const xml = chainXml(chain, (condition) => `当 ${condition.replace('>=', '≥')}`);
  expect(xml).toContain('name="当 amount ≥ 50000"');
  expect(chainOf(made(xml))).toMatchObject({ steps: [{}, { when: 'amount >= 50000' }] });
});

test('a step with a condition is asked where it holds, and passed by where not', () => {
  const graph = made(chainXml(chain));
  for (const [amount, next] of [
    ['49999.99', []],
    ['50000', [{ node: 'finance' }]],
  ] as const) {
    const facts = { amount };
    expect(advance(graph, start(graph, facts).tokens, 'manager', facts).tokens).toEqual(next);
  }
});

test('what is more than a chain is no chain', () => {
  const node = (id: string, kind: NodeKind) => ({
    id,
    kind,
    name: id,
    line: 1,
    ...(kind === 'task' ? { settings: '{"candidates":[{"kind":"dept-leader"}]}' } : {}),
  });
  const route = (from: string, to: string) => ({ id: `${from}-${to}`, name: '', from, to, line: 1 });
  const compiled = compile({
    key: 'k',
    name: 'k',
    nodes: [
      node('s', 'start'),
      node('p', 'parallel'),
      node('a', 'task'),
      node('b', 'task'),
      node('q', 'parallel'),
      node('e', 'end'),
    ],
    routes: [route('s', 'p'), route('p', 'a'), route('p', 'b'), route('a', 'q'), route('b', 'q'), route('q', 'e')],
  });
  expect('graph' in compiled && chainOf(compiled.graph)).toBeNull();
});

test('a model without a drawing gets one', () => {
  const graph = made(chainXml(chain));
  const picture = layOut(graph, { boxes: {}, lines: {} });
  expect(Object.keys(picture.boxes).toSorted()).toEqual(Object.keys(graph.nodes).toSorted());
  expect(new Set(Object.values(picture.boxes).map(({ x, y }) => `${x},${y}`)).size).toBe(
    Object.keys(graph.nodes).length,
  );
});
