import { createContext, useContext } from 'react';
import { declarationOf } from '../../../kernel/web/catalogue.ts';
import * as calls from '../in-store.calls.ts';
import { inStore } from '../in-store.document.ts';

/** Where goods are received: the calls of the bill, and the face of the in-store that shows it. */
export interface DockAddress extends Pick<
  typeof calls,
  'preReceiving' | 'doReceiving' | 'preDifference' | 'doDifference' | 'completeReceiving' | 'reverseReceiving'
> {
  readonly bills: string;
  /** Nobody brings later what did not come. */
  readonly settlesAtOnce?: true;
  /** The goods are our own: the sender settles what did not come. */
  readonly isSent?: true;
  /** And may send it again. */
  readonly sendsAgain?: true;
}
const Address = createContext<DockAddress>({ ...calls, bills: inStore.name });

/** Receives what stands below it at another address than that of the in-store. */
export const DockAt = Address.Provider;

/** The calls of the bill on the screen, and what shows it. */
export function useDockAddress(): DockAddress & { readonly of: typeof inStore } {
  const address = useContext(Address);
  return { ...address, of: (declarationOf(address.bills) ?? inStore) as typeof inStore };
}
