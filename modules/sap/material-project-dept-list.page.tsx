import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { materialProjectDept } from '../master-data/materials/material-project-dept.resource.ts';
import { SyncButton } from './sync-button.view.tsx';

/** Materials at plants, filled from SAP. */
export default function MaterialProjectDeptListPage() {
  return (
    <ListPage
      of={materialProjectDept}
      toolbar={<SyncButton objects={['material-project-dept']} fills={materialProjectDept} />}
    />
  );
}
