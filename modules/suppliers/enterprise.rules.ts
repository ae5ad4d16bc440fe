/** What an enterprise must show before it applies (prices-suppliers.md, Enterprise). Pure. */
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import './suppliers.refusals.ts';

interface Certificate {
  readonly kind: string;
  /** Empty: it does not end. */
  readonly validTo: string | null;
}
interface Visit {
  readonly visitDate: string;
  readonly conclusion: 'pass' | 'conditional' | 'fail';
}
export interface Application {
  readonly name: string;
  readonly frozen: boolean;
  /** Kinds of paper its type of cooperation asks for. */
  readonly needed: readonly string[];
  readonly needsVisit: boolean;
  readonly certificates: readonly Certificate[];
  readonly visits: readonly Visit[];
}

/** What stands in the way on this day. `named`: a kind of paper as people call it. */
export function applicationRefusals(
  application: Application,
  today: string,
  named: (kind: string) => string,
): Refusal[] {
  const { name, certificates, visits } = application;
  if (application.frozen) return [refuse('suppliers.enterprise-frozen', { name })];
  const refusals: Refusal[] = [];
  const missing = application.needed.filter((kind) => !certificates.some((each) => each.kind === kind));
  if (missing.length > 0)
    refusals.push(refuse('suppliers.certificates-missing', { name, kinds: missing.map(named).join('、') }));
  // Of several papers of a kind, the one that lasts longest counts.
  for (const kind of application.needed) {
    const ends = certificates
      .filter((each) => each.kind === kind)
      .map((each) => each.validTo ?? '9999-12-31')
      .toSorted();
    const last = ends.at(-1);
    if (last !== undefined && last < today)
      refusals.push(refuse('suppliers.certificate-expired', { name, kind: named(kind), date: last }));
  }
  const latest = visits.toSorted((one, other) => (one.visitDate < other.visitDate ? -1 : 1)).at(-1);
  if (latest === undefined && application.needsVisit) refusals.push(refuse('suppliers.visit-missing', { name }));
  if (latest?.conclusion === 'fail') refusals.push(refuse('suppliers.visit-failed', { name, date: latest.visitDate }));
  return refusals;
}
