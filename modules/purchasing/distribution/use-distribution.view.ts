import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { draftKey } from '../../../parts/state/draft-key.ts';
import { dropDraft, readDraft, writeDraft } from '../../../parts/state/drafts.ts';
import type { Change, GridRow, GridRowOf, RefSource } from '../../../parts/line-grid/model.ts';
import { listKey } from '../../../kernel/web/list/list-data.ts';
import type { Query } from '../../../parts/client/wire.ts';
import type { RecordOf } from '../../../kernel/core/shape.ts';
import { request } from '../../../kernel/web/request.ts';
import * as calls from '../purchase-request.calls.ts';
import { purchaseRequestLine } from '../request-line.resource.ts';

/** A page of the call, and how many lines one sitting is for. */
const PAGE = 200;
export const LINES_MAX = 1_000;
const SAVE_AFTER_MS = 400;
/** What a person decides about a line. */
const DECIDED = [
  'materialName',
  'billCode',
  'takeQty',
  'supplierId',
  'supplierName',
  'supplierCode',
  'price',
  'orderBefore',
  'isLate',
] as const;

type Row = RecordOf<typeof purchaseRequestLine>;
/** A line as it is offered, with what was decided about it. */
export type OfferedLine = GridRowOf<Row & { readonly takeQty: unknown; readonly seenQty: unknown }>;
/** What was decided about a line, and what was open of it when it was. */
type Decision = { readonly [K in (typeof DECIDED)[number]]?: unknown } & Pick<GridRow, 'unread'> & {
    readonly id: string;
    readonly openQty: unknown;
  };
interface Found {
  readonly records: readonly Row[];
  readonly total: number;
}

const figure = (value: unknown): Decimal | null =>
  typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Decimal.of(value) : null;
/** The figure of a cell; zero where it holds none. */
export const figureOf = (value: unknown): Decimal => figure(value) ?? Decimal.zero;
/** The text of a cell; empty where it holds nothing. */
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** The amount follows from quantity and price. */
export function deriveAmount(row: OfferedLine): OfferedLine {
  const price = figure(row.price);
  return { ...row, amount: price === null ? null : figureOf(row.takeQty).times(price).toFixed(2) };
}

/** A line as it is offered: all that is open of it, where its supplier is known and brings it. */
const offered = (row: Row): OfferedLine =>
  deriveAmount({
    ...row,
    key: textOf(row.id),
    takeQty: textOf(row.supplierId) !== '' && row.sourceKind === 'direct' ? textOf(row.openQty) : '0',
  });

/**
 * Open lines of approved requests, with what was decided about them so far; decisions outlive a reload until they are
 * sent.
 */
export function useDistribution(query: Query) {
  const found = useQuery({
    queryKey: [...listKey(purchaseRequestLine), 'distribution', query],
    queryFn: async ({ signal }): Promise<Found> => {
      const open = { lineStatus_in: 'open,partial', ...query };
      const pageAt = (current: number): Promise<Found> =>
        request(calls.pageDistribution, { ...open, current, size: PAGE }, { signal });
      const first = await pageAt(1);
      const rest = await Promise.all(
        Array.from({ length: Math.ceil(Math.min(first.total, LINES_MAX) / PAGE) - 1 }, (_, at) => pageAt(at + 2)),
      );
      return { total: first.total, records: [first, ...rest].flatMap((page) => page.records) };
    },
  });
  const key = draftKey('requestDistribution', undefined);
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map());
  const unsaved = useRef(false);
  useEffect(() => {
    readDraft(key).then(
      (draft) => {
        const stored = (draft?.lines['details'] ?? []) as readonly Decision[];
        setDecisions((now) => new Map([...stored.map((line) => [line.id, line] as const), ...now]));
      },
      () => undefined,
    );
  }, [key]);
  useEffect(() => {
    if (!unsaved.current) return;
    const timer = setTimeout(
      () =>
        void writeDraft(key, { values: {}, lines: { details: [...decisions.values()] }, savedAt: Date.now() }).catch(
          () => undefined,
        ),
      SAVE_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [decisions, key]);

  const rows = useMemo(
    () =>
      (found.data?.records ?? []).map((row) => {
        const start = offered(row);
        const decided = decisions.get(start.key);
        if (decided === undefined) return { ...start, seenQty: row.openQty };
        const { id: _id, openQty, ...own } = decided;
        return deriveAmount({ ...start, ...own, seenQty: openQty });
      }),
    [found.data, decisions],
  );
  /** Decided about, and open no longer; not known of what a filter leaves out. */
  const gone = useMemo(() => {
    if (found.data === undefined || found.data.total > LINES_MAX || Object.keys(query).length > 0) return [];
    const open = new Set(rows.map((row) => row.key));
    return [...decisions.values()].filter((decided) => !open.has(decided.id) && figureOf(decided.takeQty).isPositive());
  }, [decisions, found.data, query, rows]);
  const decide = useCallback((changed: readonly OfferedLine[]): void => {
    unsaved.current = true;
    setDecisions(
      (now) =>
        new Map<string, Decision>([
          ...now,
          ...changed.map(
            (row) =>
              [
                row.key,
                {
                  id: row.key,
                  openQty: row.openQty,
                  unread: row.unread,
                  ...Object.fromEntries(DECIDED.map((name) => [name, row[name]])),
                },
              ] as const,
          ),
        ]),
    );
  }, []);
  const { refetch } = found;
  /** Reads again what is open of these lines, where others ordered of them meanwhile; decisions stay. */
  const refreshOpen = useCallback(
    async (ids: readonly string[]): Promise<void> => {
      const now = new Map((await refetch()).data?.records.map((row) => [textOf(row.id), row.openQty]));
      unsaved.current = true;
      const seen = (decided: Decision): Decision =>
        ids.includes(decided.id) && now.has(decided.id) ? { ...decided, openQty: now.get(decided.id) } : decided;
      setDecisions((before) => new Map([...before].map(([id, decided]) => [id, seen(decided)])));
    },
    [refetch],
  );
  const onChange = useCallback(
    (_: readonly GridRow[], change: Change): void =>
      decide(change.rows.flatMap(({ after }) => (after === undefined ? [] : [after]))),
    [decide],
  );
  const forget = useCallback(
    async (ids: readonly string[] = [...decisions.keys()]): Promise<void> => {
      const rest = new Map([...decisions].filter(([id]) => !ids.includes(id)));
      unsaved.current = rest.size > 0;
      setDecisions(rest);
      if (rest.size === 0) await dropDraft(key).catch(() => undefined);
    },
    [decisions, key],
  );
  return { found, rows, gone, onChange, decide, forget, refreshOpen, isDecided: decisions.size > 0 };
}

/** Who offers the material of the line to its site, best first, with price and the last moment to order. */
export const supplierSource: RefSource = {
  async search(text, row, signal) {
    const wanted = text.trim().toLowerCase();
    const offers = await request(calls.suppliersForLine, { id: row.key }, { signal });
    return offers
      .filter((offer) => wanted === '' || `${offer.search} ${offer.supplierCode}`.toLowerCase().includes(wanted))
      .map((offer) => ({
        id: offer.supplierId,
        name: offer.supplierName,
        code: offer.supplierCode,
        note: offer.note || (offer.reason ?? ''),
        ...(offer.price == null ? {} : { price: Decimal.of(offer.price).toFixed(2) }),
        values: { price: offer.price ?? null, orderBefore: offer.orderBefore, isLate: offer.isLate },
      }));
  },
};
