import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { intent } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useWords } from '../../../parts/language/language.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useRefused } from '../../../parts/notifications/use-refused.tsx';
import { useStore } from '../../../parts/state/store.ts';
import { uploading } from '../../../parts/pictures/stored-files.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import type { preReceiving } from '../in-store.calls.ts';
import { useDockAddress } from './dock-address.view.ts';
import type { Gs1 } from '../../../parts/gs1/gs1.rules.ts';
import { withScan } from './scan.rules.ts';
import {
  needsOverride,
  deliveredOf,
  entriesOf,
  entryRefusal,
  missingField,
  nextUnchecked,
  resumed,
  shortOf,
  withField,
  type Entry,
  type EntryField,
  type Photo,
} from './dock-entry.rules.ts';
import { dockTexts } from './dock.texts.ts';

export type Proposal = TypeOf<typeof preReceiving.answer>;
/** What was entered of a delivery, as this device stores it. */
export interface StoredDelivery {
  readonly entries: readonly Entry[];
  readonly deliveryNo: string;
}
interface DeliveryOptions {
  readonly proposal: Proposal;
  readonly stored: StoredDelivery | undefined;
  readonly store: (delivery: StoredDelivery) => void;
}

/** The lines of a delivery as they are entered and checked, one after the other. */
export function useDelivery({ proposal, stored, store }: DeliveryOptions) {
  const today = proposal.arriveTime.slice(0, 10);
  const [entries, setEntries] = useState<readonly Entry[]>(() =>
    resumed(entriesOf(proposal.details), stored?.entries ?? []),
  );
  const [deliveryNo, setDeliveryNo] = useState(stored?.deliveryNo ?? proposal.deliveryNo);
  /** What the server refused, by id of the line. */
  const [complaints, setComplaints] = useState<Readonly<Record<string, string>>>({});
  const focus = useDockFocus();
  const { focusField, show } = focus;
  const latest = useRef(entries);
  latest.current = entries;
  const initial = useRef({ entries, deliveryNo });
  useEffect(() => {
    if (entries !== initial.current.entries || deliveryNo !== initial.current.deliveryNo)
      store({ entries, deliveryNo });
  }, [entries, deliveryNo, store]);
  // Whoever continues starts at the first line nobody checked yet.
  useEffect(
    () =>
      focusField(
        Math.max(
          0,
          latest.current.findIndex((entry) => !entry.isChecked),
        ),
      ),
    [focusField],
  );

  const edit = useCallback((at: number, changed: (entry: Entry) => Entry) => {
    setEntries((before) => before.map((entry, index) => (index === at ? changed(entry) : entry)));
    setComplaints({});
  }, []);
  const change = useCallback(
    (at: number, field: EntryField, typed: string) => edit(at, (entry) => withField(entry, field, typed)),
    [edit],
  );
  const setPhotos = useCallback(
    (at: number, pictures: readonly Photo[]) => setEntries((before) => withPatch(before, at, { pictures })),
    [],
  );
  const check = useCallback(
    (at: number) => {
      const entry = latest.current[at]!;
      const field = fieldToCorrect(entry, today);
      if (field !== undefined) return focusField(at, field);
      // A short delivery is checked twice: first it is shown, then it is meant.
      if (shortOf(entry) !== null && entry.isShortConfirmed !== true) {
        setEntries(withPatch(latest.current, at, { isShortConfirmed: true }));
        return focusField(at);
      }
      const next = withPatch(latest.current, at, { isChecked: true });
      setEntries(next);
      const following = nextUnchecked(next, at);
      focusField(following, following < 0 ? 'receive' : 'acceptedQty');
    },
    [focusField, today],
  );
  const find = (words: string): boolean => {
    const at = indexByMaterial(entries, words);
    if (at >= 0) focusField(at);
    return at >= 0;
  };
  const fillFrom = useCallback(
    (at: number, gs1: Gs1) => {
      edit(at, (entry) => withScan(entry, gs1));
      show(at);
    },
    [edit, show],
  );
  /** The code is known on every line of its material, also once this entry goes on from what the device has. */
  const learned = useCallback(
    (materialId: string, code: string) =>
      setEntries((before) =>
        before.map((entry) =>
          entry.line.materialId === materialId
            ? { ...entry, line: { ...entry.line, codes: [...entry.line.codes, code] } }
            : entry,
        ),
      ),
    [],
  );
  return {
    ...focus,
    today,
    entries,
    deliveryNo,
    setDeliveryNo,
    complaints,
    setComplaints,
    change,
    edit,
    setPhotos,
    check,
    find,
    fillFrom,
    learned,
  };
}
export type Delivery = ReturnType<typeof useDelivery>;

const withPatch = (entries: readonly Entry[], at: number, patch: Partial<Entry>): readonly Entry[] =>
  entries.map((entry, index) => (index === at ? { ...entry, ...patch } : entry));

/** The field that keeps a line from being checked; undefined where it may be. */
function fieldToCorrect(entry: Entry, today: string): EntryField | undefined {
  const refusal = entryRefusal(entry, today);
  if (refusal === undefined) return missingField(entry) ?? undefined;
  if (refusal.field === 'acceptedQty') return 'acceptedQty';
  return needsOverride(entry, refusal, false) ? 'overrideReason' : 'productionDate';
}

/** The line whose material has this code, or the first with these words in its name; -1 where there is none. */
function indexByMaterial(entries: readonly Entry[], words: string): number {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return -1;
  return entries.findIndex(
    ({ line }) => line.materialCode.toLowerCase() === wanted || line.materialName.toLowerCase().includes(wanted),
  );
}

/** Which line is open, and moving the cursor to one of its fields or to the button that receives all. */
function useDockFocus() {
  const phone = usePhone();
  const [current, setCurrent] = useState(0);
  const root = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const reveal = useCallback(
    (at: number, field: EntryField, isFocused: boolean) => {
      setCurrent(at);
      // The phone opens the card first; its field is there a frame later.
      requestAnimationFrame(() => {
        // Another bill may be received in another tab.
        const input = root.current?.querySelector<HTMLElement>(`#dock-${at}-${field}`);
        input?.closest('li')?.scrollIntoView({ block: phone ? 'center' : 'nearest' });
        if (isFocused) input?.focus();
      });
    },
    [phone],
  );
  const focusField = useCallback(
    (at: number, field: EntryField | 'receive' = 'acceptedQty') => {
      if (field === 'receive') button.current?.focus();
      else reveal(at, field, !phone);
    },
    [phone, reveal],
  );
  /** Shows the line and leaves the cursor where the next scan goes. */
  const show = useCallback((at: number) => reveal(at, 'acceptedQty', false), [reveal]);
  return { current, setCurrent, root, button, focusField, show };
}

interface ReceiveOptions {
  readonly id: string;
  readonly billCode: string;
  readonly delivery: Delivery;
  readonly forget: () => Promise<unknown>;
  readonly onReceived: () => void;
}

/** Receives what was entered, once; refusals go to their lines. */
export function useReceive({ id, billCode, delivery, forget, onReceived }: ReceiveOptions) {
  const { entries, deliveryNo, setComplaints, focusField } = delivery;
  const notify = useNotify();
  const { doReceiving, of } = useDockAddress();
  const text = useWords(dockTexts);
  const [busy, setBusy] = useState(false);
  const isUploading = useStore(uploading) > 0;
  const refused = useRefused();
  const once = useMemo(() => intent(), []);
  const delivered = deliveredOf(entries);
  const receive = async (): Promise<void> => {
    if (busy || isUploading || delivered.length === 0) return;
    setBusy(true);
    refused.forget();
    const body = { instoreId: id, ...(deliveryNo === '' ? {} : { deliveryNo }), details: delivered };
    try {
      await request(doReceiving, body, { key: once.keyFor(body) });
      once.done();
      await forget();
      notify.done(text('received', { bill: billCode, count: delivered.length }));
      await invalidateLists(of);
      onReceived();
    } catch (error) {
      if (!refused.show(text('receive', { count: delivered.length }), error)) notify.error(error);
      const complaints = (error instanceof ApiError ? error.problems : []).flatMap(({ line, message }) =>
        line === undefined ? [] : [[delivered[line - 1]?.detailId ?? '', message] as const],
      );
      setComplaints(Object.fromEntries(complaints));
      const first = entries.findIndex((entry) => entry.line.detailId === complaints[0]?.[0]);
      if (first >= 0) focusField(first);
    } finally {
      setBusy(false);
    }
  };
  return { receive, busy, isUploading, count: delivered.length, banner: refused.banner() };
}
export type Receive = ReturnType<typeof useReceive>;
