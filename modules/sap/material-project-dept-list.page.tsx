import type { Declaration } from '../../kernel/core/declaration.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { materialProjectDept } from '../master-data/material-project-dept.resource.ts';
import { SyncButton } from './sync-button.view.tsx';

const of = materialProjectDept as unknown as Declaration;

export default function MaterialProjectDeptListPage() {
  return <ListPage of={of} toolbar={<SyncButton objects={['material-project-dept']} fills={of} />} />;
}
