import { OwnInputs } from '../../../kernel/web/form/own-inputs.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { factoryWarehouse } from './factory-warehouse.resource.ts';
import { warehouseInputs } from './warehouse-inputs.view.tsx';

/** Stores of factories, with their temperature zones by name. */
export default function FactoryWarehousesPage() {
  return (
    <OwnInputs value={warehouseInputs}>
      <ListPage of={factoryWarehouse} />
    </OwnInputs>
  );
}
