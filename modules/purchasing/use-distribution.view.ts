import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import { get } from '../../kernel/web/api.ts';
import { draftKey, dropDraft, readDraft, writeDraft } from '../../kernel/web/drafts.ts';
import type { Change, GridRow, RefSource } from '../../kernel/web/line-grid/model.ts';
import { listKey } from '../../kernel/web/list/list-data.ts';
import type { Query } from '../../kernel/web/wire.ts';
import { purchaseRequestLine } from './request-line.resource.ts';

const of = purchaseRequestLine as unknown as Declaration;
const CALL = '/store-management/invpleasepurchase';
/** A page of the call, and how many lines one sitting is for. */
const PAGE = 200;
export const LINES_MAX = 1_000;
const KEEP_AFTER_MS = 400;
/** What a person decides about a line. */
const DECIDED = ['takeQty', 'supplierId', 'supplierName', 'supplierCode', 'price', 'orderBefore', 'isLate', 'unread'] as const;

type Row = Readonly<Record<string, unknown>>;
type Decision = Row & { readonly id: string; readonly openQty: unknown };
interface Found { readonly records: readonly Row[]; readonly total: number }

const figure = (value: unknown): Decimal | null => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Decimal.of(value) : null);
export const figureOf = (value: unknown): Decimal => figure(value) ?? Decimal.zero;
export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** The amount follows from quantity and price. */
export function deriveAmount(row: GridRow): GridRow {
  const price = figure(row['price']);
  return { ...row, amount: price === null ? null : figureOf(row['takeQty']).times(price).toFixed(2) };
}

/** A line as it is offered: all that is open of it, where its supplier is known and brings it. */
const offered = (row: Row): GridRow => deriveAmount({ ...row, key: textOf(row['id']), takeQty: textOf(row['supplierId']) !== '' && row['sourceKind'] === 'direct' ? textOf(row['openQty']) : '0' });

/** Open lines of approved requests, with what was decided about them so far; decisions outlive a reload until they are sent. */
export function useDistribution(query: Query) {
  const found = useQuery({
    queryKey: [...listKey(of), 'distribution', query],
    queryFn: async ({ signal }): Promise<Found> => {
      const ask = (current: number): Promise<Found> => get<Found>(`${CALL}/pageDistribution`, { lineStatus_in: 'open,partial', ...query, current, size: PAGE }, signal);
      const first = await ask(1);
      const rest = await Promise.all(Array.from({ length: Math.ceil(Math.min(first.total, LINES_MAX) / PAGE) - 1 }, (_, at) => ask(at + 2)));
      return { total: first.total, records: [first, ...rest].flatMap((page) => page.records) };
    },
  });
  const key = draftKey('requestDistribution', undefined);
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map());
  const unkept = useRef(false);
  useEffect(() => {
    readDraft(key).then((draft) => {
      const kept = (draft?.lines['details'] ?? []) as readonly Decision[];
      setDecisions((now) => new Map([...kept.map((line) => [line.id, line] as const), ...now]));
    }, () => undefined);
  }, [key]);
  useEffect(() => {
    if (!unkept.current) return;
    const timer = setTimeout(() => void writeDraft(key, { values: {}, lines: { details: [...decisions.values()] }, savedAt: Date.now() }).catch(() => undefined), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [decisions, key]);

  const rows = useMemo(() => (found.data?.records ?? []).map((row) => {
    const start = offered(row);
    const decided = decisions.get(start.key);
    // What was decided while more or less was open does not fit any longer.
    return decided === undefined || decided.openQty !== row['openQty'] ? start : deriveAmount({ ...start, ...decided });
  }), [found.data, decisions]);
  const decide = useCallback((changed: readonly GridRow[]): void => {
    unkept.current = true;
    setDecisions((now) => new Map([...now, ...changed.map((row) => [row.key, { id: row.key, openQty: row['openQty'], ...Object.fromEntries(DECIDED.map((name) => [name, row[name]])) } as Decision] as const)]));
  }, []);
  const onChange = useCallback((_: readonly GridRow[], change: Change): void => decide(change.rows.flatMap(({ after }) => (after === undefined ? [] : [after]))), [decide]);
  const forget = useCallback(async (): Promise<void> => {
    unkept.current = false;
    setDecisions(new Map());
    await dropDraft(key).catch(() => undefined);
  }, [key]);
  return { found, rows, onChange, decide, forget, isDecided: decisions.size > 0 };
}

interface Offer { readonly supplierId: string; readonly supplierName: string; readonly supplierCode: string; readonly search: string; readonly price?: string | null; readonly reason?: string; readonly orderBefore: string; readonly isLate: number; readonly note: string }

/** Who offers the material of the line to its site, best first, with price and the last moment to order. */
export const supplierSource: RefSource = {
  async search(text, row, signal) {
    const wanted = text.trim().toLowerCase();
    const offers = await get<readonly Offer[]>(`${CALL}/suppliersForLine`, { id: row.key }, signal);
    return offers.filter((offer) => wanted === '' || `${offer.search} ${offer.supplierCode}`.toLowerCase().includes(wanted)).map((offer) => ({
      id: offer.supplierId, name: offer.supplierName, code: offer.supplierCode, note: offer.note || (offer.reason ?? ''), ...(offer.price == null ? {} : { price: Decimal.of(offer.price).toFixed(2) }),
      values: { price: offer.price ?? null, orderBefore: offer.orderBefore, isLate: offer.isLate },
    }));
  },
};
