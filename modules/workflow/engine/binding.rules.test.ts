import { expect, test } from 'vitest';
import { chooseBinding, type Binding } from './binding.rules.ts';
import type { Facts } from './condition.rules.ts';

const binding = (id: string, more: Partial<Binding> = {}): Binding => ({
  id,
  companyDeptId: null,
  bladeProjectDeptId: null,
  amountFrom: null,
  amountTo: null,
  priority: 1,
  ...more,
});
const all = binding('1');
const rank = binding('2', { priority: 2 });
const company = binding('3', { companyDeptId: '10', priority: 9 });
const site = binding('4', { bladeProjectDeptId: '20', priority: 9 });
const large = binding('5', { amountFrom: '50000' });
const small = binding('6', { amountTo: '50000', priority: 1 });
const facts = (more: Facts = {}): Facts => ({ companyDeptId: '10', bladeProjectDeptId: '20', amount: '100', ...more });

test.each`
  title                        | bindings                         | known                                          | answer
  ${'none'}                    | ${[]}                            | ${facts()}                                     | ${undefined}
  ${'the only one'}            | ${[all]}                         | ${facts()}                                     | ${'1'}
  ${'the lower rank'}          | ${[rank, all]}                   | ${facts()}                                     | ${'1'}
  ${'a company before all'}    | ${[all, company]}                | ${facts()}                                     | ${'3'}
  ${'a site before a company'} | ${[all, company, site]}          | ${facts()}                                     | ${'4'}
  ${'one of several sites'}    | ${[all, site]}                   | ${facts({ bladeProjectDeptId: ['21', '20'] })} | ${'4'}
  ${'another site'}            | ${[all, site]}                   | ${facts({ bladeProjectDeptId: '21' })}         | ${'1'}
  ${'no site known'}           | ${[site]}                        | ${facts({ bladeProjectDeptId: null })}         | ${undefined}
  ${'from an amount on'}       | ${[large, small]}                | ${facts({ amount: '50000.00' })}               | ${'5'}
  ${'below it'}                | ${[large, small]}                | ${facts({ amount: '49999.99' })}               | ${'6'}
  ${'an amount nobody knows'}  | ${[large, small]}                | ${facts({ amount: null })}                     | ${undefined}
  ${'the older of two alike'}  | ${[binding('12'), binding('9')]} | ${facts()}                                     | ${'9'}
`('$title', ({ bindings, known, answer }: { bindings: Binding[]; known: Facts; answer: string | undefined }) => {
  expect(chooseBinding(bindings, known)?.id).toBe(answer);
});
