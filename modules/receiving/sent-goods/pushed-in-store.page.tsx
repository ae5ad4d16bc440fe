import { DockAt, type DockAddress } from '../dock/dock-address.view.ts';
import InStorePage from '../in-store.page.tsx';
import { PUSHED } from './face.calls.ts';

const ADDRESS: DockAddress = { ...PUSHED, isSent: true, sendsAgain: true };

/** 强压入库: the same dock, for what a factory pushed. */
export default function PushedInStorePage() {
  return (
    <DockAt value={ADDRESS}>
      <InStorePage />
    </DockAt>
  );
}
