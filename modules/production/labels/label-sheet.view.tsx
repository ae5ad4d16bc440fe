import { useQuery } from '@tanstack/react-query';
import { Alert, Modal, Segmented, Skeleton } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { useText } from '../../../kernel/web/i18n.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import type { Sheet } from '../../print/content.rules.ts';
import { type Paper, papers } from '../../print/papers.rules.ts';
import { PRINTED_MAX, printPreview, printRecords } from '../../print/print.calls.ts';
import { PrintedSheets } from '../../print/printed-sheets.view.tsx';
import { SheetRoom } from '../../print/sheet-room.view.tsx';
import { productionTexts } from '../production.texts.ts';
import { gearLabel } from './label.resource.ts';

const SIZES = ['40x30', '60x40', '80x50'] as const satisfies readonly Paper[];
type Size = (typeof SIZES)[number];
const SIZE_STORED = 'label-size';
const storedSize = (): Size => SIZES.find((each) => each === readStored<string>(SIZE_STORED, '')) ?? '80x50';

export interface LabelSheetProps {
  readonly ids: readonly string[];
  /** On how many of each; default one. */
  readonly copies?: number;
  readonly onClose: () => void;
}

/** Food labels as they will be, on the paper that is in the printer; what is printed is kept with its content. */
export function LabelSheet({ ids, copies = 1, onClose }: LabelSheetProps): ReactNode {
  const word = useWords(productionTexts);
  const text = useText();
  const notify = useNotify();
  const [size, setSize] = useState<Size>(storedSize);
  const [printed, setPrinted] = useState<readonly Sheet[]>();
  const [busy, setBusy] = useState(false);
  const asked = { printed: gearLabel.name, paper: size };
  const found = useQuery({
    queryKey: ['food-labels', size, ...ids],
    queryFn: ({ signal }) => request(printPreview, { ...asked, ids: ids.slice(0, PRINTED_MAX) }, { signal }),
  });
  const over = useCallback(() => onClose(), [onClose]);
  const choose = (chosen: Size): void => {
    setSize(chosen);
    writeStored(SIZE_STORED, chosen);
  };
  const print = async (): Promise<void> => {
    setBusy(true);
    try {
      const all: Sheet[] = [];
      for (let from = 0; from < ids.length; from += PRINTED_MAX) {
        const some = ids.slice(from, from + PRINTED_MAX);
        all.push(...(await request(printRecords, { ...asked, ids: some, copies })).sheets);
      }
      setPrinted(all);
      await invalidateLists(gearLabel);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('labels.print')}
      okText={word('labels.do', { count: ids.length * copies })}
      okButtonProps={{ disabled: found.data === undefined }}
      confirmLoading={busy}
      cancelText={text('cancel')}
      onOk={() => void print()}
      onCancel={onClose}
    >
      <Segmented<Size>
        aria-label={word('labels.size')}
        value={size}
        onChange={choose}
        options={SIZES.map((value) => ({ value, label: `${papers[value].width} × ${papers[value].height} mm` }))}
      />
      {found.error !== null && <Alert type="error" showIcon title={found.error.message} />}
      {found.isPending && <Skeleton active />}
      <SheetRoom sheets={found.data?.sheets ?? []} paper={size} />
      {printed !== undefined && <PrintedSheets sheets={printed} paper={size} copies={copies} onOver={over} />}
    </Modal>
  );
}
