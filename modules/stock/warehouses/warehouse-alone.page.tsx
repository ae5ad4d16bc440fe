import { OwnInputs } from '../../../kernel/web/form/own-inputs.ts';
import { RecordPage } from '../../../kernel/web/form/record-page.tsx';
import { warehouseInputs } from './warehouse-inputs.view.tsx';
import { warehouse } from './warehouse.resource.ts';

/** A warehouse at its own address. */
export default function WarehousePage() {
  return (
    <OwnInputs value={warehouseInputs}>
      <RecordPage of={warehouse} />
    </OwnInputs>
  );
}
