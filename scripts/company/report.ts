/** What a simulation did, how fast, and what its food cost. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Simulated } from './simulation.ts';

/** The report of a run as text: documents, times of calls, food cost, what was proved. */
export function reportOf(run: Simulated): string {
  const calls = [...run.times].filter(([, took]) => took.length > 0);
  const total = calls.reduce((sum, [, took]) => sum + took.length, 0);
  const width = Math.max(4, ...calls.map(([path]) => path.length));
  const rows = calls
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(
      ([path, took]) => `  ${path.padEnd(width)} ${String(took.length).padStart(6)} ${ms(took, 50)} ${ms(took, 95)}`,
    );
  return [
    `done: ${[...run.counts].map(([what, count]) => `${count} ${what}`).join(', ')}`,
    `calls: ${total} in ${run.seconds.toFixed(1)} s = ${(total / run.seconds).toFixed(0)} calls/s`,
    `  ${'call'.padEnd(width)} ${'times'.padStart(6)} ${'p50 ms'.padStart(8)} ${'p95 ms'.padStart(8)}`,
    ...rows,
    foodCost(run),
    ...run.proof.held.map((sentence) => `proved: ${sentence}`),
    ...run.proof.broken.map((sentence) => `BROKEN: ${sentence}`),
    `digest: ${run.digest}`,
  ].join('\n');
}

function ms(took: readonly number[], percent: number): string {
  const sorted = took.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)]!.toFixed(1).padStart(8);
}

const decimal = (text: string | null | undefined): Decimal => (text ? Decimal.of(text) : Decimal.zero);

/** Goods sent to stalls against what the meals of the same days were planned to bring in. */
function foodCost({ books, lastDay }: Simulated): string {
  const cost = Decimal.sum(
    books.invoutstore.flatMap((bill) => (bill.picks ?? []).map((line) => decimal(line['amount']))),
  );
  const income = Decimal.sum(
    books.gearsalesplan
      .filter((plan) => plan['status'] === 'approved' || plan['status'] === 'done')
      .flatMap((plan) =>
        plan.details.filter((line) => line['mealDate']! <= lastDay).map((line) => decimal(line['incomeAmount'])),
      ),
  );
  const share = income.isZero() ? '–' : `${cost.times(Decimal.hundred).dividedBy(income).toFixed(1)} %`;
  return `food cost: ${cost.toFixed(2)} sent to stalls for meals planned at ${income.toFixed(2)} = ${share}`;
}
