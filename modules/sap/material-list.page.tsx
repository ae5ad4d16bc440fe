import MaterialListPage from '../master-data/materials/material-list.page.tsx';
import { material } from '../master-data/materials/material.resource.ts';
import { SyncButton } from './sync-button.view.tsx';

/** The list of materials, and where they come from. */
export default function SyncedMaterialListPage() {
  return <MaterialListPage toolbar={<SyncButton objects={['material']} fills={material} />} />;
}
