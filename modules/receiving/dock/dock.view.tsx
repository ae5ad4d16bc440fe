import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { request } from '../../../kernel/web/request.ts';
import { DockLine } from './dock-line.view.tsx';
import { DockScale } from './dock-scale.view.tsx';
import { DockScan } from './dock-scan.view.tsx';
import { dockTexts } from './dock.texts.ts';
import { useDockAddress } from './dock-address.view.ts';
import {
  type Delivery,
  type Proposal,
  type Receive,
  type StoredDelivery,
  useDelivery,
  useReceive,
} from './use-delivery.view.ts';
import { useStoredEntry } from './use-stored-entry.view.ts';
import './dock.css';

interface DockProps {
  readonly id: string;
  /** Why goods may be refused: value and word. */
  readonly reasons: readonly (readonly [string, string])[];
  readonly onClose: () => void;
}

/** Where a delivery is received: one line after the other, by keyboard at the desk and by thumb on the phone. */
export function Dock({ id, reasons, onClose }: DockProps): ReactNode {
  const { preReceiving } = useDockAddress();
  const proposal = useQuery({
    queryKey: ['detail', 'inStore', id, 'dock'],
    queryFn: () => request(preReceiving, { instoreId: id }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const { stored, store, forget } = useStoredEntry<StoredDelivery>('inStore.dock', id);
  const [restarts, setRestarts] = useState(0);
  const restart = useCallback(() => void forget().then(() => setRestarts((times) => times + 1)), [forget]);
  if (proposal.data === undefined || stored === undefined) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <ReceiveDelivery
      key={restarts}
      id={id}
      proposal={proposal.data}
      stored={restarts > 0 ? undefined : stored.entry}
      store={store}
      forget={forget}
      onRestart={restart}
      reasons={reasons}
      onClose={onClose}
    />
  );
}

interface DeliveryProps extends DockProps {
  readonly proposal: Proposal;
  readonly stored: StoredDelivery | undefined;
  readonly store: (delivery: StoredDelivery) => void;
  readonly forget: () => Promise<unknown>;
  readonly onRestart: () => void;
}

function ReceiveDelivery({
  id,
  proposal,
  stored,
  store,
  forget,
  onRestart,
  reasons,
  onClose,
}: DeliveryProps): ReactNode {
  const phone = usePhone();
  const text = useWords(dockTexts);
  const delivery = useDelivery({ proposal, stored, store });
  const { entries } = delivery;
  const receive = useReceive({ id, billCode: proposal.billCode, delivery, forget, onReceived: onClose });
  return (
    <section
      ref={delivery.root}
      className={phone ? 'dock is-phone' : 'dock'}
      aria-label={text('receive', { count: entries.length })}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void receive.receive();
      }}
    >
      <DockHead id={id} proposal={proposal} delivery={delivery} onClose={onClose} />
      {receive.banner}
      {stored !== undefined && (
        <p className="dock-resumed soft">
          {text('resumed')}{' '}
          <Button size="small" type="link" onClick={onRestart}>
            {text('anew')}
          </Button>
        </p>
      )}
      {entries.length === 0 ? (
        <p className="dock-empty soft">{text('nothing')}</p>
      ) : (
        <DockLines delivery={delivery} reasons={reasons} />
      )}
      <DockFoot delivery={delivery} receive={receive} />
    </section>
  );
}

interface HeadProps {
  readonly id: string;
  readonly proposal: Proposal;
  readonly delivery: Delivery;
  readonly onClose: () => void;
}
function DockHead({ id, proposal, delivery, onClose }: HeadProps): ReactNode {
  const text = useWords(dockTexts);
  const phone = usePhone();
  const { deliveryNo, setDeliveryNo } = delivery;
  return (
    <header className="dock-head">
      <div>
        <h1 className="page-title figures" tabIndex={-1}>
          {proposal.billCode}
        </h1>
        <p className="soft">
          {[
            proposal.supplierName || proposal.vendorName || proposal.fromLocationName,
            proposal.warehouseName || proposal.factoryWarehouseName,
          ]
            .filter(Boolean)
            .join(' → ')}
        </p>
      </div>
      <DockScan id={id} delivery={delivery} />
      <DockScale delivery={delivery} />
      {!phone && (
        <label className="dock-field dock-note">
          <span>{text('deliveryNo')}</span>
          <input value={deliveryNo} maxLength={40} onChange={(event) => setDeliveryNo(event.target.value)} />
        </label>
      )}
      <Button onClick={onClose}>{text('back')}</Button>
    </header>
  );
}

function DockLines({ delivery, reasons }: Pick<DockProps, 'reasons'> & { readonly delivery: Delivery }): ReactNode {
  const language = useLanguage();
  const phone = usePhone();
  return (
    <ol className="dock-lines">
      {delivery.entries.map((entry, at) => (
        <DockLine
          key={entry.line.detailId}
          entry={entry}
          at={at}
          isCurrent={at === delivery.current}
          isPhone={phone}
          language={language}
          today={delivery.today}
          reasons={reasons}
          complaint={delivery.complaints[entry.line.detailId]}
          onChange={delivery.change}
          onEdit={delivery.edit}
          onPhotos={delivery.setPhotos}
          onSelect={delivery.setCurrent}
          onCheck={delivery.check}
        />
      ))}
    </ol>
  );
}

/** How many lines were checked, and the buttons that check the current one and receive all. */
function DockFoot({ delivery, receive }: { readonly delivery: Delivery; readonly receive: Receive }): ReactNode {
  const text = useWords(dockTexts);
  const phone = usePhone();
  const { entries, current, button, check } = delivery;
  const checked = entries.filter((entry) => entry.isChecked).length;
  const allChecked = checked === entries.length;
  return (
    <footer className="dock-foot">
      <span role="status" className="figures">
        {receive.isUploading
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
          loading={receive.busy || receive.isUploading}
          disabled={receive.count === 0}
          onClick={() => void receive.receive()}
        >
          {text('receive', { count: receive.count })}
        </Button>
      )}
    </footer>
  );
}
