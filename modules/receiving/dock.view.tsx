import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { fill } from '../../kernel/core/label.ts';
import { intent, post } from '../../kernel/web/api.ts';
import { callOf } from '../../kernel/web/catalogue.ts';
import { ApiError } from '../../kernel/web/errors.ts';
import { useLanguage } from '../../kernel/web/i18n.ts';
import { usePhone } from '../../kernel/web/line-grid/use-phone.ts';
import { renewLists } from '../../kernel/web/list/list-data.ts';
import { useTell } from '../../kernel/web/tell.tsx';
import { DockLine } from './dock-line.view.tsx';
import { deliveredOf, entriesOf, entryRefusal, missingField, nextUnchecked, withField, type Entry, type EntryField, type ProposedLine } from './dock-entry.rules.ts';
import { dockTexts, type DockText } from './dock.texts.ts';
import { inStore } from './in-store.document.ts';
import './dock.css';

const declaration = inStore as unknown as Declaration;

interface Proposal {
  readonly billCode: string;
  readonly supplierName: string;
  readonly warehouseName: string;
  readonly details: readonly ProposedLine[];
}
export interface DockProps {
  readonly id: string;
  readonly reasons: readonly (readonly [string, string])[];
  readonly onLeave: () => void;
}

/** Where a delivery is received: one line after the other, by keyboard at the desk and by thumb on the phone. */
export function Dock({ id, reasons, onLeave }: DockProps): ReactNode {
  const proposal = useQuery({ queryKey: ['detail', 'inStore', id, 'dock'], queryFn: () => post<Proposal>(callOf(declaration, 'preReceiving'), { json: { instoreId: id } }), staleTime: Infinity, gcTime: 0 });
  if (proposal.data === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <Delivery id={id} proposal={proposal.data} reasons={reasons} onLeave={onLeave} />;
}

function Delivery({ id, proposal, reasons, onLeave }: DockProps & { readonly proposal: Proposal }): ReactNode {
  const language = useLanguage();
  const phone = usePhone();
  const tell = useTell();
  const text = (key: DockText, places: Record<string, unknown> = {}): string => fill(dockTexts[key][language], places);
  const [entries, setEntries] = useState<readonly Entry[]>(() => entriesOf(proposal.details));
  const [current, setCurrent] = useState(0);
  const [deliveryNo, setDeliveryNo] = useState('');
  const [complaints, setComplaints] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const latest = useRef(entries);
  latest.current = entries;
  const button = useRef<HTMLButtonElement>(null);
  const root = useRef<HTMLElement>(null);

  const stand = useCallback((at: number, field: EntryField | 'receive' = 'acceptedQty') => {
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
  }, [phone]);
  useEffect(() => stand(0), [stand]);

  const change = useCallback((at: number, field: EntryField, typed: string) => {
    setEntries((before) => before.map((entry, index) => (index === at ? withField(entry, field, typed) : entry)));
    setComplaints({});
  }, []);
  const check = useCallback((at: number) => {
    const entry = latest.current[at]!;
    if (entryRefusal(entry) !== undefined) return stand(at);
    const missing = missingField(entry);
    if (missing !== null) return stand(at, missing);
    const next = latest.current.map((each, index) => (index === at ? { ...each, isChecked: true } : each));
    setEntries(next);
    const following = nextUnchecked(next, at);
    stand(following, following < 0 ? 'receive' : 'acceptedQty');
  }, [stand]);
  const find = (wanted: string): void => {
    const sought = wanted.trim().toLowerCase();
    const at = sought === '' ? -1 : entries.findIndex(({ line }) => line.materialCode.toLowerCase() === sought || line.materialName.toLowerCase().includes(sought));
    if (at >= 0) stand(at);
  };

  const delivered = deliveredOf(entries);
  const receive = async (): Promise<void> => {
    if (busy || delivered.length === 0) return;
    setBusy(true);
    const body = { instoreId: id, ...(deliveryNo === '' ? {} : { deliveryNo }), details: delivered };
    try {
      await post(callOf(declaration, 'doReceiving'), { json: body, key: once.keyFor(body) });
      once.done();
      tell.done(text('received', { bill: proposal.billCode, count: delivered.length }));
      await renewLists(declaration);
      onLeave();
    } catch (error) {
      tell.trouble(error);
      const said = error instanceof ApiError ? error.said : [];
      const named = said.flatMap((each) => (each.line === undefined ? [] : [[delivered[each.line - 1]?.['detailId'] ?? '', each.message] as const]));
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
    <section ref={root} className={phone ? 'dock is-phone' : 'dock'} aria-label={text('receive', { count: entries.length })} onKeyDown={(event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void receive(); }}>
      <header className="dock-head">
        <div>
          <h1 className="page-title figures" tabIndex={-1}>{proposal.billCode}</h1>
          <p className="soft">{[proposal.supplierName, proposal.warehouseName].filter(Boolean).join(' → ')}</p>
        </div>
        <input className="dock-find" type="search" placeholder={text('find')} aria-label={text('find')} onKeyDown={(event) => { if (event.key === 'Enter') find(event.currentTarget.value); }} />
        {!phone && <label className="dock-field dock-note"><span>{text('deliveryNo')}</span><input value={deliveryNo} maxLength={40} onChange={(event) => setDeliveryNo(event.target.value)} /></label>}
        <Button onClick={onLeave}>{text('back')}</Button>
      </header>
      {entries.length === 0 ? <p className="dock-empty soft">{text('nothing')}</p> : (
        <ol className="dock-lines">
          {entries.map((entry, at) => (
            <DockLine key={entry.line.detailId} entry={entry} at={at} isCurrent={at === current} isPhone={phone} language={language} reasons={reasons} complaint={complaints[entry.line.detailId]} onChange={change} onStand={setCurrent} onCheck={check} />
          ))}
        </ol>
      )}
      <footer className="dock-foot">
        <span role="status" className="figures">{allChecked ? text('all') : text('counted', { done: checked, all: entries.length })}</span>
        {!phone && <small className="soft">{text('keys')}</small>}
        {phone && !allChecked && <Button size="large" type="primary" onClick={() => check(current)}>{text('check')}</Button>}
        {(!phone || checked > 0) && <Button ref={button} size={phone ? 'large' : 'middle'} type={phone && !allChecked ? 'default' : 'primary'} loading={busy} disabled={delivered.length === 0} onClick={() => void receive()}>{text('receive', { count: delivered.length })}</Button>}
      </footer>
    </section>
  );
}
