/** What speaks against the goods of a shelf: each line names what its kind says, once, and a material its unit. */
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import '../operations.refusals.ts';

export interface ShelfLine {
  readonly goodsKind: string;
  readonly dishId: string | null;
  readonly materialId: string | null;
  readonly unitId: string | null;
}

/** Everything that speaks against the lines, counted from 1. */
export function shelfRefusals(lines: readonly ShelfLine[]): Refusal[] {
  const first = new Map<string, number>();
  return lines.flatMap(({ goodsKind, dishId, materialId, unitId }, index): Refusal[] => {
    const line = index + 1;
    const field = goodsKind === 'dish' ? 'dishId' : 'materialId';
    const named = goodsKind === 'dish' ? dishId : materialId;
    if (named === null)
      return [
        refuse(goodsKind === 'dish' ? 'operations.shelf-dish' : 'operations.shelf-material', { line }, { line, field }),
      ];
    const before = first.get(`${goodsKind} ${named}`);
    first.set(`${goodsKind} ${named}`, before ?? line);
    return [
      ...(before === undefined ? [] : [refuse('operations.shelf-twice', { line, before }, { line, field })]),
      ...(goodsKind === 'material' && unitId === null
        ? [refuse('operations.shelf-unit', { line }, { line, field: 'unitId' })]
        : []),
    ];
  });
}
