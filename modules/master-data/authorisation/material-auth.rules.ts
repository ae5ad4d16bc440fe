/**
 * Who may use which material (master-data.md, MaterialAuthRange). A row of the material beats one of its type, a nearer
 * type a farther one, a nearer department a farther one, and no beats yes. What nobody speaks of is as the material
 * says.
 */
import type { Id } from '../../../kernel/core/field.ts';

export const PURPOSES = ['plan', 'buy', 'issue', 'cook', 'sale'] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface AuthRange {
  readonly id: Id;
  /** Departments of the sites it is narrowed to; absent: it holds wherever its department does. */
  readonly siteIds?: ReadonlySet<Id>;
  /** Of these two one is null. */
  readonly materialId: Id | null;
  readonly materialTypeId: Id | null;
  readonly deptId: Id;
  readonly includeChildren: boolean;
  readonly allow: boolean;
  readonly purposes: readonly Purpose[];
}
/** What the rows come to at one place for one purpose; the row that decides beside each. */
export interface Decision {
  readonly materials: ReadonlyMap<Id, AuthRange>;
  readonly types: ReadonlyMap<Id, AuthRange>;
}

/**
 * @param deptLine the place first, then what stands above it
 * @param typeLines of each type: itself first, then what stands above it
 */
export function decide(
  ranges: readonly AuthRange[],
  deptLine: readonly Id[],
  typeLines: ReadonlyMap<Id, readonly Id[]>,
  purpose: Purpose,
): Decision {
  const place = new Map(deptLine.map((id, index) => [id, index]));
  const covering = ranges.filter(
    (range) =>
      range.purposes.includes(purpose) &&
      (place.get(range.deptId) === 0 || (place.has(range.deptId) && range.includeChildren)) &&
      (range.siteIds === undefined || deptLine.some((id) => range.siteIds!.has(id))),
  );
  const first = (rows: readonly AuthRange[], distance: (row: AuthRange) => number): AuthRange | undefined =>
    rows.toSorted(
      (a, b) =>
        distance(a) - distance(b) || place.get(a.deptId)! - place.get(b.deptId)! || Number(a.allow) - Number(b.allow),
    )[0];
  const materials = new Map(
    [
      ...Map.groupBy(
        covering.filter((row) => row.materialId !== null),
        (row) => row.materialId!,
      ),
    ].map(([id, rows]) => [id, first(rows, () => 0)!]),
  );
  const ofTypes = covering.filter((row) => row.materialTypeId !== null);
  const types = new Map<Id, AuthRange>();
  if (ofTypes.length > 0) {
    for (const [typeId, line] of typeLines) {
      const winner = first(
        ofTypes.filter((row) => line.includes(row.materialTypeId!)),
        (row) => line.indexOf(row.materialTypeId!),
      );
      if (winner !== undefined) types.set(typeId, winner);
    }
  }
  return { materials, types };
}

/**
 * Whether a row of some months of the year holds on a day; without months it always does. 11 to 2 runs over new year.
 */
export function isInSeason(
  { monthFrom, monthTo }: { readonly monthFrom: number | null; readonly monthTo: number | null },
  day: string,
): boolean {
  if (monthFrom === null || monthTo === null) return true;
  const month = Number(day.slice(5, 7));
  return monthFrom <= monthTo ? monthFrom <= month && month <= monthTo : month >= monthFrom || month <= monthTo;
}

/** A material where somebody wants to use it. */
interface Used {
  readonly id: Id;
  readonly materialTypeId: Id;
  /** What counts where nothing is said. */
  readonly open: boolean;
  /**
   * SAP extends it to the place or to one above it: that reads as yes, unless a row of the material itself says
   * otherwise.
   */
  readonly extended: boolean;
}
/** Whether it may be used, and the row that says so; null where none does. */
export function usable(
  decision: Decision,
  material: Used,
): { readonly usable: boolean; readonly by: AuthRange | null } {
  const row = decidedBy(decision, material);
  if (row !== undefined && (row.materialId !== null || !material.extended)) return { usable: row.allow, by: row };
  return { usable: material.extended || material.open, by: null };
}

/** The row that decides on a material; undefined where none does. */
export const decidedBy = (
  { materials, types }: Decision,
  material: { readonly id: Id; readonly materialTypeId: Id },
): AuthRange | undefined => materials.get(material.id) ?? types.get(material.materialTypeId);

/** Decisions that come to the same, once: most places are governed alike. */
export function distinct(decisions: readonly Decision[]): Decision[] {
  const key = ({ materials, types }: Decision): string =>
    JSON.stringify(
      [materials, types].map((rows) => [...rows].map(([id, row]) => `${id}${row.allow ? '+' : '-'}`).toSorted()),
    );
  return [...new Map(decisions.map((decision) => [key(decision), decision])).values()];
}
