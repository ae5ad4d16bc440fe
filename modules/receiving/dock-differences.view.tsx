import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { fill } from '../../kernel/core/label.ts';
import { intent } from '../../parts/client/api.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useLanguage } from '../../parts/language/language.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { uploading } from '../../kernel/web/kinds/stored-files.ts';
import { useStore } from '../../parts/state/store.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { dockTexts, type DockText } from './dock.texts.ts';
import { DockPhotos } from './dock-photos.view.tsx';
import { bearers, differenceTypes, outcomes } from './in-store-difference.document.ts';
import * as calls from './in-store.calls.ts';
import { inStore } from './in-store.document.ts';
import { useStoredEntry } from './use-stored-entry.view.ts';
import './dock.css';

type Claimed = TypeOf<typeof calls.preDifference.answer>['details'][number];
/** The claims as far as they were filled in, and what they were about: another delivery since, and they begin anew. */
interface StoredClaims {
  readonly about: string;
  readonly claims: readonly Claimed[];
}
const aboutOf = (claims: readonly Claimed[]): string =>
  JSON.stringify(claims.map(({ detailId, qty, differenceType }) => [detailId, qty, differenceType]));
/** Without a photo nobody believes these. */
const SEEN_ONLY: ReadonlySet<string> = new Set(['damaged', 'wrong']);
type ClaimField = 'qty' | 'differenceType' | 'bearer' | 'outcome' | 'cause';
/** What may become of goods a supplier did not deliver. */
const OFFERED = outcomes.filter(([value]) => ['wait', 'cancel-rest', 're-buy', 'charge'].includes(value));
const TYPES = differenceTypes.filter(([value]) => value !== 'over');

/** What did not come, proposed with kind, bearer and outcome: a cause beside each, and the bill can be completed. */
export function DockDifferences({
  id,
  billCode,
  onLeave,
}: {
  readonly id: string;
  readonly billCode: string;
  readonly onLeave: () => void;
}): ReactNode {
  const language = useLanguage();
  const notify = useNotify();
  const text = (key: DockText, places: Record<string, unknown> = {}): string => fill(dockTexts[key][language], places);
  const proposal = useQuery({
    queryKey: ['detail', 'inStore', id, 'differences'],
    queryFn: () => request(calls.preDifference, { instoreId: id }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [claims, setClaims] = useState<readonly Claimed[]>();
  const [complaints, setComplaints] = useState<Readonly<Record<number, string>>>({});
  const [busy, setBusy] = useState(false);
  const filesTravel = useStore(uploading) > 0;
  const { found, keep, forget } = useStoredEntry<StoredClaims>('inStore.differences', id);
  const once = useMemo(() => intent(), []);
  useEffect(() => {
    if (proposal.data === undefined || found === undefined) return;
    const proposed = proposal.data.details.filter((claim) => claim.settlesItself === 0);
    setClaims(found.kept?.about === aboutOf(proposed) ? found.kept.claims : proposed);
  }, [proposal.data, found]);
  if (claims === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;
  const selfSettling = proposal.data?.details.filter((claim) => claim.settlesItself === 1) ?? [];

  const change = (at: number, patch: Partial<Claimed>): void =>
    setClaims((before) => {
      const next = before!.map((claim, index) => (index === at ? { ...claim, ...patch } : claim));
      keep({ about: aboutOf(proposal.data?.details.filter((claim) => claim.settlesItself === 0) ?? []), claims: next });
      return next;
    });
  const record = async (complete: boolean): Promise<void> => {
    if (filesTravel) return;
    setBusy(true);
    setComplaints({});
    try {
      const body = {
        instoreId: id,
        details: claims.map(({ detailId, qty, differenceType, bearer, outcome, cause, picturesFiles }) => ({
          detailId,
          qty,
          differenceType,
          bearer,
          outcome,
          cause,
          pictures: picturesFiles.map((photo) => photo.id),
        })),
      };
      if (claims.length > 0) await request(calls.doDifference, body, { key: once.keyFor(body) });
      await forget();
      setClaims([]);
      if (complete) await request(calls.completeReceiving, { billId: id });
      notify.done(text(complete ? 'completed' : 'difference', { bill: billCode }));
      onLeave();
    } catch (error) {
      notify.error(error);
      if (error instanceof ApiError)
        setComplaints(
          Object.fromEntries(
            error.said.flatMap((each) => (each.line === undefined ? [] : [[each.line - 1, each.message] as const])),
          ),
        );
    } finally {
      setBusy(false);
      await invalidateLists(inStore);
    }
  };
  const choose = (
    at: number,
    field: ClaimField,
    key: DockText,
    options: readonly (readonly [string, string, string, ...unknown[]])[],
  ): ReactNode => (
    <label className="dock-field">
      <span>{text(key)}</span>
      <select value={claims[at]![field]} onChange={(event) => change(at, { [field]: event.target.value })}>
        {options.map(([value, zh, en]) => (
          <option key={value} value={value}>
            {language === 'zh' ? zh : en}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section className="dock" aria-label={text('difference')}>
      <header className="dock-head">
        <div>
          <h1 className="page-title figures" tabIndex={-1}>
            {billCode} · {text('difference')}
          </h1>
        </div>
        <Button onClick={onLeave}>{text('back')}</Button>
      </header>
      <Alert
        type="info"
        showIcon
        title={claims.length > 0 ? text('differencesFound', { bill: billCode }) : text('nothingToExplain')}
      />
      <ol className="dock-lines">
        {claims.map((claim, at) => (
          <li
            key={`${claim.detailId}-${at}`}
            className={complaints[at] === undefined ? 'dock-line dock-claim' : 'dock-line dock-claim is-wrong'}
          >
            <div className="dock-what">
              <span className="dock-no figures">{at + 1}</span>
              <strong>{claim.materialName}</strong>
            </div>
            <div className="dock-fields">
              {choose(at, 'differenceType', 'type', TYPES)}
              <label className="dock-field">
                <span>
                  {text('qty')} <small>{claim.unitName}</small>
                </span>
                <input
                  inputMode="decimal"
                  value={claim.qty}
                  onChange={(event) => change(at, { qty: event.target.value })}
                />
              </label>
              {choose(at, 'bearer', 'bearer', bearers)}
              {choose(at, 'outcome', 'outcome', OFFERED)}
              <label className="dock-field is-wide">
                <span>
                  {text('cause')}
                  <i aria-hidden="true"> *</i>
                </span>
                <input
                  autoFocus={at === 0}
                  maxLength={200}
                  value={claim.cause}
                  onChange={(event) => change(at, { cause: event.target.value })}
                />
              </label>
              <DockPhotos
                id={`claim-${at}-pictures`}
                label={text('photos')}
                required={SEEN_ONLY.has(claim.differenceType)}
                photos={claim.picturesFiles}
                onChange={(picturesFiles) => change(at, { picturesFiles })}
              />
            </div>
            {complaints[at] !== undefined && (
              <p className="dock-wrong" role="alert">
                {complaints[at]}
              </p>
            )}
          </li>
        ))}
        {selfSettling.map((claim) => (
          <li key={`self-${claim.detailId}`} className="dock-line dock-claim">
            <div className="dock-what">
              <span className="dock-no">
                <b>✓</b>
              </span>
              <strong>{claim.materialName}</strong>
              <span className="soft figures">
                {claim.qty} {claim.unitName} · {text('settles')}
              </span>
            </div>
          </li>
        ))}
      </ol>
      <footer className="dock-foot">
        <span role="status">{filesTravel ? text('photosTravel') : ''}</span>
        {claims.length > 0 && (
          <Button loading={busy || filesTravel} onClick={() => void record(false)}>
            {text('difference')}
          </Button>
        )}
        <Button type="primary" loading={busy || filesTravel} onClick={() => void record(true)}>
          {text('complete')}
        </Button>
      </footer>
    </section>
  );
}
