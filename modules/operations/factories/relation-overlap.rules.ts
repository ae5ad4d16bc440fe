/**
 * Which relations of sites and factories may stand beside each other: those of one site, factory and type share no day,
 * and neither do two of one site, type and priority. The database holds the same.
 */
import type { Period } from '../../master-data/figures/calendar-day.rules.ts';
import { meets } from '../../prices/price-plans/price-plan.rules.ts';

/** What of a relation decides. */
export interface RelationScope extends Period {
  readonly code: string;
  readonly projectDeptId: string;
  readonly centralFactoryId: string;
  /** None: all materials. */
  readonly materialTypeIds: readonly string[];
  readonly priority: number;
}
interface Clash {
  readonly kind: 'overlap' | 'priority';
  readonly other: RelationScope;
}

/** Relations by what no two may have on one day, so that one among 20,000 is compared with its likes alone. */
export class RelationBook {
  readonly #pairs = new Map<string, RelationScope[]>();
  readonly #priorities = new Map<string, RelationScope[]>();

  /** What stands against a relation, the overlap of one pair first; undefined where there is room for it. */
  clashOf(relation: RelationScope): Clash | undefined {
    for (const [kind, shelf, keys] of [
      ['overlap', this.#pairs, pairKeys(relation)],
      ['priority', this.#priorities, priorityKeys(relation)],
    ] as const)
      for (const key of keys) {
        const other = shelf.get(key)?.find((each) => meets(each, relation));
        if (other !== undefined) return { kind, other };
      }
    return undefined;
  }

  /** The relation stands from now on. */
  add(relation: RelationScope): void {
    for (const [shelf, keys] of [
      [this.#pairs, pairKeys(relation)],
      [this.#priorities, priorityKeys(relation)],
    ] as const)
      for (const key of keys) {
        const standing = shelf.get(key);
        if (standing === undefined) shelf.set(key, [relation]);
        else standing.push(relation);
      }
  }
}

/** The types it counts for, each by itself; '' for all materials. */
const typesOf = ({ materialTypeIds }: RelationScope): readonly string[] =>
  materialTypeIds.length === 0 ? [''] : [...new Set(materialTypeIds)];
const pairKeys = (relation: RelationScope): string[] =>
  typesOf(relation).map((type) => `${relation.projectDeptId}/${relation.centralFactoryId}/${type}`);
const priorityKeys = (relation: RelationScope): string[] =>
  typesOf(relation).map((type) => `${relation.projectDeptId}/${type}/${relation.priority}`);
