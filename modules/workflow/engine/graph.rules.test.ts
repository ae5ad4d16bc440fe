import { describe, expect, test } from 'vitest';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { compile, type Drawing, type DrawnNode, type Graph, type NodeKind, type Token } from './graph.rules.ts';
import { start, goBack, advance } from './token.rules.ts';
import '../workflow.refusals.ts';

const KIND: Readonly<Record<string, NodeKind>> = { S: 'start', E: 'end', T: 'task', X: 'exclusive', P: 'parallel' };
const ROLE = '{"candidates":[{"kind":"role","ref":"finance"}]}';
/** `S>X X>A:amount>=5 X>B:default A>E`: the first letter of a name tells its kind; A, B, C and D are tasks. */
function draw(text: string, settings: Record<string, string> = {}): Drawing {
  const routes = text
    .trim()
    .split(/\s+/)
    .map((each, at) => {
      const [ends, condition] = each.split(':') as [string, string | undefined];
      const [from, to] = ends.split('>') as [string, string];
      return {
        id: `r${at + 1}`,
        name: '',
        from,
        to,
        line: at + 1,
        isDefault: condition === 'default',
        ...(condition === undefined || condition === 'default' ? {} : { condition: condition.replaceAll('_', ' ') }),
      };
    });
  const ids = [...new Set(routes.flatMap(({ from, to }) => [from, to]))];
  const nodes = ids.map((id): DrawnNode => {
    const kind = KIND[id[0]!] ?? 'task';
    const standard = routes.find((route) => route.from === id && route.isDefault)?.id;
    return {
      id,
      kind,
      name: '',
      line: 1,
      ...(kind === 'task' ? { settings: settings[id] ?? ROLE } : {}),
      ...(standard === undefined ? {} : { defaultRoute: standard }),
    };
  });
  return { key: 'k', name: 'k', nodes, routes };
}
const FACTS = { amount: 'number', role: 'word' } as const;
const made = (text: string): Graph => {
  const compiled = compile(draw(text), FACTS);
  if ('problems' in compiled) throw new Error(compiled.problems.map((problem) => problem.code).join());
  return compiled.graph;
};

describe('what makes no sense is refused before it is deployed', () => {
  test.each`
    title                           | drawing                                         | codes
    ${'one task'}                   | ${'S>A A>E'}                                    | ${[]}
    ${'a choice'}                   | ${'S>X X>A:amount>=5 X>B:default A>E B>E'}      | ${[]}
    ${'side by side'}               | ${'S>P P>A P>B A>P2 B>P2 P2>E'}                 | ${[]}
    ${'a loop over a task'}         | ${'S>X1 X1>A A>X2 X2>X1:amount>9 X2>E:default'} | ${[]}
    ${'no start'}                   | ${'A>E'}                                        | ${['flow.one-start']}
    ${'no end'}                     | ${'S>A A>B B>A'}                                | ${['flow.no-end']}
    ${'two starts'}                 | ${'S>A S2>A A>E'}                               | ${['flow.one-start']}
    ${'nothing after a task'}       | ${'S>X X>A:amount>1 X>B:default A>E'}           | ${['flow.leads-nowhere']}
    ${'never reached'}              | ${'S>A A>E B>E'}                                | ${['flow.unreached']}
    ${'an island'}                  | ${'S>A A>E B>C C>B B2>B'}                       | ${['flow.unreached']}
    ${'a circle that never ends'}   | ${'S>X X>E1:default X>A:amount>1 A>B B>A'}      | ${['flow.never-ends']}
    ${'two ways out of a task'}     | ${'S>A A>E A>B B>E'}                            | ${['flow.gateway-needed']}
    ${'no default'}                 | ${'S>X X>A:amount>=5 X>B:amount<5 A>E B>E'}     | ${['flow.no-default']}
    ${'a branch without condition'} | ${'S>X X>A X>B:default A>E B>E'}                | ${['flow.condition-empty']}
    ${'an unknown fact'}            | ${'S>X X>A:weather=rain X>B:default A>E B>E'}   | ${['flow.condition-fact']}
    ${'an order of words'}          | ${'S>X X>A:role>3 X>B:default A>E B>E'}         | ${['flow.condition-order']}
    ${'a condition out of place'}   | ${'S>A A>E:amount>1'}                           | ${['flow.condition-out-of-place']}
    ${'nobody asked'}               | ${'S>E'}                                        | ${['flow.nobody-asked']}
    ${'nobody asked on one way'}    | ${'S>X X>A:amount>=5 X>E:default A>E'}          | ${['flow.nobody-asked']}
    ${'a circle of gateways'}       | ${'S>X1 X1>X2 X2>X1:amount>1 X2>A:default A>E'} | ${['flow.circle']}
    ${'a join that waits for ever'} | ${'S>X X>A:amount>1 X>B:default A>P B>P P>E'}   | ${['flow.waits-for-ever']}
    ${'a split that meets twice'}   | ${'S>P P>A P>B A>C B>C C>E'}                    | ${['flow.met-twice']}
  `('$title', ({ drawing, codes }: { drawing: string; codes: string[] }) => {
    const compiled = compile(draw(drawing), FACTS);
    expect(
      'problems' in compiled ? [...new Set(compiled.problems.map((problem) => problem.code))].toSorted() : [],
    ).toEqual(codes);
    if ('problems' in compiled)
      for (const { code, detail } of compiled.problems) expect(sentenceOf({ code, detail }, 'zh')).not.toMatch(/[{}]/);
  });

  test.each`
    settings                                                                        | codes
    ${'{"candidates":[{"kind":"role","ref":"finance"}],"mode":"ratio","ratio":60}'} | ${[]}
    ${'{"candidates":[{"kind":"dept-leader"}],"returnTo":["A"]}'}                   | ${[]}
    ${''}                                                                           | ${['flow.no-candidates']}
    ${'{"candidates":[]}'}                                                          | ${['flow.no-candidates']}
    ${'{"candidates":[{"kind":"role"}]}'}                                           | ${['flow.no-candidates']}
    ${'{"candidates":[{"kind":"class","ref":"x"}]}'}                                | ${['flow.no-candidates']}
    ${'not json'}                                                                   | ${['flow.settings']}
    ${'{"candidates":[{"kind":"applicant"}],"mode":"ratio"}'}                       | ${['flow.settings']}
    ${'{"candidates":[{"kind":"applicant"}],"script":"x"}'}                         | ${['flow.settings']}
    ${'{"candidates":[{"kind":"applicant"}],"order":"sequential"}'}                 | ${['flow.settings']}
    ${'{"candidates":[{"kind":"applicant"}],"dueHours":0}'}                         | ${['flow.settings']}
    ${'{"candidates":[{"kind":"applicant"}],"returnTo":["C"]}'}                     | ${['flow.return-to']}
    ${'{"candidates":[{"kind":"applicant"}],"returnTo":["B"]}'}                     | ${['flow.return-to']}
  `('settings $settings', ({ settings, codes }: { settings: string; codes: string[] }) => {
    const compiled = compile(draw('S>A A>B B>C C>E', { B: settings }));
    expect('problems' in compiled ? compiled.problems.map((problem) => problem.code) : []).toEqual(codes);
  });

  test('many branches are checked or refused, soon', () => {
    const started = process.cpuUsage();
    const diamonds = Array.from(
      { length: 45 },
      (_, at) =>
        `X${at}>Xa${at}:amount>${at} X${at}>Xb${at}:default Xa${at}>Xc${at} Xb${at}>Xc${at} Xc${at}>X${at + 1}`,
    ).join(' ');
    expect('graph' in compile(draw(`S>X0 ${diamonds} X45>A A>E`))).toBe(true);
    const wide = Array.from({ length: 40 }, (_, at) => `P>A${at} A${at}>P2`).join(' ');
    expect(compile(draw(`S>P ${wide} P2>E`))).toMatchObject({ problems: [{ code: 'flow.too-complicated' }] });
    // Of a processor: what the machine does beside does not count.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(3_000);
  });
});

describe('tokens move', () => {
  const walk = (text: string, amount: string, ...done: string[]): string => {
    const graph = made(text);
    let step = start(graph, { amount });
    let tokens: readonly Token[] = step.tokens;
    for (const node of done) {
      step = advance(graph, tokens, node, { amount });
      tokens = step.tokens;
    }
    return tokens.map(({ node, via }) => (via === undefined ? node : `(${node})`)).join(' ') || 'over';
  };
  const CHOICE = 'S>X X>A:amount>=5 X>B:default A>E B>E';
  const BESIDE = 'S>P P>A P>B A>P2 B>P2 P2>C C>E';
  test.each`
    drawing                                         | amount   | done               | answer
    ${'S>A A>B B>E'}                                | ${'1'}   | ${[]}              | ${'A'}
    ${'S>A A>B B>E'}                                | ${'1'}   | ${['A']}           | ${'B'}
    ${'S>A A>B B>E'}                                | ${'1'}   | ${['A', 'B']}      | ${'over'}
    ${CHOICE}                                       | ${'5'}   | ${[]}              | ${'A'}
    ${CHOICE}                                       | ${'4.9'} | ${[]}              | ${'B'}
    ${CHOICE}                                       | ${''}    | ${[]}              | ${'B'}
    ${BESIDE}                                       | ${'1'}   | ${[]}              | ${'A B'}
    ${BESIDE}                                       | ${'1'}   | ${['A']}           | ${'B (P2)'}
    ${BESIDE}                                       | ${'1'}   | ${['B', 'A']}      | ${'C'}
    ${BESIDE}                                       | ${'1'}   | ${['B', 'A', 'C']} | ${'over'}
    ${'S>X1 X1>A A>X2 X2>X1:amount>9 X2>E:default'} | ${'10'}  | ${['A', 'A']}      | ${'A'}
    ${'S>X1 X1>A A>X2 X2>X1:amount>9 X2>E:default'} | ${'9'}   | ${['A']}           | ${'over'}
  `(
    '$drawing with $amount after $done stands at $answer',
    ({ drawing, amount, done, answer }: { drawing: string; amount: string; done: string[]; answer: string }) => {
      expect(walk(drawing, amount, ...done)).toBe(answer);
    },
  );

  test.each`
    drawing                                 | tokens      | to     | answer
    ${'S>A A>B B>E'}                        | ${'B'}      | ${'A'} | ${'A'}
    ${'S>P P>A P>B A>C C>P2 B>D D>P2 P2>E'} | ${'C D'}    | ${'A'} | ${'D A'}
    ${'S>P P>A P>B A>C C>P2 B>D D>P2 P2>E'} | ${'C P2/D'} | ${'A'} | ${'(P2) A'}
    ${'S>T T>P P>A P>B A>P2 B>P2 P2>E'}     | ${'A P2/B'} | ${'T'} | ${'T'}
  `(
    '$tokens of $drawing back to $to stands at $answer',
    ({ drawing, tokens, to, answer }: { drawing: string; tokens: string; to: string; answer: string }) => {
      const graph = made(drawing);
      const standing = tokens.split(' ').map((each): Token => {
        const [node, from] = each.split('/') as [string, string | undefined];
        return from === undefined ? { node } : { node, via: graph.nodes[from]!.out[0]!.id };
      });
      expect(
        goBack(graph, standing, to)
          .tokens.map(({ node, via }) => (via === undefined ? node : `(${node})`))
          .join(' '),
      ).toBe(answer);
    },
  );

  test('a task nobody stands at cannot be left', () => {
    expect(() => advance(made('S>A A>B B>E'), [{ node: 'A' }], 'B', {})).toThrow('No token stands at B');
  });
});
