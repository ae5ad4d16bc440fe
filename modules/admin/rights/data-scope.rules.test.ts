import { expect, test } from 'vitest';
import { isByDepartment, isScopeValue, namedBy } from './data-scope.rules.ts';

test.each([
  ['1', null, []],
  ['2', null, []],
  ['3', null, ['itself 7', 'itself 8']],
  ['4', null, ['below 7', 'below 8']],
  ['5', 'my-company', ['company 7', 'company 8']],
  ['5', 'my-warehouses', ['below 7', 'below 8']],
  ['5', 'my-districts', ['below 7', 'below 8']],
  ['5', 'dept:1,20', ['itself 1', 'itself 20']],
  ['5', 'my-supplier', []],
  ['5', 'all', []],
  ['5', 'constructor', []],
  ['5', 'dept:', []],
  ['5', null, []],
  ['9', 'dept:1', []],
])('a scope %s %s of somebody in the departments 7 and 8 names %j', (dataScopeType, dataScopeValue, named) => {
  expect(namedBy({ dataScopeType, dataScopeValue }, ['7', '8']).map(({ extent, dept }) => `${extent} ${dept}`)).toEqual(
    named,
  );
});

test.each([
  ['my-company', true],
  ['my-supplier', true],
  ['dept:1', true],
  ['dept:1,2', true],
  ['dept:', false],
  ['dept:1;2', false],
  ['dept:1, 2', false],
  ['all', false],
  ['', false],
  ['constructor', false],
  ['my-company,dept:1', false],
])('%s may stand as a custom scope: %s', (value, may) => expect(isScopeValue(value)).toBe(may));

test.each([
  ['1', null, false],
  ['2', null, true],
  ['4', null, true],
  ['5', 'my-company', true],
  ['5', 'dept:1', true],
  ['5', 'my-supplier', false],
  ['5', 'my-client', false],
])('a scope %s %s is told by departments: %s', (dataScopeType, dataScopeValue, is) =>
  expect(isByDepartment({ dataScopeType, dataScopeValue })).toBe(is),
);
