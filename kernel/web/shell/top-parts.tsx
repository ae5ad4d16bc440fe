import { createElement, Suspense } from 'react';
import type { LaterPage } from './later.ts';

let parts: readonly LaterPage[] = [];
/** What modules put into the top bar; fetched once the page is there. */
export function declareTopParts(given: readonly LaterPage[]): void {
  parts = given;
}

export const TopParts = () => parts.map((part, at) => <Suspense key={at} fallback={<span className="top-part-wait" />}>{createElement(part)}</Suspense>);
