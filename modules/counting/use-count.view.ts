import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { queries } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import * as calls from './stock-check.calls.ts';
import { stockCheck } from './stock-check.document.ts';

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

/** The sheet of a count as everybody's entries leave it. */
export function useCount(id: string) {
  const key = useMemo(() => ['detail', stockCheck.name, id, 'count'], [id]);
  const bill = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request(calls.preCheck, { checkId: id }, { signal }),
    refetchInterval: 60_000,
  });
  const reload = useCallback(() => queries.invalidateQueries({ queryKey: key }), [key]);
  /** Saves lines; those the server refuses are left out and said, the others land. */
  const save = useCallback(
    async (lines: readonly CountBody[]): Promise<ReadonlyMap<string, string>> => {
      const send = (details: readonly CountBody[]): Promise<unknown> =>
        request(calls.saveDetail, { checkId: id, details });
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
      } finally {
        await reload();
      }
    },
    [id, reload],
  );
  return { bill: bill.data, error: bill.error, reload, save };
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
