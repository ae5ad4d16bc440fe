import { Segmented } from 'antd';
import { useState } from 'react';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { useAllowed } from '../../kernel/web/queries.ts';
import { materialAuthRange } from '../master-data/authorisation/material-auth-range.resource.ts';
import { materialProjectDept } from '../master-data/materials/material-project-dept.resource.ts';
import { sapTexts } from './sap.texts.ts';
import { SyncButton } from './sync-button.view.tsx';

/** Who may use what: as people entered it, and as SAP extends materials to plants. */
export default function MaterialAuthRangeListPage() {
  const word = useWords(sapTexts);
  const label = useLabel();
  const may = useAllowed('sapmaterialprojectdept_view');
  const [shown, show] = useState<'entered' | 'sap'>('entered');
  const choose = may && (
    <Segmented
      aria-label={label(materialAuthRange.label)}
      value={shown}
      onChange={show}
      options={[
        { value: 'entered', label: word('ranges.entered') },
        { value: 'sap', label: word('ranges.sap') },
      ]}
    />
  );
  return shown === 'entered' ? (
    <ListPage key="entered" of={materialAuthRange} toolbar={choose} />
  ) : (
    <ListPage
      key="sap"
      of={materialProjectDept}
      title={label(materialAuthRange.label)}
      toolbar={
        <>
          {choose}
          <SyncButton objects={['material-project-dept']} fills={materialProjectDept} />
        </>
      }
    />
  );
}
