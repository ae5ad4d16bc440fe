import type { Declaration } from '../../kernel/core/declaration.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { menuTemplate } from './menu-template.document.ts';
import { useMenuActs } from './use-menu-acts.view.tsx';

const of = menuTemplate as unknown as Declaration;

/** Menu templates; before one changes for those who plan by it, the plans that stand on it are shown. */
export default function MenuTemplateListPage() {
  const { beforeAct, beforeFreeze } = useMenuActs();
  return <ListPage of={of} beforeAct={beforeAct} beforeFreeze={beforeFreeze} />;
}
