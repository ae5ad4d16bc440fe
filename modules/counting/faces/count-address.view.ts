import { createContext, useContext, useMemo } from 'react';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { declarationOf } from '../../../kernel/web/catalogue.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import * as calls from '../stock-check.calls.ts';
import { stockCheck } from '../stock-check.document.ts';

/** Where a count is entered and reviewed: its calls, and the face of the count that shows it. */
export interface CountAddress extends Pick<
  typeof calls,
  | 'generateDetail'
  | 'saveDetail'
  | 'doCheckApproval'
  | 'recount'
  | 'preCheck'
  | 'preCheckApproval'
  | 'viewCheckResult'
  | 'downloadSheet'
> {
  readonly counts: string;
}
const Address = createContext<CountAddress>({ ...calls, counts: stockCheck.name });

/** Counts what stands below it at another address than that of warehouses and stalls. */
export const CountAt = Address.Provider;

/** The calls of the count on the screen, what shows it, and whether the person has one of its rights. */
export function useCountAddress() {
  const address = useContext(Address);
  const codes = useAllowedCodes();
  return useMemo(() => {
    const of = (declarationOf(address.counts) ?? stockCheck) as typeof stockCheck;
    return { ...address, of, may: (button: string): boolean => codes.has(permissionOf(of, button)) };
  }, [address, codes]);
}
