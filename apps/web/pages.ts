import { declareSideParts, type SidePart } from '../../kernel/web/document/side-parts.tsx';
import type { LazyPart } from '../../parts/lazy/lazy-part.ts';
import type { Pages } from '../../kernel/web/navigation/lazy-page.ts';
import { declareTopParts } from '../../kernel/web/navigation/top-parts.ts';

/**
 * Pages the modules bring themselves: `modules/pages.ts` or one `pages.ts` per module. Everything else is derived from
 * the declarations.
 */
const found = import.meta.glob<{
  readonly pages: Pages;
  readonly unlistedPages?: Pages;
  readonly topParts?: readonly LazyPart[];
  readonly sideParts?: readonly LazyPart<SidePart>[];
}>(['../../modules/pages.ts', '../../modules/*/pages.ts'], { eager: true });

export const pages: Pages = Object.assign(
  {},
  ...Object.values(found).flatMap((each) => [each.pages, each.unlistedPages ?? {}]),
);
declareTopParts(Object.values(found).flatMap((each) => each.topParts ?? []));
declareSideParts(Object.values(found).flatMap((each) => each.sideParts ?? []));
