import { OwnInputs } from '../../../kernel/web/form/own-inputs.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { warehouseInputs } from './warehouse-inputs.view.tsx';
import { warehouse } from './warehouse.resource.ts';

/** Warehouses, with their temperature zones by name. */
export default function WarehousesPage() {
  return (
    <OwnInputs value={warehouseInputs}>
      <ListPage of={warehouse} />
    </OwnInputs>
  );
}
