import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { get, intent } from '../../parts/client/api.ts';
import { ApiError } from '../../parts/client/errors.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { useCloseTabAndGo, useTitle } from '../../parts/hooks/own-tab.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import { useWords } from '../../parts/language/language.ts';
import { issuingTexts } from './issuing.texts.ts';
import { received } from './out-store.calls.ts';
import { outStore } from './out-store.document.ts';
import {
  isDifferent,
  isLess,
  isSame,
  isUnmeasured,
  receiptOf,
  secondOf,
  sentLots,
  type SentLot,
  type Signed,
} from './signing-entry.rules.ts';
import { stepFor, Stepper } from './stepper.view.tsx';
import './issuing.css';

type Row = WholeRecord<typeof outStore>;
const CAUSES = ['cause.short', 'cause.damaged', 'cause.spoiled', 'cause.wrong'] as const;

/** Signing at the stall: all as sent with one press, or line by line what differs and why. */
export default function OutStoreReceivingPage() {
  const { id = '' } = useParams();
  const word = useWords(issuingTexts);
  const text = useText();
  const found = useQuery({
    queryKey: ['detail', 'outStore', id],
    queryFn: ({ signal }) => get<Row>('/store-management/invoutstore/detail', { id }, signal),
  });
  useTitle(found.data === undefined ? undefined : `${word('receive.title')} ${found.data.billCode}`);
  if (found.error !== null && found.data === undefined)
    return (
      <Alert
        type="error"
        showIcon
        title={found.error instanceof ApiError ? found.error.message : text('error.unknown')}
      />
    );
  if (found.data === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <Signing bill={found.data} />;
}

/** Lots as they are signed for: what came of each, what is missing to go on, and the receipt, once. */
function useSigning(bill: Row) {
  const word = useWords(issuingTexts);
  const notify = useNotify();
  const leaveFor = useCloseTabAndGo();
  const lots = useMemo(() => sentLots(bill), [bill]);
  const [open, setOpen] = useState<string>();
  const [signed, setSigned] = useState<Readonly<Record<string, Signed>>>({});
  const [busy, setBusy] = useState(false);
  const refused = useRefused();
  const once = useMemo(() => intent(), []);
  const signOf = (lot: SentLot): Signed => signed[lot.pickId] ?? { qty: lot.sent, cause: '' };
  const different = lots.filter((lot) => isDifferent(lot, signOf(lot)));
  const set = (lot: SentLot, change: Partial<Signed>): void =>
    setSigned((now) => ({ ...now, [lot.pickId]: { ...signOf(lot), ...change } }));
  /** Opens the first lot that lacks a measure or a cause, and says so. */
  const isComplete = (): boolean => {
    const unmeasured = different.find((lot) => isUnmeasured(lot, signOf(lot)));
    const silent = different.find((lot) => isLess(lot, signOf(lot)) && signOf(lot).cause.trim() === '');
    const [first] = [unmeasured, silent].filter((lot) => lot !== undefined);
    if (first === undefined) return true;
    setOpen(first.pickId);
    notify.warn(
      unmeasured === undefined
        ? word('cause.need', { material: first.material })
        : word('measure.need', { material: first.material, unit: first.second!.unit }),
    );
    return false;
  };
  const receive = async (): Promise<void> => {
    if (!isComplete()) return;
    const body = receiptOf(bill.id, lots, signOf);
    setBusy(true);
    refused.forget();
    try {
      await request(received, body, { key: once.keyFor(body) });
      await invalidateLists(outStore);
      notify.done(
        word(different.length === 0 ? 'received' : 'received.open', { bill: bill.billCode, count: different.length }),
      );
      leaveFor(`${outStore.path ?? ''}/${bill.id}`);
    } catch (error) {
      if (!refused.show(word('receive.title'), error)) notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { lots, open, setOpen, signOf, set, different, receive, busy, banner: refused.banner() };
}

function Signing({ bill }: { readonly bill: Row }) {
  const word = useWords(issuingTexts);
  const { lots, open, setOpen, signOf, set, different, receive, busy, banner } = useSigning(bill);
  return (
    <div className="pick-page">
      <header>
        <h1 className="page-title figures" tabIndex={-1}>
          {bill.billCode}
        </h1>
        <p className="soft">
          {word('from', { place: bill.warehouseName })} → {bill.toLocationName}
        </p>
        <p className="soft">{word('receive.lead')}</p>
      </header>
      {banner}
      <ul className="sign-lots">
        {lots.map((lot) => (
          <LotRow
            key={lot.pickId}
            lot={lot}
            now={signOf(lot)}
            isOpen={open === lot.pickId}
            onOpen={() => setOpen(open === lot.pickId ? undefined : lot.pickId)}
            onChange={(change) => set(lot, change)}
          />
        ))}
      </ul>
      <div className="pick-buttons is-fixed">
        <Button size="large" type="primary" className="pick-next" loading={busy} onClick={() => void receive()}>
          {different.length === 0 ? word('receive.all') : word('receive.some', { count: different.length })}
        </Button>
      </div>
    </div>
  );
}

interface LotProps {
  readonly lot: SentLot;
  readonly now: Signed;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onChange: (change: Partial<Signed>) => void;
}

/** One lot: what was sent and what came, in both measures where it has two; opened, the figures can be changed. */
function LotRow({ lot, now, isOpen, onOpen, onChange }: LotProps) {
  const word = useWords(issuingTexts);
  const { second } = lot;
  const measured = secondOf(lot, now);
  const differs = isDifferent(lot, now);
  return (
    <li className={differs ? 'is-different' : ''}>
      <button type="button" className="sign-face" aria-expanded={isOpen} onClick={onOpen}>
        <span>
          <strong>{lot.material}</strong>
          <span className="soft figures">{lot.batchCode}</span>
        </span>
        <span className="figures sign-figures">
          <Figure sent={lot.sent} now={now.qty} unit={lot.unit} />
          {second !== undefined && <Figure sent={second.sent} now={measured} unit={second.unit} />}
        </span>
      </button>
      {isOpen && (
        <div className="sign-more">
          <Stepper
            value={now.qty}
            unit={lot.unit}
            step={stepFor(lot.sent)}
            label={lot.material}
            less={word('less')}
            more={word('more')}
            onChange={(qty) => onChange({ qty })}
          />
          {second !== undefined && (
            <Stepper
              value={measured}
              unit={second.unit}
              step={second.isWeight ? '0.1' : '1'}
              label={`${lot.material} ${second.unit}`}
              less={word('less')}
              more={word('more')}
              wrong={isUnmeasured(lot, now)}
              onChange={(value) => onChange({ second: value })}
            />
          )}
          {isUnmeasured(lot, now) && (
            <p className="field-fault" role="alert">
              {word('measure.anew', { unit: second!.unit })}
            </p>
          )}
          {isLess(lot, now) && (
            <>
              <div className="pick-reasons">
                {CAUSES.map((cause) => (
                  <button
                    key={cause}
                    type="button"
                    aria-pressed={now.cause === word(cause)}
                    onClick={() => onChange({ cause: word(cause) })}
                  >
                    {word(cause)}
                  </button>
                ))}
              </div>
              <Input
                size="large"
                maxLength={200}
                placeholder={word('cause')}
                aria-label={word('cause')}
                value={now.cause}
                onChange={(event) => onChange({ cause: event.target.value })}
              />
            </>
          )}
        </div>
      )}
    </li>
  );
}

/** A figure; where it is another than was sent, that one struck out before it. */
function Figure({ sent, now, unit }: { readonly sent: string; readonly now: string; readonly unit: string }) {
  const differs = !isSame(now, sent);
  return (
    <span>
      {differs && <s className="soft">{sent}</s>}{' '}
      <strong className={differs ? 'pick-short' : ''}>{now === '' ? '?' : now}</strong>{' '}
      <span className="unit">{unit}</span>
    </span>
  );
}
