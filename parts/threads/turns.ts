/** Turns at threads: so many work at a time, one for each person, the tenant with fewest first. */
import type { Label } from '../../kernel/core/label.ts';
import { Fault } from '../http/fault.ts';
import { nextOf, type Wanted } from './turns.rules.ts';

/** One who waits for a thread. */
export interface Turn extends Wanted {
  /** Called when it is his turn, which he has until `end`. */
  start(): void;
}
interface Turns {
  /** Starts at once or later. Throws a Fault 429 with the sentence where too many wait already. */
  wait(turn: Turn): void;
  /** He is served, or does not want it any more. Harmless where he has no turn. */
  end(turn: Turn): void;
}

/** Turns of one kind of work: how many have one at a time, how many may wait, and what is said to one too many. */
export function turnsOf({
  atOnce,
  waitingMax,
  tooMany,
}: {
  readonly atOnce: number;
  readonly waitingMax: number;
  readonly tooMany: Label;
}): Turns {
  const waiting: Turn[] = [];
  const underWay: Turn[] = [];
  const startNext = (): void => {
    for (let next = nextOf(waiting, underWay, atOnce); next !== undefined; next = nextOf(waiting, underWay, atOnce)) {
      waiting.splice(waiting.indexOf(next), 1);
      underWay.push(next);
      next.start();
    }
  };
  return {
    wait(turn) {
      if (waiting.length >= waitingMax) throw new Fault(429, tooMany);
      waiting.push(turn);
      startNext();
    },
    end(turn) {
      for (const list of [waiting, underWay]) if (list.includes(turn)) list.splice(list.indexOf(turn), 1);
      startNext();
    },
  };
}
