import { createContext, type ReactNode, useContext } from 'react';
import type { Values } from '../form/values.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import type { PaperProps } from './paper.tsx';

/** The paper's program. */
export const Paper = lazyPart<PaperProps>(async () => ({ default: (await import('./paper.tsx')).Paper }));

/** One of several documents printed together: a page within it renders its sheets only. */
export const Printed = createContext<{ readonly row: Values; readonly at: string } | undefined>(undefined);

/** The sheets of a document that is printed with others, as its page wishes them; its page otherwise. */
export function SheetsOrPage({
  children,
  ...wishes
}: Omit<PaperProps, 'row' | 'at'> & { readonly children: ReactNode }): ReactNode {
  const printed = useContext(Printed);
  return printed === undefined ? children : <Paper {...wishes} {...printed} />;
}
