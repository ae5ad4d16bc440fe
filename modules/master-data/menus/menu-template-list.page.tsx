import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { menuTemplate, menuTemplateReads } from './menu-template.document.ts';
import { useMenuActs } from './use-menu-acts.view.tsx';

/** Menu templates; before one changes for those who plan by it, the plans that stand on it are shown. */
export default function MenuTemplateListPage() {
  const { beforeAct, beforeFreeze } = useMenuActs();
  return <ListPage of={menuTemplate} reads={menuTemplateReads} beforeAct={beforeAct} beforeFreeze={beforeFreeze} />;
}
