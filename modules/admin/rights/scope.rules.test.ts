import { expect, test } from 'vitest';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { resource } from '../../../kernel/core/declaration.ts';
import { ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { dataScopeRefusals, permitsPath, scopeColumns } from './scope.rules.ts';

const fields = {
  name: text('名称', 'Name'),
  placeDeptId: ref('地点', 'Place', 'dept'),
  ownerId: ref('人', 'Owner', 'user'),
};
const thing = resource('thing', { label: label('东西', 'Thing'), service: 's', segment: 't', fields });
const open = { ...thing, scope: null };

test.each([
  ['/api/a/b/list', '/api/a/b/list', true],
  ['/api/a/b/list', '/api/a/b/listAll', false],
  ['/api/a/b/*', '/api/a/b/list', true],
  ['/api/a/b/*', '/api/a/b/c/d', false],
  ['/api/a/b/*', '/api/a/bc/list', false],
  ['/api/a/b/*', '/api/a/b/', false],
])('RULE-242: %s permits %s: %s', (scope, address, expected) => expect(permitsPath(scope, address)).toBe(expected));

test('RULE-241: a scope shares out by who made it or by a department, of a record that is shared out at all', () => {
  expect(scopeColumns(thing)).toEqual(['createUser', 'createDept', 'placeDeptId']);
  const given = { scopeClass: 'thing', scopeColumn: 'placeDeptId', scopeType: '4', scopeValue: '', scopeField: '*' };
  const codes = (more: Partial<typeof given>, of: Declaration | undefined = thing): string[] =>
    dataScopeRefusals({ ...given, ...more }, of).map((refusal) => refusal.code);
  expect([
    codes({}),
    codes({ scopeColumn: 'ownerId' }),
    codes({ scopeType: '5' }),
    codes({ scopeType: '5', scopeValue: 'dept:1,2' }),
    codes({ scopeType: '5', scopeValue: '1; drop table' }),
    codes({ scopeColumn: 'createUser' }),
    codes({ scopeField: 'price' }),
    codes({}, open),
  ]).toEqual([
    [],
    ['scope.column'],
    ['scope.value'],
    [],
    ['scope.value'],
    ['scope.own-only'],
    ['scope.field'],
    ['scope.open'],
  ]);
  expect(dataScopeRefusals(given, undefined).map((refusal) => refusal.code)).toEqual(['scope.class']);
});
