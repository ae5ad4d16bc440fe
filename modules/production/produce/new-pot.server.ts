import type { Saving } from '../../../kernel/server/behaviour.ts';
import type { PotPlace } from './pot-places.server.ts';
import type { gearProduce } from './produce.document.ts';

/** A bill of production about to be written. */
export type Pot = Saving<typeof gearProduce>;
/** A new bill with the place it is of. */
export interface NewPot {
  readonly saving: Pot;
  readonly place: PotPlace;
  readonly bizDate: string;
}
