import fs from 'node:fs';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts what ran into the file named by TALLY_FILE, for scripts/test.ts, which says the last word. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): void {
    const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      const before = tally.failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'pending') tally.failed += 1; // begun, never ended
        else tally[state] += 1;
      }
      // A file that does not load, or whose hooks fail, has no failed test to show for it.
      if (module.state() === 'failed' && tally.failed === before) tally.failed += 1;
    }
    tally.failed += errors.length;
    if (reason !== 'passed' && tally.failed === 0) tally.failed += 1;
    const file = process.env['TALLY_FILE'];
    if (file) fs.writeFileSync(file, JSON.stringify(tally));
  }
}
