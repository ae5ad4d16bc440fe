import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { request } from '../../../../kernel/web/request.ts';
import { queries } from '../../../../kernel/web/queries.ts';
import type { DistributionKind } from '../distribution-line.fields.ts';
import { listCalls } from '../lists.calls.ts';
import { chosenOf, found, later, standsIn, tabCounts, type DispatchLine, type Tab } from './dispatch.rules.ts';

const TICK_MS = 20_000;
const key = (kind: DistributionKind) => ['distribution', 'dispatch', kind];
const NOTHING: readonly DispatchLine[] = [];

/** The lines of a list with the clock of the company, which runs on while they are looked at. */
export function useDispatch(kind: DistributionKind) {
  const answer = useQuery({
    queryKey: key(kind),
    queryFn: async ({ signal }) => ({
      ...(await request(
        listCalls[kind].dispatchLines,
        { lineStatus_in: 'open,documented,ordered' } as Record<string, string>,
        { signal },
      )),
      readAt: Date.now(),
    }),
  });
  const [tick, setTick] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const [tab, setTab] = useState<Tab>('open');
  const [search, setSearch] = useState('');
  const [day, setDay] = useState('');
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setIds(new Set()), [kind]);
  const all = answer.data?.lines ?? NOTHING;
  // Sums and tabs change by the minute; reading the clock more often would paint for nothing.
  const now = answer.data === undefined ? '' : later(answer.data.now, Math.max(0, tick - answer.data.readAt));
  const ofDay = useMemo(() => (day === '' ? all : all.filter((line) => line.deliveryDate === day)), [all, day]);
  const searched = useMemo(() => found(ofDay, search), [ofDay, search]);
  const lines = useMemo(() => searched.filter((line) => standsIn(tab, line, now)), [searched, tab, now]);
  const counts = useMemo(() => tabCounts(searched, now), [searched, now]);
  const chosen = useMemo(() => chosenOf(all, ids), [all, ids]);
  return {
    kind,
    answer,
    all,
    now,
    lines,
    counts,
    chosen,
    ids,
    setIds,
    tab,
    search,
    day,
    days: useMemo(() => [...new Set(all.map((line) => line.deliveryDate))].toSorted(), [all]),
    setTab: (next: Tab): void => setTab(next),
    setSearch,
    setDay,
    reload: (): Promise<void> => queries.invalidateQueries({ queryKey: ['distribution', 'dispatch'] }),
  };
}
export type Dispatch = ReturnType<typeof useDispatch>;
