import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fill } from '../../kernel/core/label.ts';
import { intent } from '../../parts/client/api.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useLanguage } from '../../parts/language/language.ts';
import { usePhone } from '../../parts/hooks/screen.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { uploading } from '../../kernel/web/kinds/stored-files.ts';
import { useStore } from '../../parts/state/store.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { DockLine } from './dock-line.view.tsx';
import {
  asksOverride,
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
import { dockTexts, type DockText } from './dock.texts.ts';
import * as calls from './in-store.calls.ts';
import { inStore } from './in-store.document.ts';
import { useStoredEntry } from './use-stored-entry.view.ts';
import './dock.css';

type Proposal = TypeOf<typeof calls.preReceiving.answer>;
/** What was entered of a delivery, as this device keeps it. */
interface StoredDelivery {
  readonly entries: readonly Entry[];
  readonly deliveryNo: string;
}
interface DockProps {
  readonly id: string;
  readonly reasons: readonly (readonly [string, string])[];
  readonly onLeave: () => void;
}

/** Where a delivery is received: one line after the other, by keyboard at the desk and by thumb on the phone. */
export function Dock({ id, reasons, onLeave }: DockProps): ReactNode {
  const proposal = useQuery({
    queryKey: ['detail', 'inStore', id, 'dock'],
    queryFn: () => request(calls.preReceiving, { instoreId: id }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const { found, keep, forget } = useStoredEntry<StoredDelivery>('inStore.dock', id);
  const [anew, setAnew] = useState(0);
  const startAnew = useCallback(() => void forget().then(() => setAnew((times) => times + 1)), [forget]);
  if (proposal.data === undefined || found === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <Delivery
      key={anew}
      id={id}
      proposal={proposal.data}
      kept={anew > 0 ? undefined : found.kept}
      keep={keep}
      forget={forget}
      onAnew={startAnew}
      reasons={reasons}
      onLeave={onLeave}
    />
  );
}

interface DeliveryProps extends DockProps {
  readonly proposal: Proposal;
  readonly kept: StoredDelivery | undefined;
  readonly keep: (kept: StoredDelivery) => void;
  readonly forget: () => Promise<unknown>;
  readonly onAnew: () => void;
}

function Delivery({ id, proposal, kept, keep, forget, onAnew, reasons, onLeave }: DeliveryProps): ReactNode {
  const language = useLanguage();
  const phone = usePhone();
  const today = proposal.arriveTime.slice(0, 10);
  const notify = useNotify();
  const text = (key: DockText, places: Record<string, unknown> = {}): string => fill(dockTexts[key][language], places);
  const [entries, setEntries] = useState<readonly Entry[]>(() =>
    resumed(entriesOf(proposal.details), kept?.entries ?? []),
  );
  const [current, setCurrent] = useState(0);
  const [deliveryNo, setDeliveryNo] = useState(kept?.deliveryNo ?? '');
  const [complaints, setComplaints] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const filesTravel = useStore(uploading) > 0;
  const once = useMemo(() => intent(), []);
  const latest = useRef(entries);
  latest.current = entries;
  const button = useRef<HTMLButtonElement>(null);
  const root = useRef<HTMLElement>(null);
  const begun = useRef({ entries, deliveryNo });
  useEffect(() => {
    if (entries !== begun.current.entries || deliveryNo !== begun.current.deliveryNo) keep({ entries, deliveryNo });
  }, [entries, deliveryNo, keep]);

  const stand = useCallback(
    (at: number, field: EntryField | 'receive' = 'acceptedQty') => {
      if (field === 'receive') {
        button.current?.focus();
        return;
      }
      setCurrent(at);
      // The phone opens the card first; its field is there a frame later.
      requestAnimationFrame(() => {
        // Another bill may be received in another tab.
        const input = root.current?.querySelector<HTMLElement>(`#dock-${at}-${field}`);
        input?.closest('li')?.scrollIntoView({ block: phone ? 'center' : 'nearest' });
        if (!phone) input?.focus();
      });
    },
    [phone],
  );
  // Whoever goes on stands at the first line nobody looked at yet.
  useEffect(
    () =>
      stand(
        Math.max(
          0,
          latest.current.findIndex((entry) => !entry.isChecked),
        ),
      ),
    [stand],
  );

  const change = useCallback((at: number, field: EntryField, typed: string) => {
    setEntries((before) => before.map((entry, index) => (index === at ? withField(entry, field, typed) : entry)));
    setComplaints({});
  }, []);
  const photograph = useCallback(
    (at: number, pictures: readonly Photo[]) =>
      setEntries((before) => before.map((entry, index) => (index === at ? { ...entry, pictures } : entry))),
    [],
  );
  const check = useCallback(
    (at: number) => {
      const entry = latest.current[at]!;
      const refusal = entryRefusal(entry, today);
      if (refusal !== undefined)
        return stand(
          at,
          refusal.field === 'acceptedQty'
            ? 'acceptedQty'
            : asksOverride(entry, refusal, false)
              ? 'overrideReason'
              : 'productionDate',
        );
      const missing = missingField(entry);
      if (missing !== null) return stand(at, missing);
      if (shortOf(entry) !== null && entry.isShortSaid !== true) {
        setEntries(latest.current.map((each, index) => (index === at ? { ...each, isShortSaid: true } : each)));
        return stand(at);
      }
      const next = latest.current.map((each, index) => (index === at ? { ...each, isChecked: true } : each));
      setEntries(next);
      const following = nextUnchecked(next, at);
      stand(following, following < 0 ? 'receive' : 'acceptedQty');
    },
    [stand, today],
  );
  const find = (wanted: string): void => {
    const sought = wanted.trim().toLowerCase();
    const at =
      sought === ''
        ? -1
        : entries.findIndex(
            ({ line }) =>
              line.materialCode.toLowerCase() === sought || line.materialName.toLowerCase().includes(sought),
          );
    if (at >= 0) stand(at);
  };

  const delivered = deliveredOf(entries);
  const receive = async (): Promise<void> => {
    if (busy || filesTravel || delivered.length === 0) return;
    setBusy(true);
    const body = { instoreId: id, ...(deliveryNo === '' ? {} : { deliveryNo }), details: delivered };
    try {
      await request(calls.doReceiving, body, { key: once.keyFor(body) });
      once.done();
      await forget();
      notify.done(text('received', { bill: proposal.billCode, count: delivered.length }));
      await invalidateLists(inStore);
      onLeave();
    } catch (error) {
      notify.error(error);
      const said = error instanceof ApiError ? error.said : [];
      const named = said.flatMap((each) =>
        each.line === undefined ? [] : [[delivered[each.line - 1]?.detailId ?? '', each.message] as const],
      );
      setComplaints(Object.fromEntries(named));
      const first = entries.findIndex((entry) => entry.line.detailId === named[0]?.[0]);
      if (first >= 0) stand(first);
    } finally {
      setBusy(false);
    }
  };

  const checked = entries.filter((entry) => entry.isChecked).length;
  const allChecked = checked === entries.length;
  return (
    <section
      ref={root}
      className={phone ? 'dock is-phone' : 'dock'}
      aria-label={text('receive', { count: entries.length })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void receive();
      }}
    >
      <header className="dock-head">
        <div>
          <h1 className="page-title figures" tabIndex={-1}>
            {proposal.billCode}
          </h1>
          <p className="soft">{[proposal.supplierName, proposal.warehouseName].filter(Boolean).join(' → ')}</p>
        </div>
        <input
          className="dock-find"
          type="search"
          placeholder={text('find')}
          aria-label={text('find')}
          onKeyDown={(event) => {
            if (event.key === 'Enter') find(event.currentTarget.value);
          }}
        />
        {!phone && (
          <label className="dock-field dock-note">
            <span>{text('deliveryNo')}</span>
            <input value={deliveryNo} maxLength={40} onChange={(event) => setDeliveryNo(event.target.value)} />
          </label>
        )}
        <Button onClick={onLeave}>{text('back')}</Button>
      </header>
      {kept !== undefined && (
        <p className="dock-resumed soft">
          {text('resumed')}{' '}
          <Button size="small" type="link" onClick={onAnew}>
            {text('anew')}
          </Button>
        </p>
      )}
      {entries.length === 0 ? (
        <p className="dock-empty soft">{text('nothing')}</p>
      ) : (
        <ol className="dock-lines">
          {entries.map((entry, at) => (
            <DockLine
              key={entry.line.detailId}
              entry={entry}
              at={at}
              isCurrent={at === current}
              isPhone={phone}
              language={language}
              today={today}
              reasons={reasons}
              complaint={complaints[entry.line.detailId]}
              onChange={change}
              onPhotos={photograph}
              onStand={setCurrent}
              onCheck={check}
            />
          ))}
        </ol>
      )}
      <footer className="dock-foot">
        <span role="status" className="figures">
          {filesTravel
            ? text('photosTravel')
            : allChecked
              ? text('all')
              : text('counted', { done: checked, all: entries.length })}
        </span>
        {!phone && <small className="soft">{text('keys')}</small>}
        {phone && !allChecked && (
          <Button size="large" type="primary" onClick={() => check(current)}>
            {text('check')}
          </Button>
        )}
        {(!phone || checked > 0) && (
          <Button
            ref={button}
            size={phone ? 'large' : 'middle'}
            type={phone && !allChecked ? 'default' : 'primary'}
            loading={busy || filesTravel}
            disabled={delivered.length === 0}
            onClick={() => void receive()}
          >
            {text('receive', { count: delivered.length })}
          </Button>
        )}
      </footer>
    </section>
  );
}
