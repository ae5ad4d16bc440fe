import { describe, expect, test } from 'vitest';
import { holds, parseCondition, printCondition, type Facts } from './condition.rules.ts';

const facts = { amount: 'number', deptId: 'word', applicantRole: 'word' } as const;
const read = (text: string) => {
  const parsed = parseCondition(text, facts);
  return 'condition' in parsed ? printCondition(parsed.condition) : `${parsed.problem}: ${parsed.part}`;
};

describe('a condition is facts, six operators and `and`, nothing else', () => {
  test.each`
    text                                  | answer
    ${'amount >= 50000'}                  | ${'amount >= 50000'}
    ${'  amount>=50000  AND deptId!=12 '} | ${'amount >= 50000 and deptId != 12'}
    ${"applicantRole = 'hq and-planner'"} | ${"applicantRole = 'hq and-planner'"}
    ${'applicantRole = "O\'Neil"'}        | ${'applicantRole = "O\'Neil"'}
    ${''}                                 | ${'empty: '}
    ${'amount'}                           | ${'shape: amount'}
    ${'amount >= 1 or amount < 0'}        | ${'shape: amount >= 1 or amount < 0'}
    ${'amount => 1'}                      | ${'shape: amount => 1'}
    ${'${amount > 1}'}                    | ${'shape: ${amount > 1}'}
    ${'process.exit() = 1'}               | ${'shape: process.exit() = 1'}
    ${'this.constructor = 1'}             | ${'shape: this.constructor = 1'}
    ${'constructor = 1'}                  | ${'fact: constructor'}
    ${'weather = rain'}                   | ${'fact: weather'}
    ${'deptId > 3'}                       | ${'order: deptId > 3'}
    ${'amount >= many'}                   | ${'number: amount >= many'}
    ${'amount = 1e400000'}                | ${'number: amount = 1e400000'}
    ${'amount > 1 and'}                   | ${'shape: amount > 1 and'}
  `('$text', ({ text, answer }: { text: string; answer: string }) => expect(read(text)).toBe(answer));
});

describe('a condition holds', () => {
  const known: Facts = { amount: '50000.00', deptId: '12', applicantRole: ['chef', 'user'], level: null };
  test.each`
    text                                       | answer
    ${'amount >= 50000'}                       | ${true}
    ${'amount > 50000'}                        | ${false}
    ${'amount = 50000'}                        | ${true}
    ${'amount <= 49999.99'}                    | ${false}
    ${'deptId = 12 and applicantRole = chef'}  | ${true}
    ${'deptId = 12 and applicantRole = buyer'} | ${false}
    ${'applicantRole != buyer'}                | ${true}
    ${'applicantRole != user'}                 | ${false}
    ${'level = 1'}                             | ${false}
    ${'level != 1'}                            | ${true}
    ${'level < 1'}                             | ${false}
    ${'toString != 1'}                         | ${true}
  `('$text is $answer', ({ text, answer }: { text: string; answer: boolean }) => {
    const parsed = parseCondition(text);
    expect('condition' in parsed && holds(parsed.condition, known)).toBe(answer);
  });
});
