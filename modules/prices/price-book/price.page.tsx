import { RecordPage } from '../../../kernel/web/form/record-page.tsx';
import { PriceForms } from './price-form.view.tsx';
import { jointOperationPrice, settlementPrice } from './price.resource.ts';

/** One settlement price at its own address. */
export const SettlementPricePage = () => (
  <PriceForms>
    <RecordPage of={settlementPrice} />
  </PriceForms>
);
/** One joint-operation price at its own address. */
export const JointPricePage = () => (
  <PriceForms>
    <RecordPage of={jointOperationPrice} />
  </PriceForms>
);
