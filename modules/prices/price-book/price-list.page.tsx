import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { PriceForms } from './price-form.view.tsx';
import { jointOperationPrice, settlementPrice } from './price.resource.ts';

/** Settlement prices. */
export const SettlementPrices = () => (
  <PriceForms>
    <ListPage of={settlementPrice} />
  </PriceForms>
);
/** Joint-operation prices. */
export const JointPrices = () => (
  <PriceForms>
    <ListPage of={jointOperationPrice} />
  </PriceForms>
);
