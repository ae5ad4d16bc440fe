import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import { get, intent, post } from '../../kernel/web/api.ts';
import { ApiError } from '../../kernel/web/errors.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { renewLists } from '../../kernel/web/list/list-data.ts';
import { useLeaveFor, useTitle } from '../../kernel/web/shell/tab-pages.tsx';
import { useTell } from '../../kernel/web/tell.tsx';
import { useWords } from '../../kernel/web/words.ts';
import { issuingTexts } from './issuing.texts.ts';
import { outStore } from './out-store.document.ts';
import { stepFor, Stepper } from './stepper.view.tsx';
import './issuing.css';

type Row = Readonly<Record<string, unknown>>;
interface SentLot { readonly pickId: string; readonly material: string; readonly batchCode: string; readonly sent: string; readonly unit: string }
interface Signed { readonly qty: string; readonly cause: string }
const said = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const CAUSES = ['cause.short', 'cause.damaged', 'cause.spoiled', 'cause.wrong'] as const;

/** Lots that were sent, in the unit of their line. */
function sentIn(bill: Row): readonly SentLot[] {
  const details = new Map(((bill['details'] ?? []) as readonly Row[]).map((line) => [said(line['id']), line]));
  return ((bill['picks'] ?? []) as readonly Row[]).map((pick) => {
    const line = details.get(said(pick['detailId']));
    const factor = Decimal.isText(said(line?.['factor'])) ? Decimal.of(said(line?.['factor'])) : Decimal.one;
    return { pickId: said(pick['id']), material: said(pick['materialName']), batchCode: said(pick['batchCode']) || said(pick['batchName']), sent: Decimal.of(said(pick['baseQty'])).dividedBy(factor).rounded(6).toString(), unit: said(line?.['unitName']) };
  });
}

/** Signing at the stall: all as sent with one press, or line by line what differs and why. */
export default function OutStoreReceivingPage() {
  const { id = '' } = useParams();
  const word = useWords(issuingTexts);
  const text = useText();
  const found = useQuery({ queryKey: ['detail', 'outStore', id], queryFn: ({ signal }) => get<Row>('/store-management/invoutstore/detail', { id }, signal) });
  useTitle(found.data === undefined ? undefined : `${word('receive.title')} ${said(found.data['billCode'])}`);
  if (found.error !== null && found.data === undefined) return <Alert type="error" showIcon title={found.error instanceof ApiError ? found.error.message : text('error.unknown')} />;
  if (found.data === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <Signing bill={found.data} />;
}

function Signing({ bill }: { readonly bill: Row }) {
  const word = useWords(issuingTexts);
  const tell = useTell();
  const leaveFor = useLeaveFor();
  const lots = useMemo(() => sentIn(bill), [bill]);
  const [open, setOpen] = useState<string>();
  const [signed, setSigned] = useState<Readonly<Record<string, Signed>>>({});
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const signOf = (lot: SentLot): Signed => signed[lot.pickId] ?? { qty: lot.sent, cause: '' };
  const isLess = (lot: SentLot): boolean => { const { qty } = signOf(lot); return !Decimal.isText(qty) || Decimal.of(qty).isBelow(Decimal.of(lot.sent)); };
  const different = lots.filter((lot) => signOf(lot).qty !== lot.sent);
  const set = (lot: SentLot, change: Partial<Signed>): void => setSigned((now) => ({ ...now, [lot.pickId]: { ...signOf(lot), ...change } }));

  const receive = async (): Promise<void> => {
    const silent = different.find((lot) => isLess(lot) && signOf(lot).cause.trim() === '');
    if (silent !== undefined) {
      setOpen(silent.pickId);
      return tell.look(word('cause.need', { material: silent.material }));
    }
    const body = { id: bill['id'], details: different.map((lot) => ({ pickId: lot.pickId, receivedQty: signOf(lot).qty, cause: signOf(lot).cause.trim() })) };
    setBusy(true);
    try {
      await post('/store-management/invoutstore/received', { json: body, key: once.keyFor(body) });
      await renewLists(outStore as unknown as Declaration);
      tell.done(different.length === 0 ? word('received', { bill: said(bill['billCode']) }) : word('received.open', { bill: said(bill['billCode']), count: different.length }));
      leaveFor(`${outStore.path ?? ''}/${said(bill['id'])}`);
    } catch (error) {
      tell.trouble(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="pick-page">
      <header>
        <h1 className="page-title figures" tabIndex={-1}>{said(bill['billCode'])}</h1>
        <p className="soft">{word('from', { place: said(bill['warehouseName']) })} → {said(bill['toLocationName'])}</p>
        <p className="soft">{word('receive.lead')}</p>
      </header>
      <ul className="sign-lots">
        {lots.map((lot) => {
          const now = signOf(lot);
          const differs = now.qty !== lot.sent;
          return (
            <li key={lot.pickId} className={differs ? 'is-different' : ''}>
              <button type="button" className="sign-face" aria-expanded={open === lot.pickId} onClick={() => setOpen(open === lot.pickId ? undefined : lot.pickId)}>
                <span><strong>{lot.material}</strong><span className="soft figures">{lot.batchCode}</span></span>
                <span className="figures">{differs && <s className="soft">{lot.sent}</s>} <strong className={differs ? 'pick-short' : ''}>{now.qty}</strong> <span className="unit">{lot.unit}</span></span>
              </button>
              {open === lot.pickId && (
                <div className="sign-more">
                  <Stepper value={now.qty} unit={lot.unit} step={stepFor(lot.sent)} label={lot.material} less={word('less')} more={word('more')} onChange={(qty) => set(lot, { qty })} />
                  {isLess(lot) && (
                    <>
                      <div className="pick-reasons">{CAUSES.map((cause) => <button key={cause} type="button" aria-pressed={now.cause === word(cause)} onClick={() => set(lot, { cause: word(cause) })}>{word(cause)}</button>)}</div>
                      <Input size="large" maxLength={200} placeholder={word('cause')} aria-label={word('cause')} value={now.cause} onChange={(event) => set(lot, { cause: event.target.value })} />
                    </>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <div className="pick-buttons is-fixed"><Button size="large" type="primary" className="pick-next" loading={busy} onClick={() => void receive()}>{different.length === 0 ? word('receive.all') : word('receive.some', { count: different.length })}</Button></div>
    </div>
  );
}
