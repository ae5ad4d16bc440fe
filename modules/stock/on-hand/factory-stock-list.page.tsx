import { SyncButton } from '../../sap/sync-button.view.tsx';
import { faces } from './place.view.ts';
import { SafetyStock } from './safety-stock.view.tsx';
import { OpeningList } from './stock-list.view.tsx';
import { factoryStock } from './stock.resource.ts';

/** What lies at the stores of factories, with SAP's stock beside it. */
export default function Page() {
  return (
    <OpeningList
      of={factoryStock}
      toolbar={
        <>
          <SyncButton objects={['factory-stock']} fills={factoryStock} />
          <SafetyStock of={factoryStock} face={faces.factory} />
        </>
      }
    />
  );
}
