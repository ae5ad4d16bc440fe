import { useQuery } from '@tanstack/react-query';
import { Alert, InputNumber, Modal, Segmented, Skeleton } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { request } from '../../../kernel/web/request.ts';
import { useWords, type Words } from '../../../parts/language/language.ts';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import type { Sheet } from '../../print/content.rules.ts';
import { type Paper, papers, sheetOf } from '../../print/papers.rules.ts';
import { PrintedSheets } from '../../print/printed-sheets.view.tsx';
import { SheetRoom } from '../../print/sheet-room.view.tsx';
import { stockTexts } from '../stock.texts.ts';
import * as calls from './stock-batch.calls.ts';
import './lot-labels.css';

type LotLabel = TypeOf<typeof calls.lotLabels.answer>[number];

/** Papers labels are printed on. */
const SIZES = ['40x30', '60x40', '80x50'] as const satisfies readonly Paper[];
type Size = (typeof SIZES)[number];
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
  const sheets = labels.map((label) => sheetOfLot(label, size, word));
  const over = useCallback(() => setPrinting(false), []);
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
          options={SIZES.map((value) => ({ value, label: `${papers[value].width} × ${papers[value].height} mm` }))}
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
      <SheetRoom sheets={sheets} paper={size} />
      {isPrinting && <PrintedSheets sheets={sheets} paper={size} copies={copies} onOver={over} />}
    </Modal>
  );
}

const storedSize = (): Size => {
  const stored = readStored<string>(SIZE_STORED, '');
  return SIZES.find((each) => each === stored) ?? '60x40';
};

/** The day a lot expires, or the minute its clock runs out. */
const expiryOf = ({ useBy, expiryDate }: LotLabel): string | null => useBy?.slice(0, 16) ?? expiryDate;

/** One label. What it is called comes first; what must be read from afar is large. */
function sheetOfLot(label: LotLabel, size: Size, word: Words<keyof typeof stockTexts>): Sheet {
  const { batchId, batchCode, code, materialName, spec, openedTime, thawedTime, placeName } = label;
  const until = expiryOf(label);
  const expiry = until === null ? word('label.no-expiry') : word('label.until', { day: until });
  return {
    id: batchId,
    title: batchCode,
    ...sheetOf(size, 0),
    blocks: [
      {
        is: 'label',
        code,
        strong: expiry,
        words: [
          materialName,
          size === '40x30' ? '' : spec,
          openedTime === null ? '' : `${word('opened')} ${openedTime.slice(5, 16)}`,
          thawedTime === null ? '' : `${word('thawed')} ${thawedTime.slice(5, 16)}`,
          expiry,
          placeName,
          batchCode,
        ].filter((each) => each !== ''),
      },
    ],
  };
}
