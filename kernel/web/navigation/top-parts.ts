import { createElement } from 'react';
import { type LazyPart, lazyPart, type Load } from '../../../parts/lazy/lazy-part.ts';

let parts: readonly LazyPart[] = [];
/** What modules put into the top bar; fetched once the page is there. */
export function declareTopParts(given: readonly LazyPart[]): void {
  parts = given;
}

/** A part of the top bar whose program is fetched when it is first drawn. */
export const topPart = (load: Load<object>): LazyPart =>
  lazyPart(load, () => createElement('span', { className: 'top-part-wait' }));

/** Draws what areas add to the top bar. */
export const TopParts = () => parts.map((part, at) => createElement(part, { key: at }));
