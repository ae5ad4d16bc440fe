/**
 * Which factory serves a site with a material on a day (capability K09), out of the relations of the site.
 *
 * The row whose types name the material most closely decides: its own type before one above it, one above before all
 * materials; then the lower priority number, the later start, the row made first. The others say why they lost.
 */
import { label } from '../../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { covers, type Period } from '../../master-data/figures/calendar-day.rules.ts';
import './factories.refusals.ts';

/** A store that ships; `frozen` where nothing new may begin at it. */
interface ShippingStore {
  readonly id: string;
  readonly name: string;
  readonly frozen: boolean;
}
/** A row that says a factory serves the site. */
export interface FactoryRelation extends Period {
  readonly id: string;
  readonly code: string;
  readonly factoryId: string;
  readonly factoryName: string;
  readonly factoryFrozen: boolean;
  /** None: all materials. */
  readonly materialTypeIds: readonly string[];
  readonly priority: number;
  /** The row's own, or else the factory's; null where neither names one. */
  readonly store: ShippingStore | null;
}
interface FactoryNeed {
  readonly date: string;
  /** Of the material, the nearest first. */
  readonly typeIds: readonly string[];
}
export interface FactoryAnswer {
  readonly winner: FactoryRelation | null;
  /** Why the winner decides; null where nobody serves. */
  readonly because: Refusal | null;
  /** What still keeps the winner from shipping: no store to ship from, or a frozen one. */
  readonly hindrance: Refusal | null;
  readonly others: readonly { readonly relation: FactoryRelation; readonly because: Refusal }[];
}

const OPEN = label('长期', 'open');

/** Types above that the relation names, counted from the material's own; all materials are furthest. */
const distanceOf = ({ materialTypeIds }: FactoryRelation, typeIds: readonly string[]): number =>
  materialTypeIds.length === 0 ? typeIds.length : typeIds.findIndex((id) => materialTypeIds.includes(id));

const hindranceOf = ({ factoryName: factory, store }: FactoryRelation): Refusal | null =>
  store === null
    ? refuse('operations.factory-no-store', { factory })
    : store.frozen
      ? refuse('operations.factory-store-frozen', { factory, warehouse: store.name })
      : null;

/** What keeps a relation out from the start. */
function barred(relation: FactoryRelation, { date, typeIds }: FactoryNeed): Refusal | undefined {
  const { startDate, endDate, factoryName: factory } = relation;
  if (!covers(relation, date))
    return refuse('operations.serves-other-days', { factory, startDate, endDate: endDate ?? OPEN });
  if (relation.factoryFrozen) return refuse('operations.factory-frozen', { factory });
  if (distanceOf(relation, typeIds) < 0) return refuse('operations.serves-other-types', { factory });
  return undefined;
}

/** The factory that serves the need, and why the other relations do not. */
export function whoServes(relations: readonly FactoryRelation[], need: FactoryNeed): FactoryAnswer {
  const judged = relations.map((relation) => ({ relation, because: barred(relation, need) }));
  const fit = judged
    .filter(({ because }) => because === undefined)
    .map(({ relation }) => ({ relation, distance: distanceOf(relation, need.typeIds) }))
    .toSorted(
      (one, other) =>
        one.distance - other.distance ||
        one.relation.priority - other.relation.priority ||
        other.relation.startDate.localeCompare(one.relation.startDate) ||
        (BigInt(one.relation.id) < BigInt(other.relation.id) ? -1 : 1),
    );
  const [first, ...later] = fit;
  const others = [
    ...later.map(({ relation, distance }) => ({ relation, because: lostTo(first!, { relation, distance }) })),
    ...judged.flatMap(({ relation, because }) => (because === undefined ? [] : [{ relation, because }])),
  ];
  if (first === undefined) return { winner: null, because: null, hindrance: null, others };
  const { relation: winner, distance } = first;
  return {
    winner,
    because:
      winner.materialTypeIds.length === 0
        ? refuse('operations.serves-all', { priority: winner.priority })
        : distance === 0
          ? refuse('operations.serves-own-type', { priority: winner.priority })
          : refuse('operations.serves-type-above', { priority: winner.priority }),
    hindrance: hindranceOf(winner),
    others,
  };
}

interface Fit {
  readonly relation: FactoryRelation;
  readonly distance: number;
}
/** Why a relation that fits is not the first. */
function lostTo(first: Fit, { relation, distance }: Fit): Refusal {
  const { factoryName: factory, priority } = relation;
  if (distance > first.distance) return refuse('operations.serves-further', { factory });
  if (priority > first.relation.priority)
    return refuse('operations.serves-later', { factory, priority, first: first.relation.priority });
  return refuse('operations.serves-older', { factory, startDate: relation.startDate });
}
