import type { Declaration } from '../../kernel/core/declaration.ts';
import { useMenu } from '../../kernel/web/navigation/menu.ts';
import { useLabel } from '../../parts/language/language.ts';

/** What a page of our own is called: as the menu calls it, like every list; else as its records are. */
export function usePageTitle({ path, label: own }: Pick<Declaration, 'path' | 'label'>): string {
  const label = useLabel();
  const { leaves } = useMenu();
  return leaves.find((leaf) => leaf.to === path)?.title ?? label(own);
}
