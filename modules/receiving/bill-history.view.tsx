import { Input, Modal, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { fill } from '../../kernel/core/label.ts';
import { intent } from '../../parts/client/api.ts';
import type { Values } from '../../kernel/web/form/values.ts';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import { useLanguage } from '../../parts/language/language.ts';
import { picturesFace } from '../../kernel/web/kinds/files.tsx';
import { Status } from '../../kernel/web/kinds/status.tsx';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { LabelButton } from '../stock/lots/lot-label-button.view.tsx';
import { textOf } from '../stock/on-hand/place.view.ts';
import { useDockAddress } from './dock/dock-address.view.ts';
import { dockTexts, type DockText } from './dock/dock.texts.ts';
import type { Photo } from './dock/dock-entry.rules.ts';
import { outcomes } from '../issuing/claims/difference-choices.ts';
import { claimFields, inStoreDifference } from './in-store-difference.document.ts';
import './dock/dock.css';

export interface DeliveryRow {
  readonly id: string;
  readonly receivingCode: string;
  readonly arriveTime: string;
  readonly receiverName: string;
  readonly deliveryNo: string;
  readonly state: string;
  readonly details: readonly {
    readonly materialName: string;
    readonly acceptedQty: string;
    readonly unitName: string;
    readonly batchId: string;
    readonly batchName: string;
    readonly priceDiffers: number;
    readonly picturesFiles: readonly Photo[] | '';
  }[];
}
interface DifferenceRow {
  readonly id: string;
  readonly billCode: string;
  readonly materialName: string;
  readonly unitName: string;
  readonly differenceQty: string;
  readonly outcome: string;
  readonly status: 'waiting' | 'disputed' | 'confirmed';
  readonly picturesFiles: readonly Photo[] | '';
}
/** The deliveries that the detail of a bill answers. */
export const deliveriesIn = (row: Values): readonly DeliveryRow[] =>
  Array.isArray(row['receivings']) ? (row['receivings'] as DeliveryRow[]) : [];

/** What came on the bill and what did not: each delivery in a line, each case with what became of it. */
export function BillHistory({ row }: { readonly row: Values }): ReactNode {
  const language = useLanguage();
  const text = (key: DockText, places: Record<string, unknown> = {}): string => fill(dockTexts[key][language], places);
  const deliveries = deliveriesIn(row);
  const differences = Array.isArray(row['differences']) ? (row['differences'] as DifferenceRow[]) : [];
  if (deliveries.length + differences.length === 0) return null;
  return (
    <div className="bill-history">
      {deliveries.map((delivery) => (
        <div key={delivery.id} className={delivery.state === 'reversed' ? 'is-reversed' : ''}>
          <b className="figures">{delivery.receivingCode}</b>
          <span className="soft figures">
            {[delivery.arriveTime.slice(5, 16), delivery.receiverName, delivery.deliveryNo].filter(Boolean).join(' · ')}
          </span>
          <span>{text('linesCame', { count: delivery.details.length })}</span>
          {delivery.state === 'reversed' && <Status tone="plain" word={text('reversed')} />}
          <Photos of={delivery.details.flatMap((line) => line.picturesFiles || [])} />
          {delivery.details.some((line) => line.priceDiffers === 1) && (
            <Status tone="look" word={text('priceDiffers')} />
          )}
          {delivery.state === 'posted' && <DeliveryLabels of={delivery} placeId={textOf(row['locationId'])} />}
        </div>
      ))}
      {differences.map((difference) => {
        const state = inStoreDifference.life!.states[difference.status];
        const outcome = outcomes.find(([value]) => value === difference.outcome);
        return (
          <div key={difference.id}>
            <GuardedLink to={`/store/invinstoredifference/${difference.id}`} className="figures">
              {difference.billCode}
            </GuardedLink>
            <span>
              {difference.materialName}{' '}
              <span className="figures">
                {difference.differenceQty} {difference.unitName}
              </span>
            </span>
            <span className="soft">{outcome === undefined ? '' : outcome[language === 'zh' ? 1 : 2]}</span>
            <Photos of={difference.picturesFiles || []} />
            <Status tone={state.tone} word={state.label[language]} />
          </div>
        );
      })}
    </div>
  );
}

/** Labels of the lots that came. */
function DeliveryLabels({
  of: { details },
  placeId,
}: {
  readonly of: DeliveryRow;
  readonly placeId: string;
}): ReactNode {
  const batchIds = [...new Set(details.map((line) => textOf(line.batchId)))].filter((id) => id !== '');
  return batchIds.length === 0 || placeId === '' ? null : (
    <LabelButton size="small" batchIds={batchIds} placeId={placeId} />
  );
}

const Photos = ({ of: photos }: { readonly of: readonly Photo[] }): ReactNode =>
  photos.length === 0 ? null : (
    <>
      {picturesFace.cell({
        name: 'pictures',
        field: claimFields.pictures,
        row: { picturesFiles: photos },
        language: 'zh',
      })}
    </>
  );

/** Takes one delivery back, with its reason. */
export function ReverseDialog({
  deliveries,
  onClose,
}: {
  readonly deliveries: readonly DeliveryRow[];
  readonly onClose: () => void;
}): ReactNode {
  const language = useLanguage();
  const notify = useNotify();
  const { reverseReceiving, of } = useDockAddress();
  const text = (key: DockText): string => dockTexts[key][language];
  const posted = deliveries.filter((delivery) => delivery.state === 'posted');
  const [receivingId, setReceivingId] = useState(posted[0]?.id);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const refused = useRefused();
  const once = useMemo(() => intent(), []);
  const reverse = async (): Promise<void> => {
    setBusy(true);
    refused.forget();
    try {
      const body = { receivingId, reason };
      await request(reverseReceiving, body, { key: once.keyFor(body) });
      notify.done(text('reversed'));
      onClose();
    } catch (error) {
      if (!refused.show(text('reverse'), error)) notify.error(error);
    } finally {
      setBusy(false);
      await invalidateLists(of);
    }
  };
  return (
    <Modal
      open
      title={text('reverse')}
      okText={text('reverse')}
      okButtonProps={{ danger: true, loading: busy, disabled: receivingId === undefined || reason.trim().length < 2 }}
      onOk={() => void reverse()}
      onCancel={onClose}
    >
      {refused.banner()}
      <div className="bill-reverse">
        <Select
          value={receivingId ?? null}
          onChange={(id: string) => setReceivingId(id)}
          aria-label={text('reverse')}
          options={posted.map((delivery) => ({
            value: delivery.id,
            label: `${delivery.receivingCode} · ${delivery.arriveTime.slice(5, 16)}`,
          }))}
        />
        <Input.TextArea
          autoFocus
          rows={3}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          placeholder={text('reason')}
          aria-label={text('reason')}
        />
      </div>
    </Modal>
  );
}
