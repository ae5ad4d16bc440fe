import type { Declaration } from '../../kernel/core/declaration.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { materialType } from '../master-data/material-type.resource.ts';
import { SyncButton } from './sync-button.view.tsx';

const of = materialType as unknown as Declaration;

export default function MaterialTypeListPage() {
  return <ListPage of={of} toolbar={<SyncButton objects={['material-type']} fills={of} />} />;
}
