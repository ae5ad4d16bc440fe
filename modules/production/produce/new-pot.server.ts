import type { Saving } from '../../../kernel/server/behaviour.ts';
import type { KitchenStall } from './kitchen-stalls.server.ts';
import type { gearProduce } from './produce.document.ts';

/** A bill of production about to be written. */
export type Pot = Saving<typeof gearProduce>;
/** A new bill with the stall it is of. */
export interface NewPot {
  readonly saving: Pot;
  readonly stall: KitchenStall;
  readonly bizDate: string;
}
