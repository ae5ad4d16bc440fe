import type { Declaration } from '../../kernel/core/declaration.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { materialUnit } from '../master-data/material-unit.resource.ts';
import { SyncButton } from './sync-button.view.tsx';

const of = materialUnit as unknown as Declaration;

export default function MaterialUnitListPage() {
  return <ListPage of={of} toolbar={<SyncButton objects={['unit']} fills={of} />} />;
}
