/** What becomes of crates: each act as movements, positive where the partner holds more afterwards. */
import type { Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { MovementKind } from './crate-movement.resource.ts';
import './crates.refusals.ts';

export interface CrateChange {
  readonly crateTypeId: Id;
  readonly kind: MovementKind;
  readonly qty: number;
}
interface Handed {
  readonly crateTypeId: Id;
  readonly outQty: number;
  readonly backQty: number;
}

/** What goes out and what comes back are two movements, however many lines name a type. */
export function changesOfHandOver(lines: readonly Handed[]): readonly CrateChange[] {
  const types = [...Map.groupBy(lines, ({ crateTypeId }) => crateTypeId)];
  const sum = (own: readonly Handed[], of: 'outQty' | 'backQty'): number =>
    own.reduce((total, line) => total + line[of], 0);
  return types
    .flatMap(([crateTypeId, own]): CrateChange[] => [
      { crateTypeId, kind: 'out', qty: sum(own, 'outQty') },
      { crateTypeId, kind: 'back', qty: -sum(own, 'backQty') },
    ])
    .filter(({ qty }) => qty !== 0);
}

/** A count is the difference to what the book says; nothing where both agree. */
export const changeOfCount = (crateTypeId: Id, heldQty: number, countedQty: number): readonly CrateChange[] =>
  countedQty === heldQty ? [] : [{ crateTypeId, kind: 'count', qty: countedQty - heldQty }];

interface Losing {
  readonly crateTypeId: Id;
  readonly crate: string;
  readonly partner: string;
  readonly heldQty: number;
  readonly lostQty: number;
  /** Null: nobody said what one is worth. */
  readonly deposit: string | null;
}
/** Lost is only what the partner holds, and only what has a deposit is charged. */
export function changeOfLoss(losing: Losing): CrateChange | Refusal {
  const { crateTypeId, crate, partner, heldQty, lostQty, deposit } = losing;
  if (deposit === null) return refuse('crates.no-deposit', { crate }, { field: 'crateTypeId' });
  if (lostQty > heldQty)
    return refuse('crates.lost-more', { partner, crate, held: heldQty, lost: lostQty }, { field: 'lostQty' });
  return { crateTypeId, kind: 'loss', qty: -lostQty };
}
