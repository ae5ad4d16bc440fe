/**
 * Prints the SQL that the declarations imply into `database/migrations/0002_declared.sql`.
 * Until the first release this file is drawn anew; afterwards changes are written as new migrations by hand,
 * and `tests/contracts/schema.server.test.ts` compares the database with the declarations.
 */
import fs from 'node:fs';
import path from 'node:path';
import { modules } from '../modules/modules.ts';
import { schemaOf, tableOf } from '../kernel/server/schema.ts';

export const declaredFile = path.resolve(import.meta.dirname, '../database/migrations/0002_declared.sql');

/** All tables first, then what refers to what. */
export function declaredSql(): string {
  const declarations = modules.flatMap((module) => module.declarations);
  const targetTable = (name: string): { table: string; platform: boolean } => {
    const target = declarations.find((each) => each.name === name);
    if (target === undefined) throw new Error(`No declaration is called ${name}`);
    return { table: tableOf(target), platform: target.platform ?? false };
  };
  const parts: string[] = ['-- Printed from the declarations by `npm run migrate:draft`; read before it is committed.'];
  const references: string[] = [];
  for (const module of modules.filter(({ declarations: own }) => own.length > 0)) {
    parts.push(`\n-- ${module.name}`);
    for (const declaration of module.declarations) {
      const schema = schemaOf(declaration, targetTable);
      if (schema.tables.length > 0) parts.push(`\n-- ${declaration.name} ${declaration.label.zh}`, ...schema.tables);
      references.push(...schema.references);
    }
  }
  parts.push('\n-- References, composite with the tenant', ...references);
  return `${parts.join('\n')}\n`;
}

if (import.meta.main) {
  fs.writeFileSync(declaredFile, declaredSql());
  process.stdout.write(
    `${path.relative(process.cwd(), declaredFile)}: ${modules.flatMap((module) => module.declarations).length} declarations\n`,
  );
}
