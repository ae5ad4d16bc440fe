/**
 * Run as a program: reads each file named and prints, per file, outcome and milliseconds of a processor, then the peak
 * memory and how long other work had to wait.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Refused } from '../../kernel/core/refusal.ts';
import { readSheet } from './bounded-reader.ts';

/** The clock would count what the machine does beside. */
const spent = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const files: { outcome: string | number; milliseconds: number }[] = [];
for (const path of process.argv.slice(2)) {
  const from = process.cpuUsage();
  let outcome: string | number = 0;
  try {
    for await (const _row of readSheet(path)) outcome += 1;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    outcome = error.refusals[0]!.code;
  }
  files.push({ outcome, milliseconds: Math.round(spent(process.cpuUsage(from))) });
}
process.stdout.write(
  JSON.stringify({
    files,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    waitedMs: Math.round(delay.percentile(99) / 1e6),
  }),
);
