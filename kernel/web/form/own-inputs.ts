import { type ComponentType, createContext } from 'react';
import type { InputProps } from '../kinds/face.ts';

/** What a page enters fields of its records with in place of the input of their kind, by the field's name. */
export const OwnInputs = createContext<Readonly<Record<string, ComponentType<InputProps>>>>({});
