import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { intent } from '../../../parts/client/api.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useWords } from '../../../parts/language/language.ts';
import { useStore } from '../../../parts/state/store.ts';
import { uploading } from '../../../parts/pictures/stored-files.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import type { preDifference } from '../in-store.calls.ts';
import { useDockAddress } from './dock-address.view.ts';
import { useRefused } from '../../../parts/notifications/use-refused.tsx';
import { withCauseForAll } from './claim-causes.rules.ts';
import { dockTexts } from './dock.texts.ts';
import { useStoredEntry } from './use-stored-entry.view.ts';

/** What is claimed of a line that came short, wrong or damaged. */
export type Claim = TypeOf<typeof preDifference.answer>['details'][number];
/** The claims as far as they were filled in, and the differences they were about: once those change, it starts anew. */
interface StoredClaims {
  readonly about: string;
  readonly claims: readonly Claim[];
}
const aboutOf = (claims: readonly Claim[]): string =>
  JSON.stringify(claims.map(({ detailId, qty, differenceType }) => [detailId, qty, differenceType]));

/** The differences of a bill as the server proposes them, and the claims that explain them; undefined until read. */
export function useClaims(id: string) {
  const { preDifference: propose } = useDockAddress();
  const proposal = useQuery({
    queryKey: ['detail', 'inStore', id, 'differences'],
    queryFn: () => request(propose, { instoreId: id }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const { stored, store, forget } = useStoredEntry<StoredClaims>('inStore.differences', id);
  const [claims, setClaims] = useState<readonly Claim[]>();
  const details = proposal.data?.details;
  useEffect(() => {
    if (details === undefined || stored === undefined) return;
    const proposed = details.filter((claim) => claim.settlesItself === 0);
    setClaims(stored.entry?.about === aboutOf(proposed) ? stored.entry.claims : proposed);
  }, [details, stored]);
  const write = (edit: (before: readonly Claim[]) => readonly Claim[]): void =>
    setClaims((before) => {
      const next = edit(before!);
      store({ about: aboutOf((details ?? []).filter((claim) => claim.settlesItself === 0)), claims: next });
      return next;
    });
  const change = (at: number, patch: Partial<Claim>): void =>
    write((before) => before.map((claim, index) => (index === at ? { ...claim, ...patch } : claim)));
  const causeForAll = (cause: string): void => write((before) => withCauseForAll(before, cause));
  const clear = async (): Promise<void> => {
    await forget();
    setClaims([]);
  };
  return {
    claims,
    selfSettling: (details ?? []).filter((claim) => claim.settlesItself === 1),
    change,
    causeForAll,
    clear,
  };
}

interface RecordOptions {
  readonly id: string;
  readonly billCode: string;
  readonly claims: readonly Claim[];
  readonly clear: () => Promise<void>;
  readonly onRecorded: () => void;
}

/** Records the claims, once, and completes the bill where that is wanted; refusals by place of their claim. */
export function useRecordClaims({ id, billCode, claims, clear, onRecorded }: RecordOptions) {
  const notify = useNotify();
  const { doDifference, completeReceiving, of } = useDockAddress();
  const text = useWords(dockTexts);
  const [complaints, setComplaints] = useState<Readonly<Record<number, string>>>({});
  const [busy, setBusy] = useState(false);
  const isUploading = useStore(uploading) > 0;
  const refused = useRefused();
  const once = useMemo(() => intent(), []);
  const record = async (complete: boolean): Promise<void> => {
    if (isUploading) return;
    setBusy(true);
    setComplaints({});
    refused.forget();
    try {
      const body = bodyOf(id, claims);
      if (claims.length > 0) await request(doDifference, body, { key: once.keyFor(body) });
      await clear();
      if (complete) await request(completeReceiving, { billId: id });
      notify.done(text(complete ? 'completed' : 'difference', { bill: billCode }));
      onRecorded();
    } catch (error) {
      if (!refused.show(text(complete ? 'complete' : 'difference'), error)) notify.error(error);
      if (error instanceof ApiError)
        setComplaints(
          Object.fromEntries(
            error.problems.flatMap(({ line, message }) => (line === undefined ? [] : [[line - 1, message] as const])),
          ),
        );
    } finally {
      setBusy(false);
      await invalidateLists(of);
    }
  };
  return { record, complaints, busy, isUploading, banner: refused.banner() };
}

const bodyOf = (instoreId: string, claims: readonly Claim[]) => ({
  instoreId,
  details: claims.map(({ detailId, qty, differenceType, bearer, outcome, cause, picturesFiles }) => ({
    detailId,
    qty,
    differenceType,
    bearer,
    outcome,
    cause,
    pictures: picturesFiles.map((photo) => photo.id),
  })),
});
