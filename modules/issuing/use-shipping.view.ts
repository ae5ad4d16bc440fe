import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { intent } from '../../parts/client/api.ts';
import { cutSince } from '../../parts/client/connection.ts';
import { useCloseTabAndGo } from '../../parts/hooks/own-tab.ts';
import { useWords } from '../../parts/language/language.ts';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import { isUnreached } from '../../parts/offline/cached-bills.ts';
import { changeOwnOutbox, openOutbox, outbox, putInOutbox } from '../../parts/offline/outbox.ts';
import {
  billOf,
  type Entry as Waiting,
  isWaiting,
  settled as withoutRefused,
} from '../../parts/offline/outbox.rules.ts';
import { writeDraft } from '../../parts/state/drafts.ts';
import { useStore } from '../../parts/state/store.ts';
import { issuingTexts } from './issuing.texts.ts';
import { doPicking } from './out-store.calls.ts';
import { outStore } from './out-store.document.ts';
import { bodyOf, type Entries, type PickBill, type StoredPicking } from './picking-entry.rules.ts';
import { pickingKey, titleOf, type usePicking } from './use-picking.view.ts';

const SHIP = `/${doPicking.service}/${doPicking.path}`;
const TARGET = 'ship';
/** No answer in this time is none. */
const LIMIT_MS = 30_000;

const billIn = (bill: PickBill, to: string): Waiting['bill'] => ({
  call: SHIP,
  head: { id: bill.id },
  to,
  title: titleOf(bill),
});

/** What was shipped of the bill away from the network and the server does not have; once it has, `onArrived`. */
export function useWaitingShipment(bill: PickBill, onArrived: () => unknown): Waiting | undefined {
  const own = billOf({ bill: billIn(bill, '') });
  const found = useStore(outbox).find((entry) => billOf(entry) === own);
  const before = useRef(found);
  useEffect(() => {
    if (before.current !== undefined && found === undefined) onArrived();
    before.current = found;
  }, [found, onArrived]);
  return found;
}

/**
 * Ships what was picked, once; what refuses it stands above the button. `isPartly`: some of it waits. Without a network
 * all of it waits on this device, and is shipped when it arrives.
 */
export function useShipping(bill: PickBill, entries: Entries, stored: ReturnType<typeof usePicking>['stored']) {
  const word = useWords(issuingTexts);
  const notify = useNotify();
  const { pathname } = useLocation();
  const leaveFor = useCloseTabAndGo();
  const [busy, setBusy] = useState(false);
  const refused = useRefused();
  const once = useMemo(() => intent(), []);
  const own = billOf({ bill: billIn(bill, '') });
  const putAside = async (body: ReturnType<typeof bodyOf>, key: string): Promise<void> => {
    const entry = {
      key,
      bill: billIn(bill, pathname),
      target: TARGET,
      body: { ...body },
      isWhole: true as const,
      title: word('ship'),
      figure: word('lines.count', { count: body.details.length }),
      madeTime: new Date().toISOString(),
      isSent: false,
    };
    await putInOutbox([entry]);
    // What is entered stays until it has arrived.
    const values = { entries, unsent: Object.keys(entries), sentAs: key } satisfies StoredPicking;
    await writeDraft(pickingKey(bill.id), { values, lines: {}, savedAt: Date.now() }).catch(() => undefined);
    notify.done(word('away.shipped', { bill: bill.billCode }));
    leaveFor('/outbox');
  };
  const ship = async (keepOpen: boolean, isPartly: boolean): Promise<void> => {
    const body = bodyOf(bill, entries, keepOpen);
    const key = once.keyFor(body);
    setBusy(true);
    refused.forget();
    try {
      const keeps = await openOutbox();
      const waits = outbox.get().find((entry) => billOf(entry) === own && isWaiting(entry));
      if (waits?.isSent === true) return notify.warn(word('away.sent', { bill: bill.billCode }));
      if (keeps && (cutSince.get() !== undefined || waits !== undefined)) return await putAside(body, key);
      await stored.settled();
      try {
        const limit = keeps ? { signal: AbortSignal.timeout(LIMIT_MS) } : {};
        await request(doPicking, { ...body, ...(keeps ? { key } : {}) }, { key, ...limit });
      } catch (error) {
        if (!keeps || !isUnreached(error)) throw error;
        return await putAside(body, key);
      }
      if (outbox.get().some((entry) => billOf(entry) === own))
        await changeOwnOutbox((now) => withoutRefused(now, own, new Set([TARGET])));
      await stored.forget();
      await invalidateLists(outStore);
      notify.done(word(isPartly ? 'kept' : 'shipped', { bill: bill.billCode, place: bill.toLocationName }));
      leaveFor(`${outStore.path ?? ''}/${bill.id}`);
    } catch (error) {
      if (!refused.show(word('ship'), error)) notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { ship, busy, banner: refused.banner() };
}
