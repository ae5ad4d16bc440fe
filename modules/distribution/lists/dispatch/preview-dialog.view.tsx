import { Alert, Checkbox, Input, Modal, Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../../../parts/language/language.ts';
import { amountText, centsText, priceText } from '../../../../parts/quantities/amount.rules.ts';
import { shownQuantity } from '../../../../parts/quantities/shown-quantity.rules.ts';
import { useNotify } from '../../../../kernel/web/use-notify.tsx';
import { request } from '../../../../kernel/web/request.ts';
import type { TypeOf } from '../../../../kernel/core/shape.ts';
import { ApiError } from '../../../../parts/client/errors.ts';
import { listCalls, type ListCalls } from '../lists.calls.ts';
import type { DispatchLine } from './dispatch.rules.ts';
import { dispatchTexts } from './dispatch.texts.ts';
import type { Dispatch } from './use-dispatch.view.ts';

export interface Wanted {
  readonly supplierId: string | null;
  readonly materialId: string | null;
}
type Preview = TypeOf<ListCalls['previewBatch']['answer']>;
/** Rows that are painted; the sums say the rest. */
const SHOWN = 100;

interface Props {
  readonly dispatch: Dispatch;
  readonly wanted: Wanted;
  readonly onClose: () => void;
  readonly onSaved: (count: number) => void;
}

/** Every line before and after, with what a person has to know, before anything is saved. */
export function PreviewDialog({ dispatch, wanted, onClose, onSaved }: Props): ReactNode {
  const word = useWords(dispatchTexts);
  const notify = useNotify();
  const { kind, chosen } = dispatch;
  // What was looked at is what is saved, also where the list is read again meanwhile.
  const [lines] = useState(chosen.lines);
  const [reason, setReason] = useState('');
  const [confirmed, setConfirmed] = useState(false);
  const [busy, setBusy] = useState(false);
  const body = { ids: lines.map((line) => line.id), revisions: lines.map((line) => line.revision), ...wanted };
  const found = useQuery({
    queryKey: ['distribution', 'preview', kind, body.ids, wanted],
    queryFn: ({ signal }) => request(listCalls[kind].previewBatch, body, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
  const preview = found.data;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await request(listCalls[kind].updateBatchSupplierOrMaterial, {
        ...body,
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        confirmAllergens: confirmed ? 1 : 0,
      });
      onSaved(lines.length);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
      await dispatch.reload();
    }
  };
  const isBarred =
    preview === undefined || preview.refusals.length > 0 || (preview.allergenCount > 0 && !confirmed);
  return (
    <Modal
      open
      width={920}
      title={word('preview.title')}
      okText={word('save', { count: lines.length })}
      cancelText={word('cancel')}
      okButtonProps={{ disabled: isBarred, loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {preview === undefined ? (
        found.error === null ? (
          <Skeleton active paragraph={{ rows: 6 }} />
        ) : (
          <Alert
            type="error"
            showIcon
            title={found.error instanceof ApiError ? found.error.message : word('failed')}
          />
        )
      ) : preview.refusals.length > 0 ? (
        <Alert
          type="error"
          showIcon
          title={preview.refusals.map((each) => (
            <div key={each}>{each}</div>
          ))}
        />
      ) : (
        <>
          <Sums preview={preview} />
          <Warnings preview={preview} />
          {preview.allergenCount > 0 && (
            <Checkbox checked={confirmed} onChange={(event) => setConfirmed(event.target.checked)}>
              {word('confirm')}
            </Checkbox>
          )}
          <Lines preview={preview} lines={lines} />
          <label className="dispatch-reason">
            {word('reason')}
            <Input
              value={reason}
              maxLength={200}
              placeholder={word('reason.hint')}
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
        </>
      )}
    </Modal>
  );
}

function Sums({ preview }: { readonly preview: Preview }): ReactNode {
  const word = useWords(dispatchTexts);
  if (preview.amountDiff == null) return null;
  const isMore = !preview.amountDiff.startsWith('-') && preview.amountDiff !== '0.00';
  return (
    <dl className="dispatch-sums">
      <dt>{word('before')}</dt>
      <dd>{amountText(preview.amountBefore ?? '0')}</dd>
      <dt>{word('after')}</dt>
      <dd>{amountText(preview.amountAfter ?? '0')}</dd>
      <dt>{word('diff')}</dt>
      <dd className={isMore ? 'tone-look-text' : 'tone-done-text'}>
        {isMore ? '+' : ''}
        {amountText(preview.amountDiff)}
      </dd>
    </dl>
  );
}

function Warnings({ preview }: { readonly preview: Preview }): ReactNode {
  const word = useWords(dispatchTexts);
  const warnings = [
    preview.lateCount > 0 ? word('warn.late', { count: preview.lateCount }) : '',
    preview.afterNeedCount > 0 ? word('warn.need', { count: preview.afterNeedCount }) : '',
    preview.allergenCount > 0
      ? word('warn.allergens', { count: preview.allergenCount, names: preview.allergenNames.join('、') })
      : '',
    preview.noPriceCount > 0 ? word('warn.price', { count: preview.noPriceCount }) : '',
    preview.worseCount > 0 ? word('warn.worse', { count: preview.worseCount }) : '',
  ].filter(Boolean);
  return (
    <Alert
      type={warnings.length === 0 ? 'success' : 'warning'}
      showIcon
      title={warnings.length === 0 ? word('warn.none') : warnings.map((each) => <div key={each}>{each}</div>)}
    />
  );
}

/** Those with something to look out for first. */
function Lines({ preview, lines }: { readonly preview: Preview; readonly lines: readonly DispatchLine[] }): ReactNode {
  const word = useWords(dispatchTexts);
  const of = new Map(lines.map((line) => [line.id, line]));
  const weight = (line: Preview['lines'][number]): number =>
    line.allergens.length * 8 + line.new.isLate * 4 + line.new.afterNeed * 2;
  const sorted = preview.lines.toSorted((a, b) => weight(b) - weight(a));
  return (
    <div className="dispatch-changes" role="region" aria-label={word('preview.title')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{word('site')}</th>
            <th>{word('material')}</th>
            <th>{word('supplier')}</th>
            {preview.amountDiff != null && <th className="figures">{word('price')}</th>}
            {preview.amountDiff != null && <th className="figures">{word('amount')}</th>}
            <th>{word('orderBefore')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, SHOWN).map((line) => (
            <tr key={line.id}>
              <th scope="row">{of.get(line.id)?.siteName}</th>
              <td>
                <Changed old={line.old.materialName} now={line.new.materialName} />
                <small>
                  <Changed
                    old={`${shownQuantity(line.old.qty, line.old.unitName).figure} ${line.old.unitName}`}
                    now={`${shownQuantity(line.new.qty, line.new.unitName).figure} ${line.new.unitName}`}
                  />
                </small>
              </td>
              <td>
                <Changed old={line.old.supplierName || word('none')} now={line.new.supplierName || word('none')} />
              </td>
              {preview.amountDiff != null && (
                <>
                  <td className="figures">
                    <Changed old={shownPrice(line.old.price)} now={shownPrice(line.new.price)} />
                  </td>
                  <td className="figures">
                    {line.new.amount == null ? '—' : centsText(line.new.amount)}
                  </td>
                </>
              )}
              <td className={line.new.isLate === 1 ? 'tone-stop-text' : undefined}>
                <Changed old={line.old.orderBefore.slice(5, 16) || '—'} now={line.new.orderBefore.slice(5, 16) || '—'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > SHOWN && <p className="soft">{word('more', { count: sorted.length - SHOWN })}</p>}
    </div>
  );
}

const shownPrice = (price: string | null | undefined): string => (price == null ? '—' : priceText(price));

function Changed({ old, now }: { readonly old: string; readonly now: string }): ReactNode {
  if (old === now) return now;
  return (
    <>
      <del>{old}</del> <ins>{now}</ins>
    </>
  );
}
