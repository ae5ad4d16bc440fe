import type { ListRow } from './list-data.ts';

/** A row with what hangs below it; a leaf has no `children`. */
export type Branch = ListRow & { readonly children?: readonly Branch[] };

/** Rows hung below their parents, in their order; one whose parent is not among them stands at the top. */
export function branchesOf(rows: readonly ListRow[]): readonly Branch[] {
  const known = new Set(rows.map((row) => row.id));
  const above = (row: ListRow): string =>
    known.has(String(row['parentId'])) && row['parentId'] !== row.id ? String(row['parentId']) : '';
  const below = Map.groupBy(rows, above);
  const hang = (parent: string): readonly Branch[] =>
    (below.get(parent) ?? []).map((row) => {
      const children = hang(row.id);
      return children.length === 0 ? row : { ...row, children };
    });
  return hang('');
}

/** A tree row by row, as it is read, each with how deep it stands; the top is 0. */
export const rowByRow = (
  branches: readonly Branch[],
  level = 0,
): readonly { readonly row: Branch; readonly level: number }[] =>
  branches.flatMap((row) => [{ row, level }, ...rowByRow(row.children ?? [], level + 1)]);
