import type { Declaration } from '../core/declaration.ts';
import { recordsOf } from '../core/faces.ts';
import type { Field, Kind } from '../core/field.ts';
import { snake } from '../../parts/postgres/database.ts';

/** PostgreSQL type of each kind. Quantities and unit prices keep 6 places, amounts 2, factors 12. */
const columnTypes: Readonly<Record<Kind, string>> = {
  text: 'text',
  longtext: 'text',
  richtext: 'text',
  code: 'text',
  secret: 'text',
  integer: 'integer',
  quantity: 'numeric(20,6)',
  price: 'numeric(20,6)',
  money: 'numeric(20,2)',
  percent: 'numeric(14,6)',
  factor: 'numeric(24,12)',
  flag: 'smallint',
  day: 'date',
  moment: 'timestamptz',
  choice: 'text',
  dictionary: 'text',
  ref: 'bigint',
  refs: 'bigint[]',
  parent: 'bigint',
  pictures: 'bigint[]',
  attachments: 'bigint[]',
  json: 'jsonb',
};

/** PostgreSQL type of the column of a kind of field. */
export const columnType = (kind: Kind): string => columnTypes[kind];

/** Table a declaration's records live in. */
export const tableOf = (declaration: Declaration): string =>
  TABLE_NAMES[recordsOf(declaration)] ?? snake(recordsOf(declaration));
/** `user` is a reserved word. */
const TABLE_NAMES: Readonly<Record<string, string>> = { user: 'app_user' };

/** Table of the lines `key` of a declaration. */
export const lineTableOf = (declaration: Declaration, key: string): string =>
  declaration.lines?.[key]?.table ?? `${tableOf(declaration)}_${key === 'details' ? 'detail' : snake(key)}`;
/** Column of a line table that names its owner. */
export const ownerColumn = (declaration: Declaration): string => `${tableOf(declaration)}_id`;

/** Has the field a column? Computed ones have none. */
export const isStored = (field: Field): boolean => !field.rules.computed;

/** PostgreSQL cuts names at 63 bytes; cut ourselves, with a digest, so that two never meet. */
export function short(table: string, suffix: string): string {
  const name = `${table}_${suffix}`;
  if (name.length <= 60) return name;
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return `${name.slice(0, 52)}_${hash.toString(36)}`;
}
