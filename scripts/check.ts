// `npm run check`: everything about the sources that needs neither database nor browser.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');

/** One check over all sources; it counts as one test. */
interface Check {
  name: string;
  program: string;
  args: string[];
}

/** Types of both programs, format and lint. The import rules are tests. */
export function sourceChecks(): Check[] {
  return [
    { name: 'types of server, scripts and tests', program: 'tsc', args: ['-p', 'tsconfig.json', '--noEmit'] },
    { name: 'types of the journeys', program: 'tsc', args: ['-p', 'tests/journeys/tsconfig.json', '--noEmit'] },
    { name: 'types of the web application', program: 'tsc', args: ['-p', 'apps/web/tsconfig.json', '--noEmit'] },
    { name: 'format', program: 'oxfmt', args: ['--check'] },
    { name: 'lint', program: 'oxlint', args: ['--type-aware', '--format=unix'] },
  ].filter(({ args }) => !args[1]?.endsWith('.json') || fs.existsSync(path.join(ROOT, args[1])));
}

/** Runs one after the other, printing what fails. */
export async function runChecks(checks: readonly Check[]): Promise<{ passed: number; failed: number }> {
  const count = { passed: 0, failed: 0 };
  for (const check of checks) {
    const begun = performance.now();
    const { code, output } = await run(check);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    if (code === 0) {
      count.passed += 1;
      console.log(`✓ ${check.name} (${seconds} s)`);
    } else {
      count.failed += 1;
      console.log(`✗ ${check.name} (${seconds} s)\n${output.trim()}`);
    }
  }
  return count;
}

function run(check: Check): Promise<{ code: number | null; output: string }> {
  const child = spawn(path.join(ROOT, 'node_modules/.bin', check.program), check.args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

if (import.meta.main) {
  const unitTests: Check = {
    name: 'import rules and unit tests',
    program: 'vitest',
    args: ['run', '--project', 'unit'],
  };
  const { failed } = await runChecks([...sourceChecks(), unitTests]);
  process.exitCode = failed === 0 ? 0 : 1;
}
