/**
 * Prints what the declarations imply into `generated/`: calls, permissions, refusals, which role holds what, what each field asks, and which calls of the specification are served.
 * Committed, so that a change shows "+2 calls, +1 permission" in its diff; `--check` fails when the print is out of date.
 */
import fs from 'node:fs';
import path from 'node:path';
import { declaredRefusals } from '../kernel/core/refusal.ts';
import { fieldsCsv, rolesCsv } from './design-prints.ts';
import { hasSpec, printInventory, servedInventory } from './inventory.ts';
import { offlineProgram } from './offline-program.ts';

const folder = path.resolve(import.meta.dirname, '../generated');

/** File name → text of every printed artefact. */
export function printed(): ReadonlyMap<string, string> {
  const program = offlineProgram();
  const { calls } = program;
  const rows = calls
    .map((call) => ({
      address: `/api/${call.service}/${call.path}`,
      method: call.method,
      permission: [call.permission].flat().join(' or '),
      summary: call.summary.en,
    }))
    .toSorted((a, b) => (a.address < b.address ? -1 : 1));
  const permissions = new Map<string, string[]>();
  for (const row of rows) permissions.set(row.permission, [...(permissions.get(row.permission) ?? []), row.address]);
  return new Map([
    [
      'calls.md',
      `# Calls\n\n${rows.length} calls, printed by \`npm run print\`.\n\n| method | address | permission | what |\n|---|---|---|---|\n${rows.map((row) => `| ${row.method} | \`${row.address}\` | ${row.permission} | ${row.summary} |`).join('\n')}\n`,
    ],
    [
      'permissions.md',
      `# Permissions\n\n${permissions.size} codes, printed by \`npm run print\`.\n\n| code | calls |\n|---|---|\n${[
        ...permissions,
      ]
        .toSorted()
        .map(([code, addresses]) => `| ${code} | ${addresses.map((address) => `\`${address}\``).join(' ')} |`)
        .join('\n')}\n`,
    ],
    [
      'refusals.md',
      `# Refusals\n\n${declaredRefusals().size} sentences, printed by \`npm run print\`.\n\n| code | 中文 | English |\n|---|---|---|\n${[
        ...declaredRefusals(),
      ]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([code, { zh, en }]) => `| ${code} | ${zh} | ${en} |`)
        .join('\n')}\n`,
    ],
    ['roles.csv', rolesCsv(program)],
    ['fields.csv', fieldsCsv(program)],
    ...(hasSpec() ? [['inventory.csv', printInventory(servedInventory(program))] as const] : []),
  ]);
}

if (import.meta.main) {
  const check = process.argv.includes('--check');
  const stale: string[] = [];
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of printed()) {
    const file = path.join(folder, name);
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) continue;
    stale.push(name);
    if (!check) fs.writeFileSync(file, text);
  }
  if (check && stale.length > 0) {
    process.stderr.write(`generated/ is out of date (${stale.join(', ')}); run npm run print\n`);
    process.exitCode = 1;
  } else process.stdout.write(stale.length > 0 ? `printed ${stale.join(', ')}\n` : 'generated/ is up to date\n');
}
