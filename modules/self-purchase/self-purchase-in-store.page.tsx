import { DockAt, type DockAddress } from '../receiving/dock/dock-address.view.ts';
import InStorePage from '../receiving/in-store.page.tsx';
import * as calls from './self-purchase.calls.ts';

const ADDRESS: DockAddress = { ...calls, bills: 'selfpurchaseinstore', settlesAtOnce: true };

/** 自采入库: the same dock, at the price that was paid. */
export default function SelfPurchaseInStorePage() {
  return (
    <DockAt value={ADDRESS}>
      <InStorePage />
    </DockAt>
  );
}
