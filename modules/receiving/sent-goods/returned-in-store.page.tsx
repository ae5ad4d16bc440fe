import { DockAt, type DockAddress } from '../dock/dock-address.view.ts';
import InStorePage from '../in-store.page.tsx';
import { GIVEN_BACK } from './face.calls.ts';

const ADDRESS: DockAddress = { ...GIVEN_BACK, isSent: true };

/** 退货入库: the same dock, for what comes back to a factory. */
export default function ReturnedInStorePage() {
  return (
    <DockAt value={ADDRESS}>
      <InStorePage />
    </DockAt>
  );
}
