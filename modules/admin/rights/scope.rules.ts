import type { Declaration } from '../../../kernel/core/declaration.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';

/** Does the scope permit this address? Its last part may stand for any. */
export const permitsPath = (scopePath: string, address: string): boolean =>
  scopePath.endsWith('/*')
    ? address.startsWith(scopePath.slice(0, -1)) &&
      !address.slice(scopePath.length - 1).includes('/') &&
      address.length >= scopePath.length
    : scopePath === address;

/** Fields of a record by which its rows are shared out: who made it, and whatever names a department. */
export const scopeColumns = (declaration: Declaration): readonly string[] => [
  ...(declaration.view ? [] : ['createUser', 'createDept']),
  ...Object.entries(declaration.fields)
    .filter(
      ([, field]) => ['ref', 'refs'].includes(field.kind) && field.rules.target === 'dept' && !field.rules.computed,
    )
    .map(([name]) => name),
];

/**
 * The field a client means: clients of this family write it as the column, and `-` or nothing where every row is meant.
 */
export const scopeColumnOf = (given: string, scopeType: string): string => {
  const name = given.trim().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return scopeType === '1' && (name === '' || name === '-') ? 'createDept' : name;
};

interface Given {
  readonly scopeClass: string;
  readonly scopeColumn: string;
  readonly scopeType: string;
  readonly scopeValue: string;
  readonly scopeField: string;
}
const VALUE = /^(my-company|my-warehouses|my-districts|dept:\d{1,19}(,\d{1,19})*)$/;

/** Everything that speaks against a data scope. A record without scope columns is seen by all who may open it. */
export function dataScopeRefusals(given: Given, declaration: Declaration | undefined): readonly Refusal[] {
  if (declaration === undefined) return [refuse('scope.class', { name: given.scopeClass }, { field: 'scopeClass' })];
  const found: Refusal[] = [];
  const columns = scopeColumns(declaration);
  if (declaration.scope === null || declaration.platform === true)
    found.push(refuse('scope.open', { name: declaration.label }, { field: 'scopeClass' }));
  else if (!columns.includes(given.scopeColumn))
    found.push(
      refuse('scope.column', { name: given.scopeColumn, columns: columns.join('、') }, { field: 'scopeColumn' }),
    );
  if (!['1', '2', '3', '4', '5'].includes(given.scopeType))
    found.push(refuse('scope.type', { value: given.scopeType }, { field: 'scopeType' }));
  if (given.scopeType === '5' && !VALUE.test(given.scopeValue))
    found.push(refuse('scope.value', {}, { field: 'scopeValue' }));
  if (given.scopeColumn === 'createUser' && !['1', '2'].includes(given.scopeType))
    found.push(refuse('scope.own-only', {}, { field: 'scopeType' }));
  if (given.scopeField !== '*') found.push(refuse('scope.field', {}, { field: 'scopeField' }));
  return found;
}
