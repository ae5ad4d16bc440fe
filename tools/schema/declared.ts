/** The SQL the declarations imply, statement by statement and as one file. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Module } from '../../kernel/core/module.ts';
import { schemaOf, targetTableOf } from './schema-of.ts';
import type { DeclaredStatement } from './difference.ts';

interface DeclaredPart {
  readonly module: string;
  readonly declaration: Declaration;
  readonly statements: readonly DeclaredStatement[];
}

/** The first line of a file that was printed or drafted from the declarations, by which such files are known. */
export const DRAWN = /^-- (Printed|Drafted) from the declarations/;

/** Which table a statement of `schemaOf` is about. */
const tableIn = (text: string): string => /(?:^create table|^alter table| on) (\w+)/.exec(text)![1]!;

function declaredParts(modules: readonly Module[]): DeclaredPart[] {
  const declarations = modules.flatMap((module) => module.declarations);
  const targetTable = targetTableOf((name) => {
    const target = declarations.find((each) => each.name === name);
    if (target === undefined) throw new Error(`No declaration is called ${name}`);
    return target;
  });
  return modules.flatMap((module) =>
    module.declarations.map((declaration) => {
      const { tables, references } = schemaOf(declaration, targetTable);
      const statement = (reference: boolean) => (text: string) => ({ table: tableIn(text), text, reference });
      return {
        module: module.name,
        declaration,
        statements: [...tables.map(statement(false)), ...references.map(statement(true))],
      };
    }),
  );
}

/** In the order they can run in. */
export const declaredStatements = (modules: readonly Module[]): DeclaredStatement[] =>
  declaredParts(modules)
    .flatMap(({ statements }) => statements)
    .toSorted((a, b) => Number(a.reference) - Number(b.reference));

/** All tables first, then what refers to what. */
export function declaredSql(modules: readonly Module[]): string {
  const parts: string[] = ['-- Printed from the declarations by `npm run migrate:draft`; read before it is committed.'];
  let module = '';
  const all = declaredParts(modules);
  for (const part of all) {
    if (part.module !== module) parts.push(`\n-- ${(module = part.module)}`);
    const tables = part.statements.filter(({ reference }) => !reference).map(({ text }) => text);
    if (tables.length > 0) parts.push(`\n-- ${part.declaration.name} ${part.declaration.label.zh}`, ...tables);
  }
  const references = all.flatMap(({ statements }) => statements).filter(({ reference }) => reference);
  parts.push('\n-- References, composite with the tenant', ...references.map(({ text }) => text));
  return `${parts.join('\n')}\n`;
}
