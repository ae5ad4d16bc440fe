import { createElement } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import type { Values } from '../form/values.ts';
import type { LazyPart } from '../../../parts/lazy/lazy-part.ts';

export interface SidePart {
  readonly of: Declaration;
  readonly row: Values;
  /** A few words on the button that shows the whole. */
  readonly isBrief?: true;
}
let parts: readonly LazyPart<SidePart>[] = [];

/** What areas add to every document, fetched with the first one. Set once by the application at start. */
export function declareSideParts(given: readonly LazyPart<SidePart>[]): void {
  parts = given;
}

/** Draws what areas add beside a document. */
export const SideParts = (props: SidePart) => parts.map((part, at) => createElement(part, { key: at, ...props }));
