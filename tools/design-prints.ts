/**
 * Two lists that nobody keeps by hand: which role holds which page and button, and what each field of each record asks.
 */
import type { Program } from '../apps/server/main.ts';
import type { Declaration } from '../kernel/core/declaration.ts';
import type { Field, Fields } from '../kernel/core/field.ts';
import { isWritable } from '../kernel/core/validate.ts';
import { roleSeeds } from '../modules/admin/rights/demonstration-roles.ts';
import { codesOfRole } from '../modules/admin/rights/role-rights.rules.ts';
import { wantedMenu } from '../modules/admin/seed/seed-menu.server.ts';
import { rightNodes } from '../modules/admin/seed/seed-tenant.server.ts';

const cell = (value: unknown): string => {
  const text = value === undefined || value === null ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const csv = (rows: readonly (readonly unknown[])[]): string =>
  `${rows.map((row) => row.map(cell).join(',')).join('\n')}\n`;

/** Role × menu × button, as a new tenant begins with it: `x` where the role holds the page or may press the button. */
export function rolesCsv({ registry }: Program): string {
  const nodes = rightNodes(registry);
  const held = roleSeeds.map((seed) => codesOfRole(seed, nodes));
  return csv([
    ['menu', 'button', 'zh', 'en', ...roleSeeds.map((seed) => seed.alias)],
    ...wantedMenu(registry).map((node) => [
      node.category === 1 ? node.code : (node.parent ?? ''),
      node.category === 1 ? '' : node.code,
      node.name,
      node.nameEn,
      ...held.map((codes) => (codes.has(node.code) ? 'x' : '')),
    ]),
  ]);
}

/** Each field of each record and of its lines: what it is, whether it must be given, and how far it may go. */
export function fieldsCsv(declarations: readonly Declaration[]): string {
  const rowsOf = (record: string, lines: string, fields: Fields): unknown[][] =>
    Object.entries(fields).map(([name, field]) => [
      record,
      lines,
      name,
      field.label.zh,
      field.label.en,
      field.kind,
      needs(field),
      field.rules.default,
      field.rules.min,
      most(field),
      field.rules.unique === true ? 'unique' : '',
      field.rules.fixed === true ? 'fixed' : '',
      from(field),
    ]);
  return csv([
    ['record', 'lines', 'field', 'zh', 'en', 'kind', 'needed', 'default', 'least', 'most', 'unique', 'fixed', 'from'],
    ...declarations
      .filter((declaration) => !declaration.view)
      .flatMap((declaration) => [
        ...rowsOf(declaration.name, '', declaration.fields),
        ...Object.entries(declaration.lines ?? {}).flatMap(([key, lines]) =>
          rowsOf(declaration.name, key, lines.fields),
        ),
      ]),
  ]);
}

/** Written by the server, needed from whoever creates a record, or neither. */
const needs = (field: Field): string =>
  !isWritable(field) ? 'server' : field.optional || field.rules.default !== undefined ? '' : 'needed';
const from = ({ rules }: Field): string =>
  rules.target ?? rules.dictionary ?? rules.choices?.map((choice) => choice.value).join(' ') ?? '';
/** Text without a limit of its own has that of its kind. */
const TEXT_MOST: Readonly<Record<string, number>> = {
  text: 255,
  code: 255,
  secret: 255,
  longtext: 20_000,
  richtext: 100_000,
};
const most = ({ kind, rules }: Field): unknown => rules.max ?? TEXT_MOST[kind];
