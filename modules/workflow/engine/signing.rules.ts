import { Decimal } from '../../../kernel/core/decimal.ts';

/** How many of those asked have to agree: any one, all, or a share of them in percent. */
export type Mode = 'any' | 'all' | 'ratio';
interface Signing {
  readonly mode: Mode;
  /** Percent points, for `ratio`. */
  readonly ratio?: number;
}
type VoteState = 'open' | 'approved' | 'rejected';
export interface Vote {
  readonly state: VoteState;
  /** Was asked by somebody who had the task: has to agree as well, whatever the mode. */
  readonly added: boolean;
}

/** What the votes of one node come to. A share that can no longer be reached is a no. */
export function verdict(signing: Signing, votes: readonly Vote[]): 'open' | 'passed' | 'failed' {
  const added = votes.filter((vote) => vote.added);
  const requested = votes.filter((vote) => !vote.added);
  if (added.some((vote) => vote.state === 'rejected')) return 'failed';
  const base = outcomeOfRatio(signing, requested);
  if (base === 'failed') return 'failed';
  return base === 'passed' && added.every((vote) => vote.state === 'approved') ? 'passed' : 'open';
}

function outcomeOfRatio({ mode, ratio = 100 }: Signing, votes: readonly Vote[]): 'open' | 'passed' | 'failed' {
  const count = (state: VoteState): Decimal => Decimal.of(votes.filter((vote) => vote.state === state).length);
  const yes = count('approved');
  const no = count('rejected');
  if (mode === 'any') return yes.isPositive() ? 'passed' : no.isPositive() ? 'failed' : 'open';
  if (mode === 'all')
    return no.isPositive() ? 'failed' : votes.length > 0 && yes.equals(Decimal.of(votes.length)) ? 'passed' : 'open';
  const needed = Decimal.of(votes.length).times(Decimal.of(ratio));
  if (votes.length > 0 && yes.times(Decimal.hundred).isAtLeast(needed)) return 'passed';
  return Decimal.of(votes.length).minus(no).times(Decimal.hundred).isBelow(needed) ? 'failed' : 'open';
}
