import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { materialUnit } from '../master-data/units/material-unit.resource.ts';
import { SyncButton } from './sync-button.view.tsx';

/** Units, filled from SAP. */
export default function MaterialUnitListPage() {
  return <ListPage of={materialUnit} toolbar={<SyncButton objects={['unit']} fills={materialUnit} />} />;
}
