import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { newKey } from '../../parts/client/api.ts';
import { cutSince } from '../../parts/client/connection.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { session } from '../../parts/client/session.ts';
import { queries } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { answerOrCached, isUnreached } from '../../parts/offline/cached-bills.ts';
import { changeOwnOutbox, openOutbox, outbox, putInOutbox } from '../../parts/offline/outbox.ts';
import { billOf, type Outbox, refusedIn, settled, waitingIn } from '../../parts/offline/outbox.rules.ts';
import { useStore } from '../../parts/state/store.ts';
import { baseOf, withWaiting } from './count-away.rules.ts';
import { type CountAddress, useCountAddress } from './faces/count-address.view.ts';
import type * as calls from './stock-check.calls.ts';

/** A count and one of its lines as `preCheck` answers them. */
export type CountBill = TypeOf<typeof calls.preCheck.answer>;
export type CountLine = CountBill['details'][number];
/** What is sent of a line. */
export interface CountBody {
  readonly id: string;
  readonly countQty?: string | null;
  readonly parts?: readonly { readonly qty: string; readonly unitId: string }[];
  readonly countAuxQty?: string | null;
  readonly skipReason?: string;
  readonly seenQty?: string;
}

/** Who entered the figure that stands. */
export const counterOf = (line: CountLine): string => line.secondUserName || line.countUserName || '';
/** Waits for a first or a second count. */
export const isOpen = (line: CountLine): boolean => line.lineState === 'waiting' || line.lineState === 'recount';
/** Counted once, and so far from the book that it is counted again. */
export const isAgain = (line: Pick<CountLine, 'lineState'>): boolean => line.lineState === 'recount';
/** Waits for this person: a second count does not wait for who counted first. */
export const isMine = (line: CountLine): boolean => isOpen(line) && line.mayCount === 1;
/**
 * What this screen showed, so that nobody's figure is written over unseen; a second count does not look at the first.
 */
export const seenOf = (line: CountLine): { readonly seenQty: string } => ({
  seenQty: line.lineState === 'recount' ? '' : (line.countBaseQty ?? ''),
});

/** Behind the address of a count: its entry. Offline it is opened by this. */
export const ENTRY = '?count=1';
/** A count, and where its lines are saved. */
interface Sheet {
  readonly id: string;
  readonly saveDetail: CountAddress['saveDetail'];
}
const pathOf = ({ saveDetail: { service, path } }: Sheet): string => `/${service}/${path}`;
/** A network that says nothing for so long while somebody counts is none. */
const LIMIT_MS = 10_000;

/**
 * The sheet of a count as everybody's entries leave it, kept on this device for use without a network. There it is what
 * was answered last, and over it what waits to be sent.
 */
export function useCount(id: string) {
  const to = `${useLocation().pathname}${ENTRY}`;
  const { preCheck, saveDetail, of } = useCountAddress();
  const sheet = useMemo(() => ({ id, saveDetail }), [id, saveDetail]);
  const key = useMemo(() => ['detail', of.name, id, 'count'], [of, id]);
  const answered = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      answerOrCached<CountBill>(to, titleOf, () => request(preCheck, { checkId: id }, { signal })),
    refetchInterval: 60_000,
    networkMode: 'always',
  });
  const reload = useCallback(() => queries.invalidateQueries({ queryKey: key }), [key]);
  const own = useOwnEntries(sheet);
  useArrivals(own.waiting.length, reload);
  const bill = useMemo(
    () =>
      answered.data === undefined ? undefined : withWaiting(answered.data, own.waiting, session.get()?.name ?? ''),
    [answered.data, own.waiting],
  );
  const latest = useRef(answered.data);
  latest.current = answered.data;
  /** Saves lines; those the server refuses are left out and said, the others land. Without a network they wait here. */
  const save = useCallback(
    async (lines: readonly CountBody[]): Promise<ReadonlyMap<string, string>> => {
      const entries = lines.map((line): KeyedBody => ({ ...line, key: newKey() }));
      const known = (await openOutbox()) ? latest.current : undefined;
      if (known !== undefined && (cutSince.get() !== undefined || waitingOf(sheet).length > 0))
        return putAside(sheet, known, to, entries);
      let isAway = false;
      try {
        const refused = await sendLines(sheet, entries, known !== undefined);
        await dropRefused(sheet, entries, refused);
        return refused;
      } catch (error) {
        isAway = isUnreached(error);
        if (known === undefined || !isAway) throw error;
        return await putAside(sheet, known, to, entries);
      } finally {
        if (!isAway) await reload();
      }
    },
    [sheet, to, reload],
  );
  return { bill, error: answered.error, reload, save, waiting: own.waiting.length, refused: own.refused };
}

interface KeyedBody extends CountBody {
  readonly key: string;
}

const titleOf = ({ billCode, checkName }: CountBill): string => [billCode, checkName].filter(Boolean).join(' · ');

/** Sends lines at once; answers why some were refused. In haste, where they may wait on this device as well. */
async function sendLines(
  { id, saveDetail }: Sheet,
  lines: readonly KeyedBody[],
  isHasty: boolean,
): Promise<ReadonlyMap<string, string>> {
  const send = (details: readonly KeyedBody[]): Promise<unknown> =>
    request(saveDetail, { checkId: id, details }, isHasty ? { signal: AbortSignal.timeout(LIMIT_MS) } : {});
  try {
    await send(lines);
    return new Map();
  } catch (error) {
    const refusals =
      error instanceof ApiError
        ? error.problems.flatMap((each) =>
            each.line === undefined || lines[each.line - 1] === undefined
              ? []
              : [[lines[each.line - 1]!.id, each.message] as const],
          )
        : [];
    if (refusals.length === 0) throw error;
    const refused = new Map(refusals);
    const good = lines.filter((line) => !refused.has(line.id));
    if (good.length > 0) await send(good);
    return refused;
  }
}

const headOf = (id: string): { readonly checkId: string } => ({ checkId: id });
const keyOf = (sheet: Sheet): string =>
  billOf({ bill: { call: pathOf(sheet), head: headOf(sheet.id), to: '', title: '' } });
const waitingOf = (sheet: Sheet): Outbox => waitingIn(outbox.get()).filter((entry) => billOf(entry) === keyOf(sheet));

/** What this person entered of a count that the server does not have. */
function useOwnEntries(sheet: Sheet) {
  const all = useStore(outbox);
  useEffect(() => void openOutbox(), []);
  return useMemo(() => {
    const own = all.filter((entry) => billOf(entry) === keyOf(sheet));
    return { waiting: waitingIn(own), refused: new Map(refusedIn(own).map((entry) => [entry.target, entry])) };
  }, [all, sheet]);
}

/** Once something that waited has arrived, the sheet is read anew. */
function useArrivals(waiting: number, reload: () => Promise<unknown>): void {
  const before = useRef(waiting);
  useEffect(() => {
    if (waiting < before.current) void reload();
    before.current = waiting;
  }, [waiting, reload]);
}

/** Puts lines into the outbox of this device. */
async function putAside(
  sheet: Sheet,
  bill: CountBill,
  to: string,
  lines: readonly KeyedBody[],
): Promise<ReadonlyMap<string, string>> {
  const madeTime = new Date().toISOString();
  await putInOutbox(
    lines.map(({ key, ...body }) => {
      const line = bill.details.find((each) => each.id === body.id);
      const counted = line === undefined ? body.countQty : baseOf(line, body);
      return {
        key,
        bill: { call: pathOf(sheet), head: headOf(bill.id), to, title: titleOf(bill) },
        target: body.id,
        body,
        title: line === undefined ? '' : `${line.materialName} ${line.batchName || line.supplierBatchNo}`.trim(),
        figure: counted ? `${counted} ${line?.baseUnitName ?? ''}`.trim() : (body.skipReason ?? ''),
        madeTime,
        isSent: false,
      };
    }),
  );
  return new Map();
}

/** What was entered now, and arrived, stands for what was not taken over of the same lines. */
async function dropRefused(
  sheet: Sheet,
  lines: readonly KeyedBody[],
  refused: ReadonlyMap<string, string>,
): Promise<void> {
  const arrived = new Set(lines.flatMap((line) => (refused.has(line.id) ? [] : [line.id])));
  if (refusedIn(outbox.get()).some((entry) => billOf(entry) === keyOf(sheet) && arrived.has(entry.target)))
    await changeOwnOutbox((now) => settled(now, keyOf(sheet), arrived));
}

const without = <T>(of: ReadonlyMap<string, T>, ids: readonly string[]): ReadonlyMap<string, T> =>
  new Map([...of].filter(([id]) => !ids.includes(id)));

/** What this screen entered last, by line, and what it saw when it did. */
type OwnEntries = Map<string, { readonly seen: string | undefined; readonly entered: string }>;
/** Who corrects an entry before it is answered knows it, though the sheet does not show it yet. */
const seenSince = ({ id, seenQty }: CountBody, own: OwnEntries): Pick<CountBody, 'seenQty'> => {
  const last = own.get(id);
  return last !== undefined && last.seen === seenQty ? { seenQty: last.entered } : {};
};

const PAUSE_MS = 400;
/** Collects what is typed and saves it a moment later: what waits is told, and is sent when the page goes. */
export function useSavingSoon(
  save: (lines: readonly CountBody[]) => Promise<ReadonlyMap<string, string>>,
  onError: (error: unknown) => void,
) {
  const waiting = useRef(new Map<string, CountBody>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const own = useRef<OwnEntries>(new Map());
  const [pending, setPending] = useState(0);
  const [complaints, setComplaints] = useState<ReadonlyMap<string, string>>(new Map());
  /** What the server did not take stays as it was typed, beside its complaint. */
  const [refused, setRefused] = useState<ReadonlyMap<string, CountBody>>(new Map());
  const send = useCallback(async (): Promise<void> => {
    const lines = [...waiting.current.values()].map((line) => ({ ...line, ...seenSince(line, own.current) }));
    if (lines.length === 0) return;
    waiting.current = new Map();
    try {
      const bad = await save(lines);
      for (const { id, seenQty, countQty } of lines)
        if (!bad.has(id)) own.current.set(id, { seen: seenQty, entered: countQty ?? '' });
      setRefused(
        (before) =>
          new Map([...before, ...lines.filter((line) => bad.has(line.id)).map((line) => [line.id, line] as const)]),
      );
      setComplaints(
        (before) => new Map([...[...before].filter(([id]) => !lines.some((line) => line.id === id)), ...bad]),
      );
    } catch (error) {
      // What did not arrive waits for the next try.
      for (const line of lines) if (!waiting.current.has(line.id)) waiting.current.set(line.id, line);
      onError(error);
    } finally {
      setPending(waiting.current.size);
    }
  }, [save, onError]);
  const sending = useRef(Promise.resolve());
  /** Sends what waits after what is on its way, and resolves when both have arrived. */
  const flush = useCallback((): Promise<void> => {
    clearTimeout(timer.current);
    sending.current = sending.current.then(send);
    return sending.current;
  }, [send]);
  const put = useCallback(
    (lines: readonly CountBody[]): void => {
      for (const line of lines) waiting.current.set(line.id, line);
      setRefused((before) =>
        without(
          before,
          lines.map(({ id }) => id),
        ),
      );
      setPending(waiting.current.size);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), PAUSE_MS);
    },
    [flush],
  );
  useEffect(() => () => void flush(), [flush]);
  /** What a person typed and the server does not have. */
  const typed = useCallback(
    (id: string): CountBody | undefined => waiting.current.get(id) ?? refused.get(id),
    [refused],
  );
  /** What others entered stays; what was typed over it is let go. */
  const drop = useCallback((ids: readonly string[]): void => {
    setRefused((before) => without(before, ids));
    setComplaints((before) => without(before, ids));
  }, []);
  return { put, flush, drop, typed, pending, complaints };
}
