import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { purchaseDirectDeliveryRule } from './direct-delivery-rule.resource.ts';
import { SourceTrial } from './source-trial.view.tsx';

/** Direct delivery rules, and what all rules together come to for a place and a material. */
export default function DirectDeliveryListPage() {
  return <ListPage of={purchaseDirectDeliveryRule} toolbar={<SourceTrial />} />;
}
