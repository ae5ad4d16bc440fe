import { DockAt, type DockAddress } from './dock/dock-address.view.ts';
import * as calls from './factory-in-store.calls.ts';
import InStorePage from './in-store.page.tsx';

const ADDRESS: DockAddress = { ...calls, bills: calls.FACTORY_BILLS };

/** 工厂仓入库: the same dock, for the stores of factories. */
export default function FactoryInStorePage() {
  return (
    <DockAt value={ADDRESS}>
      <InStorePage />
    </DockAt>
  );
}
