import { useQuery } from '@tanstack/react-query';
import { Alert, InputNumber, Modal, Segmented, Skeleton } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { QrCode } from '../../../parts/paper/qr-code.tsx';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import { stockTexts } from '../stock.texts.ts';
import * as calls from './stock-batch.calls.ts';
import './lot-labels.css';

type LotLabel = TypeOf<typeof calls.lotLabels.answer>[number];

/** Papers labels are printed on: width and height in millimetres. The roll is cut after each label. */
const SIZES = { '40x30': [40, 30], '60x40': [60, 40], '80mm': [80, 50] } as const;
type Size = keyof typeof SIZES;
const SIZE_STORED = 'label-size';
const COPIES_MAX = 99;

export interface LabelsProps {
  readonly batchIds: readonly string[];
  readonly placeId: string;
  readonly onClose: () => void;
}

/** Labels of lots as they will be, on the paper that is in the printer; the browser prints them. */
export function LotLabels({ batchIds, placeId, onClose }: LabelsProps): ReactNode {
  const word = useWords(stockTexts);
  const text = useText();
  const [size, setSize] = useState<Size>(storedSize);
  const [copies, setCopies] = useState(1);
  const [isPrinting, setPrinting] = useState(false);
  const found = useQuery({
    queryKey: ['stock-page', 'labels', placeId, ...batchIds],
    queryFn: ({ signal }) => request(calls.lotLabels, { batchIds: batchIds.join(','), placeId }, { signal }),
  });
  const labels = found.data ?? [];
  useEffect(() => {
    if (!isPrinting) return undefined;
    const over = (): void => setPrinting(false);
    window.addEventListener('afterprint', over);
    window.print();
    return () => window.removeEventListener('afterprint', over);
  }, [isPrinting]);
  const choose = (chosen: Size): void => {
    setSize(chosen);
    writeStored(SIZE_STORED, chosen);
  };
  return (
    <Modal
      open
      title={word('label.print')}
      okText={word('label.do', { count: labels.length * copies })}
      okButtonProps={{ disabled: labels.length === 0 }}
      cancelText={text('cancel')}
      onOk={() => setPrinting(true)}
      onCancel={onClose}
    >
      <div className="label-choices">
        <Segmented<Size>
          aria-label={word('label.size')}
          value={size}
          onChange={choose}
          options={[
            { value: '40x30', label: '40 × 30 mm' },
            { value: '60x40', label: '60 × 40 mm' },
            { value: '80mm', label: '80 mm' },
          ]}
        />
        <label className="soft">
          {word('label.copies')}{' '}
          <InputNumber
            min={1}
            max={COPIES_MAX}
            precision={0}
            value={copies}
            onChange={(count) => setCopies(count ?? 1)}
          />
        </label>
      </div>
      {found.error !== null && <Alert type="error" showIcon title={found.error.message} />}
      {found.isPending && <Skeleton active />}
      <div className="label-preview">
        {labels.map((label) => (
          <Label key={label.batchId} label={label} size={size} />
        ))}
      </div>
      {isPrinting && <Sheets labels={labels} size={size} copies={copies} />}
    </Modal>
  );
}

const storedSize = (): Size => {
  const stored = readStored<Size>(SIZE_STORED, '60x40');
  return stored in SIZES ? stored : '60x40';
};

/** What the printer is given: each label as a sheet of its own. */
function Sheets({ labels, size, copies }: { labels: readonly LotLabel[]; size: Size; copies: number }): ReactNode {
  const [width, height] = SIZES[size];
  return createPortal(
    <article className="paper lot-labels">
      {labels.flatMap((label) =>
        Array.from({ length: copies }, (_, copy) => (
          <Label key={`${label.batchId}-${copy}`} label={label} size={size} />
        )),
      )}
      <style>{`@page lot-label { size: ${width}mm ${height}mm; margin: 0; @bottom-right { content: none } }`}</style>
    </article>,
    document.body,
  );
}

/** The day a lot expires, or the minute its clock runs out. */
const expiryOf = ({ useBy, expiryDate }: LotLabel): string | null => useBy?.slice(0, 16) ?? expiryDate;

/** One label. What it is called comes first; what must be read from afar is large. */
function Label({ label, size }: { readonly label: LotLabel; readonly size: Size }): ReactNode {
  const word = useWords(stockTexts);
  const until = expiryOf(label);
  return (
    <section className={`lot-label is-${size}`}>
      <QrCode of={label.code} />
      <div className="lot-label-words">
        <strong>{label.materialName}</strong>
        {label.spec !== '' && size !== '40x30' && <span>{label.spec}</span>}
        {label.openedTime !== null && <span>{`${word('opened')} ${label.openedTime.slice(5, 16)}`}</span>}
        {label.thawedTime !== null && <span>{`${word('thawed')} ${label.thawedTime.slice(5, 16)}`}</span>}
        <b>{until === null ? word('label.no-expiry') : word('label.until', { day: until })}</b>
        <span>{label.placeName}</span>
        <span className="lot-label-code">{label.batchCode}</span>
      </div>
    </section>
  );
}
