import { createElement } from 'react';
import { type Later, later, type Load } from '../later.ts';

let parts: readonly Later[] = [];
/** What modules put into the top bar; fetched once the page is there. */
export function declareTopParts(given: readonly Later[]): void {
  parts = given;
}

export const topPart = (load: Load<object>): Later => later(load, () => createElement('span', { className: 'top-part-wait' }));

export const TopParts = () => parts.map((part, at) => createElement(part, { key: at }));
