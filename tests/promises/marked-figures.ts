/** Figures of guarded fields by which one sees what they leak into: of each right a figure found nowhere else. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Field, Fields } from '../../kernel/core/field.ts';
import { snake } from '../../parts/postgres/database.ts';
import { lineTableOf, tableOf } from '../../kernel/server/schema.ts';
import { TENANT, type TheCompany } from '../contracts/the-company.ts';

/** `734512` and, as a percentage, `73.4512`. */
export interface Mark {
  readonly figure: string;
  readonly share: string;
}
type Place = readonly [table: string, fields: Fields];

export const guarded = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, { rules }]) => rules.right !== undefined);
export const placesOf = (declaration: Declaration): Place[] => [
  [tableOf(declaration), declaration.fields],
  ...Object.entries(declaration.lines ?? {}).map(([key, { fields }]): Place => [lineTableOf(declaration, key), fields]),
];
export const withGuarded = (declarations: readonly Declaration[]): Declaration[] =>
  declarations.filter((declaration) => placesOf(declaration).some(([, fields]) => guarded(fields).length > 0));

/** The figure of each right that a field asks for. */
export function marksOf(declarations: readonly Declaration[]): ReadonlyMap<string, Mark> {
  const rights = new Set(
    declarations.flatMap((declaration) =>
      placesOf(declaration).flatMap(([, fields]) => guarded(fields).map(([, { rules }]) => rules.right!)),
    ),
  );
  return new Map(
    [...rights].toSorted().map((right, at) => [right, { figure: `7345${at + 10}`, share: `73.45${at + 10}` }]),
  );
}

/** Finds the figures of these rights in a text, however their thousands are set apart. */
export function finder(
  marks: ReadonlyMap<string, Mark>,
  rights: readonly string[],
): (text: string) => string | undefined {
  const figures = rights.flatMap((right) => [
    marks.get(right)!.figure,
    `${marks.get(right)!.share.replace('.', String.raw`\.`)}0*`,
  ]);
  // Digits before or behind are those of an id.
  const any = new RegExp(String.raw`(?<!\d)(?:${figures.join('|')})(?!\d)`);
  return (text) => {
    const flat = text.replaceAll(/(?<=\d),(?=\d{3}\b)/g, '');
    const at = flat.search(any);
    return at < 0 ? undefined : `…${flat.slice(Math.max(0, at - 80), at + 20)}`;
  };
}

export const TEXTS = new Set(['text', 'longtext', 'code']);
/**
 * Writes into every guarded column, and into what processes know of it, what `expressionOf` says, and answers which
 * were written; a figure a check of the database refuses is left.
 */
export async function writeGuarded(company: TheCompany, expressionOf: (field: Field) => string): Promise<string[]> {
  const written: string[] = [];
  await company.asOwner('set session_replication_role = replica');
  for (const declaration of withGuarded(company.declarations).filter(({ view }) => !view)) {
    for (const [table, fields] of placesOf(declaration)) {
      for (const [name, field] of guarded(fields)) {
        if (field.rules.computed || field.kind === 'ref') continue;
        const done = await company
          .asOwner(
            `update ${table} set ${snake(name)} = ${expressionOf(field)} where tenant_id = $1 returning 1 as one`,
            [TENANT],
          )
          .catch(() => []);
        if (done.length > 0) written.push(`${table}.${name}`);
      }
    }
  }
  for (const declaration of withGuarded(company.declarations)) {
    for (const [name, field] of guarded(declaration.fields)) {
      const facts = [
        name,
        ...Object.entries(declaration.life?.facts ?? {}).flatMap(([fact, of]) => (of === name ? [fact] : [])),
      ];
      const value = expressionOf(field).replaceAll(/\bid\b/g, 'business_id');
      await company.asOwner(
        `update flow_instance set ${facts.includes('amount') ? `amount = ${value}, ` : ''}facts = facts ||
          jsonb_build_object(${facts.map((fact) => `'${fact}', (${value})::text`).join()}),
        snapshot = snapshot || jsonb_build_object('${snake(name)}', (${value})::text) where business_resource = $1`,
        [declaration.name],
      );
    }
  }
  await company.asOwner('set session_replication_role = default');
  return written;
}

/** Marks every guarded column, and what the audit wrote down of it. */
export async function markAll(company: TheCompany, marks: ReadonlyMap<string, Mark>): Promise<string[]> {
  const valueOf = ({ kind, rules }: Field): string => {
    const { figure, share } = marks.get(rules.right!)!;
    if (kind === 'json') return `'[{"price": "${figure}"}]'::jsonb`;
    return TEXTS.has(kind) ? `'${figure}'` : kind === 'percent' ? share : kind === 'integer' ? figure : `${figure}.25`;
  };
  const written = await writeGuarded(company, valueOf);
  await company.asOwner('set session_replication_role = replica');
  for (const declaration of withGuarded(company.declarations)) {
    const header = guarded(declaration.fields);
    const changes = [
      ...header.map(([name, field]) => `'${name}', jsonb_build_array(null, ${valueOf(field)}::text)`),
      ...Object.entries(declaration.lines ?? {}).flatMap(([key, { fields }]) =>
        guarded(fields).flatMap(([name, field]) => [
          `'${key}.1', jsonb_build_array(null, jsonb_build_object('${name}', ${valueOf(field)}::text))`,
          `'${key}.1.${name}', jsonb_build_array(${valueOf(field)}::text, null)`,
        ]),
      ),
    ];
    for (const change of changes)
      await company.asOwner(
        `update audit_log set changes = changes || jsonb_build_object(${change}) where resource = $1`,
        [declaration.name],
      );
  }
  await company.asOwner('set session_replication_role = default');
  return written;
}
