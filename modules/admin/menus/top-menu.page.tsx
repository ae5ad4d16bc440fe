import { useState } from 'react';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { useWords } from '../../../parts/language/language.ts';
import { MenuIcon } from '../../../parts/menu/menu-icon.tsx';
import { OwnInputs } from '../../../kernel/web/form/own-inputs.ts';
import { IconInput } from './icon-input.view.tsx';
import { topMenu, topMenuReads } from './menu.resource.ts';
import { menuTexts } from './menu.texts.ts';
import { type TopMenu, TopMenuDialog } from './top-menu-dialog.view.tsx';
import '../admin.css';

const INPUTS = { source: IconInput };
const COLUMNS = {
  source: ({ source }: { readonly source: string | null }) => (source ? <MenuIcon icon={source} /> : null),
};

/** Top menus, and what stands in each: a new one is filled at once, since an empty one is shown to nobody. */
export default function TopMenuPage() {
  const word = useWords(menuTexts);
  const mayFill = useAllowed('topmenu_setting');
  const [filling, setFilling] = useState<TopMenu>();
  return (
    <OwnInputs value={INPUTS}>
      <ListPage
        of={topMenu}
        reads={topMenuReads}
        columns={COLUMNS}
        onMade={mayFill ? ({ id, name }) => setFilling({ id: String(id), name }) : undefined}
        rowActions={({ id, name }) =>
          mayFill ? [{ key: 'fill', label: word('fill'), first: true, run: () => setFilling({ id, name }) }] : []
        }
      />
      {filling !== undefined && <TopMenuDialog key={filling.id} of={filling} onClose={() => setFilling(undefined)} />}
    </OwnInputs>
  );
}
