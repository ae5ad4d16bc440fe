import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { PriceForms } from './price-form.view.tsx';
import { jointOperationPrice, settlementPrice } from './price.resource.ts';
import { UnitPrice } from './unit-price.view.tsx';

const COLUMNS = {
  price: ({ price }: ListRow<typeof settlementPrice>) => <UnitPrice of={price} />,
  basePrice: ({ basePrice }: ListRow<typeof settlementPrice>) => <UnitPrice of={basePrice} />,
};

/** Settlement prices. */
export function SettlementPrices() {
  return (
    <PriceForms>
      <ListPage of={settlementPrice} columns={COLUMNS} />
    </PriceForms>
  );
}
/** Joint-operation prices. */
export function JointPrices() {
  return (
    <PriceForms>
      <ListPage of={jointOperationPrice} columns={COLUMNS} />
    </PriceForms>
  );
}
