import { createContext } from 'react';

/**
 * What an empty box of a form stands for, by the name of its field, in place of the field's hint; undefined where
 * nothing is to be said of it.
 */
export const Placeholders = createContext<(name: string) => string | undefined>(() => undefined);
