import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
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
import { uploading } from '../../parts/pictures/stored-files.ts';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import { useWords } from '../../parts/language/language.ts';
import { issuingTexts } from './issuing.texts.ts';
import { received } from './out-store.calls.ts';
import { outStore } from './out-store.document.ts';
import {
  isDifferent,
  isHalfSaid,
  isLess,
  isSame,
  isUnmeasured,
  needsPhoto,
  overOf,
  receiptOf,
  secondOf,
  sentLots,
  type SentLot,
  type Signed,
} from './signing-entry.rules.ts';
import { SignedClaim } from './claims/signed-claim.view.tsx';
import { stepFor, Stepper } from './stepper.view.tsx';
import './issuing.css';

type Row = WholeRecord<typeof outStore>;

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
  const opensCases = (bill as { readonly opensCases?: unknown }).opensCases === 1;
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
    const lacking = (what: (lot: SentLot) => boolean): SentLot | undefined => different.find(what);
    const faults = [
      [unmeasured, 'measure.need'],
      [lacking((lot) => isSaid(lot, signOf(lot)) && signOf(lot).cause.trim() === ''), 'cause.need'],
      [
        opensCases ? lacking((lot) => needsPhoto(lot, signOf(lot)) && !signOf(lot).photos?.length) : undefined,
        'photos.need',
      ],
      [opensCases ? lacking((lot) => isHalfSaid(lot, signOf(lot))) : undefined, 'instead.need'],
    ] as const;
    const [first, fault] = faults.find(([lot]) => lot !== undefined) ?? [];
    if (first === undefined || fault === undefined) return true;
    setOpen(first.pickId);
    notify.warn(word(fault, { material: first.material, unit: first.second?.unit ?? '' }));
    return false;
  };
  const receive = async (): Promise<void> => {
    if (!isComplete()) return;
    if (uploading.get() > 0) return notify.warn(word('photos.travel'));
    const body = receiptOf(bill.id, lots, signOf, opensCases);
    setBusy(true);
    refused.forget();
    try {
      await request(received, body, { key: once.keyFor(body) });
      await invalidateLists(outStore);
      notify.done(
        word(different.length === 0 ? 'received' : opensCases ? 'received.cases' : 'received.open', {
          bill: bill.billCode,
          count: different.length,
          place: bill.warehouseName,
        }),
      );
      leaveFor(`${outStore.path ?? ''}/${bill.id}`);
    } catch (error) {
      if (!refused.show(word('receive.title'), error)) notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { lots, opensCases, open, setOpen, signOf, set, different, receive, busy, banner: refused.banner() };
}

function Signing({ bill }: { readonly bill: Row }) {
  const word = useWords(issuingTexts);
  const { lots, opensCases, open, setOpen, signOf, set, different, receive, busy, banner } = useSigning(bill);
  return (
    <div className="pick-page">
      <header>
        <h1 className="page-title figures" tabIndex={-1}>
          {bill.billCode}
        </h1>
        <p className="soft">
          {word('from', { place: bill.warehouseName })} → {bill.toLocationName}
        </p>
        <p className="soft">
          {word('receive.lead')}
          {opensCases && ` ${word('lead.cases', { place: bill.warehouseName })}`}
        </p>
      </header>
      {banner}
      <ul className="sign-lots">
        {lots.map((lot) => (
          <LotRow
            key={lot.pickId}
            lot={lot}
            now={signOf(lot)}
            opensCases={opensCases}
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
  readonly opensCases: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onChange: (change: Partial<Signed>) => void;
}

/** One lot: what was sent and what came, in both measures where it has two; opened, the figures can be changed. */
function LotRow({ lot, now, opensCases, isOpen, onOpen, onChange }: LotProps) {
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
          {isSaid(lot, now) && <SignedClaim lot={lot} now={now} opensCases={opensCases} onChange={onChange} />}
        </div>
      )}
    </li>
  );
}

/** Something is to be said of it: less came, or more. */
const isSaid = (lot: SentLot, signed: Signed): boolean => isLess(lot, signed) || overOf(lot, signed) !== undefined;

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
