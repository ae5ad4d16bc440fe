import { OwnInputs } from '../../kernel/web/form/own-inputs.ts';
import { RecordPage } from '../../kernel/web/form/record-page.tsx';
import { TENANT_COLUMNS } from './tenant-columns.view.tsx';
import { tenantInputs } from './tenant-inputs.view.tsx';
import { tenant } from './tenant.resource.ts';

/** A tenant at its own address. */
export default function TenantPage() {
  return (
    <OwnInputs value={tenantInputs}>
      <RecordPage of={tenant} facts={TENANT_COLUMNS} />
    </OwnInputs>
  );
}
