import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Facts } from './condition.rules.ts';

/** For which documents of its type a process is bound; null: for all. */
export interface Binding {
  readonly id: string;
  readonly companyDeptId: string | null;
  readonly bladeProjectDeptId: string | null;
  readonly amountFrom: string | null;
  readonly amountTo: string | null;
  readonly priority: number;
}

/** The first that fits: a site before a company before all, then by rank, then the older one. */
export function chooseBinding<B extends Binding>(bindings: readonly B[], facts: Facts): B | undefined {
  const width = (binding: Binding): number =>
    binding.bladeProjectDeptId !== null ? 0 : binding.companyDeptId !== null ? 1 : 2;
  const fitting = bindings.filter((binding) => fits(binding, facts));
  return fitting.toSorted(
    (a, b) => width(a) - width(b) || a.priority - b.priority || (BigInt(a.id) < BigInt(b.id) ? -1 : 1),
  )[0];
}

function fits(binding: Binding, facts: Facts): boolean {
  if (
    !includes(facts['companyDeptId'], binding.companyDeptId) ||
    !includes(facts['bladeProjectDeptId'], binding.bladeProjectDeptId)
  )
    return false;
  if (binding.amountFrom === null && binding.amountTo === null) return true;
  const amount = facts['amount'];
  // An amount nobody knows is in no span.
  if (typeof amount !== 'string' || !Decimal.isText(amount)) return false;
  const sum = Decimal.of(amount);
  return (
    (binding.amountFrom === null || sum.isAtLeast(Decimal.of(binding.amountFrom))) &&
    (binding.amountTo === null || sum.isBelow(Decimal.of(binding.amountTo)))
  );
}

const includes = (known: Facts[string] | undefined, wanted: string | null): boolean =>
  wanted === null || (typeof known === 'string' ? known === wanted : (known ?? []).includes(wanted));
