import { OwnInputs } from '../../../kernel/web/form/own-inputs.ts';
import { RecordPage } from '../../../kernel/web/form/record-page.tsx';
import { factoryWarehouse } from './factory-warehouse.resource.ts';
import { warehouseInputs } from './warehouse-inputs.view.tsx';

/** A store of a factory at its own address. */
export default function FactoryWarehousePage() {
  return (
    <OwnInputs value={warehouseInputs}>
      <RecordPage of={factoryWarehouse} />
    </OwnInputs>
  );
}
