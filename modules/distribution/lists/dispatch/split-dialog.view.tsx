import { Button, Input, Modal, Select } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Decimal } from '../../../../kernel/core/decimal.ts';
import { request } from '../../../../kernel/web/request.ts';
import { useAsyncAction } from '../../../../kernel/web/use-async-action.ts';
import { useWords } from '../../../../parts/language/language.ts';
import { listCalls } from '../lists.calls.ts';
import type { DispatchLine } from './dispatch.rules.ts';
import { dispatchTexts } from './dispatch.texts.ts';
import type { Dispatch } from './use-dispatch.view.ts';

interface Part {
  readonly qty: string;
  readonly supplierId: string;
}
const isFigure = (text: string): boolean => /^\d{1,12}(\.\d{1,6})?$/.test(text.trim());

interface Props {
  readonly dispatch: Dispatch;
  readonly line: DispatchLine;
  readonly onClose: () => void;
  readonly onSaved: (count: number) => void;
}
/** One line in parts, each with a supplier of its own; saved once they add up. */
export function SplitDialog({ dispatch, line, onClose, onSaved }: Props): ReactNode {
  const word = useWords(dispatchTexts);
  const { busy, run } = useAsyncAction();
  const [parts, setParts] = useState<readonly Part[]>([
    { qty: '', supplierId: '' },
    { qty: '', supplierId: '' },
  ]);
  const offers = useQuery({
    queryKey: ['distribution', 'suppliers', dispatch.kind, line.id],
    queryFn: ({ signal }) => request(listCalls[dispatch.kind].getSupplier, { ids: line.id }, { signal }),
  });
  const change = (at: number, of: Partial<Part>): void =>
    setParts(parts.map((part, nr) => (nr === at ? { ...part, ...of } : part)));
  const sum = Decimal.sum(parts.flatMap((part) => (isFigure(part.qty) ? [Decimal.of(part.qty.trim())] : [])));
  const isWhole = parts.every((part) => isFigure(part.qty)) && sum.equals(Decimal.of(line.qty));
  const send = (): Promise<void> =>
    run(async () => {
      await request(listCalls[dispatch.kind].splitDetail, {
        id: line.id,
        revisions: [line.revision],
        parts: parts.map((part) => ({ qty: part.qty.trim(), supplierId: part.supplierId || null })),
      });
      onSaved(parts.length);
      await dispatch.reload();
    });
  return (
    <Modal
      open
      title={word('split.title', { qty: line.qty, unit: line.unitName, name: line.materialName })}
      okText={word('split')}
      cancelText={word('cancel')}
      okButtonProps={{ disabled: !isWhole, loading: busy }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="dispatch-parts">
        {parts.map((part, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no other name than their place
          <div key={at} className="dispatch-part">
            <Input
              aria-label={word('part', { nr: at + 1 })}
              inputMode="decimal"
              placeholder={word('part', { nr: at + 1 })}
              suffix={line.unitName}
              value={part.qty}
              onChange={(event) => change(at, { qty: event.target.value })}
            />
            <Select
              aria-label={word('supplier')}
              value={part.supplierId}
              options={[
                { value: '', label: word('part.own') },
                ...(offers.data ?? []).map((offer) => ({ value: offer.supplierId, label: offer.supplierName })),
              ]}
              onChange={(supplierId) => change(at, { supplierId })}
            />
          </div>
        ))}
        <Button size="small" onClick={() => setParts([...parts, { qty: '', supplierId: '' }])}>
          {word('part.add')}
        </Button>
        <p className={isWhole ? 'tone-done-text' : 'tone-look-text'}>
          {word('sum', { sum: sum.toString(), qty: `${line.qty} ${line.unitName}` })}
        </p>
      </div>
    </Modal>
  );
}
