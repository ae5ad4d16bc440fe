import { createElement } from 'react';
import { type LaterPart, laterPart, type Load } from '../../../parts/lazy/lazy-part.ts';

let parts: readonly LaterPart[] = [];
/** What modules put into the top bar; fetched once the page is there. */
export function declareTopParts(given: readonly LaterPart[]): void {
  parts = given;
}

/** A part of the top bar whose program is fetched when it is first drawn. */
export const topPart = (load: Load<object>): LaterPart =>
  laterPart(load, () => createElement('span', { className: 'top-part-wait' }));

/** Draws what areas add to the top bar. */
export const TopParts = () => parts.map((part, at) => createElement(part, { key: at }));
