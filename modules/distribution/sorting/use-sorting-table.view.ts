import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { queries } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { newKey } from '../../../parts/client/api.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { cutSince } from '../../../parts/client/connection.ts';
import { session } from '../../../parts/client/session.ts';
import { shifted } from '../../../parts/days/day-text.rules.ts';
import { useWords } from '../../../parts/language/language.ts';
import { answerOrCached, isUnreached } from '../../../parts/offline/cached-bills.ts';
import { changeOwnOutbox, openOutbox, outbox, putInOutbox } from '../../../parts/offline/outbox.ts';
import {
  billOf,
  discarded,
  type Entry,
  isWaiting,
  type Outbox,
  refusedIn,
  settled,
  waitingIn,
} from '../../../parts/offline/outbox.rules.ts';
import { useStore } from '../../../parts/state/store.ts';
import { saveDistributionLog, sortPage, type SortLine, type SortTable, undo } from './sorting.calls.ts';
import { type WaitingAct, withWaiting } from './sorting-table.rules.ts';
import { sortingTexts } from './sorting.texts.ts';

const PATH = '/distribution/sortingtable';
const PAGE = 50;
/** So often the table asks what the others sorted meanwhile. */
const FOLLOW_MS = 10_000;
/** A network that says nothing for so long while somebody sorts is none. */
const LIMIT_MS = 10_000;

export type Mode = 'by-goods' | 'by-client';
/** What is looked at stands in the address, so that a way back finds it again. */
export function useSortingAddress() {
  const [address, setAddress] = useSearchParams();
  const today = businessDay();
  const of = (name: string): string => address.get(name) ?? '';
  const set = (change: Readonly<Record<string, string>>): void =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const date = of('date') || today;
  const goTo = (day: string): void => set({ date: day === today ? '' : day, group: '', page: '' });
  return {
    mode: (of('mode') === 'by-client' ? 'by-client' : 'by-goods') as Mode,
    date,
    today,
    storeId: of('store'),
    waveNo: of('wave'),
    routeId: of('route'),
    groupId: of('group'),
    page: Number(of('page') || '1'),
    set,
    turn: (days: number): void => goTo(shifted(date, days)),
  };
}
export type SortingAddress = ReturnType<typeof useSortingAddress>;

/** What was entered of a line. */
export interface Entered {
  readonly num: string;
  readonly shortReason: string;
  readonly pieces: string;
  readonly basketNo: string;
}

const callPath = ({ service, path }: { readonly service: string; readonly path: string }): string =>
  `/${service}/${path}`;
const SAVE = callPath(saveDistributionLog);
const UNDO = callPath(undo);
const isOfTable = ({ bill: { call } }: Entry): boolean => call === SAVE || call === UNDO;
const actOf = ({ target, bill, body }: Entry): WaitingAct => ({
  target,
  isUndo: bill.call === UNDO,
  num: typeof body['num'] === 'string' ? body['num'] : '0',
  shortReason: typeof body['shortReason'] === 'string' ? body['shortReason'] : '',
});

/** The table as everybody's acts leave it, kept on this device for work without a network. */
export function useSortingTable(at: SortingAddress) {
  const word = useWords(sortingTexts);
  const { mode, date, storeId, waveNo, routeId, page } = at;
  const asked = useMemo(
    () => ({ mode, deliveryDate: date, storeId, waveNo, routeId, current: page, size: PAGE }),
    [mode, date, storeId, waveNo, routeId, page],
  );
  const query = new URLSearchParams({ mode, date, store: storeId, wave: waveNo, route: routeId, page: String(page) });
  const to = `${PATH}?${query}`;
  const title = word('outbox', { date });
  const key = useMemo(() => ['sorting-table', asked], [asked]);
  const answered = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      answerOrCached<SortTable>(
        to,
        () => title,
        () => request(sortPage, asked, { signal }),
      ),
    refetchInterval: FOLLOW_MS,
    networkMode: 'always',
    placeholderData: (before, of) => (of?.queryKey[0] === 'sorting-table' ? before : undefined),
  });
  const reload = useCallback(() => queries.invalidateQueries({ queryKey: ['sorting-table'] }), []);
  const own = useOwnActs();
  useArrivals(own.waiting.length, reload);
  const table = useMemo(
    () =>
      answered.data === undefined
        ? undefined
        : withWaiting(answered.data, own.waiting.map(actOf), session.get()?.name ?? ''),
    [answered.data, own.waiting],
  );
  const acts = useActs({ to, title }, reload);
  return {
    table,
    error: answered.error,
    isOld: answered.isPlaceholderData,
    reload,
    waiting: new Set(own.waiting.map(({ target }) => target)),
    refused: new Map(refusedIn(own.all).map((entry) => [entry.target, entry])),
    ...acts,
  };
}

/** What this person entered at the table that the server does not have. */
function useOwnActs() {
  const entries = useStore(outbox);
  useEffect(() => void openOutbox(), []);
  return useMemo(() => {
    const all = entries.filter(isOfTable);
    return { all, waiting: waitingIn(all) };
  }, [entries]);
}

/** Once something that waited has arrived, the table is read anew. */
function useArrivals(waiting: number, reload: () => Promise<unknown>): void {
  const before = useRef(waiting);
  useEffect(() => {
    if (waiting < before.current) void reload();
    before.current = waiting;
  }, [waiting, reload]);
}

interface Place {
  readonly to: string;
  readonly title: string;
}
const nameOf = ({ siteName, materialName }: SortLine): string => `${siteName} ${materialName}`;
const ownOf = (lineId: string): Outbox => outbox.get().filter((each) => isOfTable(each) && each.target === lineId);

/** Sorts a line or takes it back: at once, or put aside where there is no network. Answers whether it is kept here. */
function useActs({ to, title }: Place, reload: () => Promise<unknown>) {
  const put = useCallback(
    (call: string, line: SortLine, body: Entry['body'], figure: string, key: string): Promise<void> =>
      putInOutbox([
        {
          key,
          bill: { call, head: {}, to, title },
          target: line.id,
          body,
          isWhole: true,
          title: nameOf(line),
          figure,
          madeTime: new Date().toISOString(),
          isSent: false,
        },
      ]),
    [to, title],
  );
  /** In haste where it may wait on this device as well; what stands on the device goes first. */
  const act = useCallback(
    async (
      line: SortLine,
      send: (key: string, signal?: AbortSignal) => Promise<unknown>,
      aside: (key: string) => Promise<void>,
    ) => {
      const key = newKey();
      const keeps = await openOutbox();
      if (keeps && (cutSince.get() !== undefined || ownOf(line.id).some(isWaiting))) {
        await aside(key);
        return true;
      }
      try {
        await send(key, keeps ? AbortSignal.timeout(LIMIT_MS) : undefined);
      } catch (error) {
        if (!keeps || !isUnreached(error)) throw error;
        await aside(key);
        return true;
      }
      if (ownOf(line.id).length > 0)
        await changeOwnOutbox((now) =>
          [SAVE, UNDO].reduce(
            (kept, call) => settled(kept, billOf({ bill: { call, head: {}, to: '', title: '' } }), new Set([line.id])),
            now,
          ),
        );
      await reload();
      return false;
    },
    [reload],
  );
  const sort = useCallback(
    (line: SortLine, { num, shortReason, pieces, basketNo }: Entered): Promise<boolean> => {
      const body = {
        id: line.id,
        num,
        ...(shortReason === '' ? {} : { shortReason }),
        ...(pieces === '' ? {} : { pieces, weight: num }),
        ...(basketNo === '' ? {} : { basketNo }),
      };
      return act(
        line,
        (opKey, signal) => request(saveDistributionLog, { ...body, opKey }, signal === undefined ? {} : { signal }),
        (key) => put(SAVE, line, body, `${num} ${line.unitName}`, key),
      );
    },
    [act, put],
  );
  const takeBack = useCallback(
    async (line: SortLine): Promise<boolean> => {
      // What was never sent is simply let go.
      const unsent = ownOf(line.id).findLast((each) => isWaiting(each) && !each.isSent && each.bill.call === SAVE);
      if (unsent !== undefined) {
        await changeOwnOutbox((now) => discarded(now, unsent.key));
        return true;
      }
      return act(
        line,
        (opKey, signal) => request(undo, { ids: line.id, opKey }, signal === undefined ? {} : { signal }),
        (key) => put(UNDO, line, { ids: line.id }, '', key),
      );
    },
    [act, put],
  );
  return { sort, takeBack };
}
