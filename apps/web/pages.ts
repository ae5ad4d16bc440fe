import type { Pages } from '../../kernel/web/shell/routes.tsx';

/** Pages the modules bring themselves: `modules/pages.ts` or one `pages.ts` per module. Everything else is derived from the declarations. */
const found = import.meta.glob<{ readonly pages: Pages }>(['../../modules/pages.ts', '../../modules/*/pages.ts'], { eager: true });

export const pages: Pages = Object.assign({}, ...Object.values(found).map((each) => each.pages));
