import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { materialType } from '../master-data/materials/material-type.resource.ts';
import { SyncButton } from './sync-button.view.tsx';

/** Types of material, filled from SAP. */
export default function MaterialTypeListPage() {
  return <ListPage of={materialType} toolbar={<SyncButton objects={['material-type']} fills={materialType} />} />;
}
