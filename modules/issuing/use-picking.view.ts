import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import { post } from '../../kernel/web/api.ts';
import { draftKey, dropDraft, readDraft, writeDraft } from '../../kernel/web/drafts.ts';

export interface ProposedPick { readonly batchId: string; readonly batchCode: string; readonly expiryDate: string; readonly qty: string; readonly fefoRank: number }
export interface PickLine {
  readonly id: string; readonly lineNo: number; readonly materialName: string; readonly materialCode: string; readonly unitName: string; readonly openQty: string;
  readonly proposedPicks: readonly ProposedPick[]; readonly shortage: string;
}
export interface PickBill {
  readonly id: string; readonly version: number; readonly billCode: string; readonly status: string; readonly toLocationName: string; readonly warehouseName: string; readonly needTime: string; readonly details: readonly PickLine[];
}
/** What a picker entered for a line. */
export interface Entry { readonly qty: Readonly<Record<string, string>>; readonly shortReason: string; readonly overrideReason: string; readonly done: boolean }
export type Entries = Readonly<Record<string, Entry>>;

const figure = (text: string | undefined): Decimal => (text !== undefined && Decimal.isText(text) ? Decimal.of(text) : Decimal.zero);
export const entryOf = (line: PickLine, entries: Entries): Entry => entries[line.id] ?? { qty: Object.fromEntries(line.proposedPicks.map((pick) => [pick.batchId, pick.qty])), shortReason: '', overrideReason: '', done: false };
export const takenOf = (entry: Entry): Decimal => Decimal.sum(Object.values(entry.qty).map(figure));
/** Positive: short; negative: too much. */
export const missingOf = (line: PickLine, entry: Entry): Decimal => Decimal.of(line.openQty).minus(takenOf(entry));
/** A lot that expires later is taken while an earlier one is not taken as proposed. */
export const skipsFirst = (line: PickLine, entry: Entry): boolean =>
  line.proposedPicks.some((early, at) => figure(entry.qty[early.batchId]).isBelow(Decimal.of(early.qty)) && line.proposedPicks.slice(at + 1).some((late) => figure(entry.qty[late.batchId]).isPositive()));

export const bodyOf = (bill: PickBill, entries: Entries, keepOpen: boolean) => ({
  id: bill.id, keepOpen: keepOpen ? '1' : '0',
  details: bill.details.filter((line) => line.openQty !== '0').flatMap((line) => {
    const entry = entryOf(line, entries);
    // With the rest kept open, a line nobody looked at stays in the store.
    if (!entry.done && keepOpen) return [{ detailId: line.id, picks: [] }];
    const picks = line.proposedPicks.filter((pick) => figure(entry.qty[pick.batchId]).isPositive()).map((pick) => ({ batchId: pick.batchId, qty: entry.qty[pick.batchId], overrideReason: entry.overrideReason }));
    return [{ detailId: line.id, picks, ...(entry.shortReason === '' ? {} : { shortReason: entry.shortReason }) }];
  }),
});

/** The bill with its proposed lots, and what was picked so far; a dead battery costs nothing. */
export function usePicking(id: string) {
  const key = useMemo(() => draftKey('outStore.pick', id), [id]);
  const bill = useQuery({ queryKey: ['detail', 'outStore', id, 'pick'], queryFn: ({ signal }) => post<PickBill>('/store-management/invoutstore/prePicking', { json: { id }, signal }), staleTime: 60_000 });
  const [entries, setEntries] = useState<Entries>();
  useEffect(() => {
    readDraft(key).then((found) => setEntries((found?.values['entries'] as Entries | undefined) ?? {}), () => setEntries({}));
  }, [key]);
  const write = useCallback((lineId: string, entry: Entry): void => {
    setEntries((now) => {
      const next = { ...now, [lineId]: entry };
      void writeDraft(key, { values: { entries: next }, lines: {}, version: undefined, savedAt: Date.now() }).catch(() => undefined);
      return next;
    });
  }, [key]);
  const forget = useCallback(() => dropDraft(key).catch(() => undefined), [key]);
  return { bill: bill.data, error: bill.error, reload: bill.refetch, entries, write, forget };
}
