/**
 * Two versions of a price document side by side: what is changed, added and left out (prices-suppliers.md, newVersion).
 * Pure.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';

/** A line of either version. */
export interface ComparedLine {
  readonly materialId: string;
  readonly code: string;
  readonly name: string;
  readonly unitName: string;
  readonly price: string;
  /** Per base unit: what prices in different units are compared by. */
  readonly basePrice: string;
  readonly startDate: string;
}
type Difference = 'left-out' | 'changed' | 'added';
export interface ComparedRow {
  readonly difference: Difference;
  readonly materialId: string;
  readonly code: string;
  readonly name: string;
  readonly before: ComparedLine | null;
  readonly after: ComparedLine | null;
  readonly changePercent: string | null;
}
const ORDER: readonly Difference[] = ['left-out', 'changed', 'added'];

/** What the older charged last beside what the newer charges first; what is left out first, then the biggest change. */
export function compareVersions(
  older: readonly ComparedLine[],
  newer: readonly ComparedLine[],
): { readonly rows: readonly ComparedRow[]; readonly sameCount: number } {
  const [before, after] = [
    byMaterial(older, (a, b) => b.startDate.localeCompare(a.startDate)),
    byMaterial(newer, (a, b) => a.startDate.localeCompare(b.startDate)),
  ];
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  const rows = ids.flatMap((materialId): (ComparedRow & { readonly size: Fraction })[] => {
    const [was, is] = [before.get(materialId) ?? null, after.get(materialId) ?? null];
    const { code, name } = (is ?? was)!;
    const change = was === null || is === null ? null : changeOf(was, is);
    if (change?.isZero() === true) return [];
    const difference = is === null ? 'left-out' : was === null ? 'added' : 'changed';
    return [
      {
        difference,
        materialId,
        code,
        name,
        before: was,
        after: is,
        changePercent: change?.rounded(2).toString() ?? null,
        size: change === null ? Fraction.zero : absolute(change),
      },
    ];
  });
  const sorted = rows.toSorted(
    (a, b) =>
      ORDER.indexOf(a.difference) - ORDER.indexOf(b.difference) ||
      b.size.compare(a.size) ||
      a.code.localeCompare(b.code),
  );
  return { rows: sorted.map(({ size: _, ...row }) => row), sameCount: ids.length - rows.length };
}
const byMaterial = (
  lines: readonly ComparedLine[],
  order: (a: ComparedLine, b: ComparedLine) => number,
): ReadonlyMap<string, ComparedLine> =>
  new Map(lines.toSorted((a, b) => -order(a, b)).map((line) => [line.materialId, line]));
/** In per cent of what was. */
function changeOf(was: ComparedLine, is: ComparedLine): Fraction {
  const base = Fraction.of(Decimal.of(was.basePrice));
  return Fraction.of(Decimal.of(is.basePrice)).minus(base).times(Fraction.of(100)).dividedBy(base);
}
const absolute = (figure: Fraction): Fraction =>
  figure.compare(Fraction.zero) < 0 ? Fraction.zero.minus(figure) : figure;
