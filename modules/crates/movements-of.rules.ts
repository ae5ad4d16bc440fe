/** The movements a balance is the sum of. */
import { crateMovement } from './crate-movement.resource.ts';

/** Of whom a balance is, and of which crate. */
interface BalanceOf {
  readonly ownerDeptId: string;
  readonly crateTypeId: string;
  readonly warehouseId?: string | null;
  readonly supplierId?: string | null;
}

/** Whose it is, without what is not said. */
export const balanceOf = ({ ownerDeptId, warehouseId, supplierId, crateTypeId }: BalanceOf) => ({
  ownerDeptId,
  crateTypeId,
  ...(warehouseId ? { warehouseId } : {}),
  ...(supplierId ? { supplierId } : {}),
});

/** The movements of a balance, as a list is asked for them. */
export const movementFilter = (row: BalanceOf): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(balanceOf(row)).map(([name, value]) => [`${name}_equal`, value]));

/** Where they are listed. */
export const movementsOf = (row: BalanceOf): string =>
  `${crateMovement.path!}?${new URLSearchParams(movementFilter(row))}`;
