import { BranchesOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo } from 'react';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { LinesFace, WishesByKey } from '../../../kernel/web/document/lines-editor.tsx';
import { OwnInputs } from '../../../kernel/web/form/own-inputs.ts';
import { useAllowed } from '../../../kernel/web/queries.ts';
import { useWords } from '../../../parts/language/language.ts';
import { MenuBoard } from './menu-board.view.tsx';
import { menuInputs } from './menu-inputs.view.tsx';
import { MenuPlans } from './menu-plans.view.tsx';
import { menuTemplate } from './menu-template.document.ts';
import { menuTexts } from './menu.texts.ts';
import { useMenuActs } from './use-menu-acts.view.tsx';

/** Meals that are only read stand at the rows of the board; many lines get a part of the page of their own. */
const isSaidByBoard = ({ readonly, rows }: LinesFace): boolean => readonly && rows.length > 0 && rows.length <= 6;

/** A menu template: its meals, the dishes of its cycle on a board of days and meals, and the plans that stand on it. */
export default function MenuTemplatePage() {
  const word = useWords(menuTexts);
  const mayAdd = useAllowed('menutemplate_add');
  const { beforeAct, newVersion, busy } = useMenuActs();
  const lines = useMemo(
    (): WishesByKey<typeof menuTemplate> => ({
      meals: { few: true, withFields: true, instead: (face) => (isSaidByBoard(face) ? null : face.usual) },
      details: { instead: (face) => <MenuBoard {...face} /> },
    }),
    [],
  );
  return (
    <OwnInputs value={menuInputs}>
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
    </OwnInputs>
  );
}
