/**
 * Lines of a price document from formulas: what somebody typed stays, what a formula made before is made anew
 * (prices-suppliers.md, generateDetails). Pure.
 */

/** Where a price came from; all of it or none. */
export interface Lineage {
  readonly formulaId: string;
  readonly formulaText: string;
  /** Per base unit. */
  readonly referencePrice: string | null;
  readonly referenceDate: string | null;
  readonly evidence: string | null;
}
/** A line as it stands. */
export interface ExistingLine {
  readonly materialId: string;
  readonly price: string | null;
  /** Of lines nobody typed. */
  readonly formulaId: string | null;
}
/** What a formula makes of a material; no price where it has nothing to go by. */
export interface Made {
  readonly materialId: string;
  readonly unitId: string;
  readonly price: string | null;
  readonly lineage: Lineage;
}
type Filled<L> =
  /** As it stands, or on its own days with another price. */
  { readonly line: L; readonly made: Made | null } | { readonly line: null; readonly made: Made };

/**
 * Lines in the order they stand, new ones behind them. A material somebody typed a price for is his; one a formula no
 * longer prices keeps what it has.
 */
export function fillLines<L extends ExistingLine>(
  current: readonly L[],
  made: readonly Made[],
): { readonly lines: readonly Filled<L>[]; readonly typed: number; readonly renewed: number; readonly added: number } {
  const priced = new Map(made.filter((each) => each.price !== null).map((each) => [each.materialId, each]));
  const typed = new Set(
    current.filter((line) => line.formulaId === null && line.price !== null).map((line) => line.materialId),
  );
  const known = new Set(current.map((line) => line.materialId));
  const lines = current.map((line): Filled<L> => ({
    line,
    made: typed.has(line.materialId) ? null : (priced.get(line.materialId) ?? null),
  }));
  const added = [...priced.values()].filter((each) => !known.has(each.materialId));
  return {
    lines: [...lines, ...added.map((each): Filled<L> => ({ line: null, made: each }))],
    typed: current.filter((line) => typed.has(line.materialId)).length,
    renewed: lines.filter((each) => each.made !== null).length,
    added: added.length,
  };
}
