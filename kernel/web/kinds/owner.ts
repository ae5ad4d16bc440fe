import { createContext, useContext } from 'react';
import type { Declaration } from '../../core/declaration.ts';

/** The declaration whose record is being edited, for inputs that look into their own list. */
export const Owner = createContext<Declaration | undefined>(undefined);
/** The declaration whose record is being edited; undefined outside a form. */
export const useOwner = (): Declaration | undefined => useContext(Owner);
