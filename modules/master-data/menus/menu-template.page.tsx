import { BranchesOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo } from 'react';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { WishesByKey } from '../../../kernel/web/document/lines-editor.tsx';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { useWords } from '../../../parts/language/language.ts';
import { MenuBoard } from './menu-board.view.tsx';
import { MenuPlans } from './menu-plans.view.tsx';
import { menuTemplate } from './menu-template.document.ts';
import { menuTexts } from './menu.texts.ts';
import { useMenuActs } from './use-menu-acts.view.tsx';

/** A menu template: its meals, the dishes of its cycle on a board of days and meals, and the plans that stand on it. */
export default function MenuTemplatePage() {
  const word = useWords(menuTexts);
  const mayAdd = useAllowed('menutemplate_add');
  const { beforeAct, newVersion, busy } = useMenuActs();
  const lines = useMemo(
    (): WishesByKey<typeof menuTemplate> => ({
      meals: { few: true },
      details: { instead: (face) => <MenuBoard {...face} /> },
    }),
    [],
  );
  return (
    <DocumentPage
      of={menuTemplate}
      lines={lines}
      beforeAct={beforeAct}
      toolbar={(row) =>
        mayAdd &&
        row.status === 'approved' && (
          <Button icon={<BranchesOutlined />} loading={busy} onClick={() => void newVersion(row)}>
            {word('version')}
          </Button>
        )
      }
      whileEditing={(values) =>
        typeof values.id === 'string' && values.previousId ? <MenuPlans id={values.id} /> : null
      }
    >
      {(row) => <MenuPlans id={row.id} />}
    </DocumentPage>
  );
}
