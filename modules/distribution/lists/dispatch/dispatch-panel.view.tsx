import { Button, Dropdown, Empty, Radio, Segmented, Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useState } from 'react';
import { useWords } from '../../../../parts/language/language.ts';
import { amountText, unitPriceText } from '../../../../parts/quantities/amount.rules.ts';
import { request } from '../../../../kernel/web/request.ts';
import { listCalls } from '../lists.calls.ts';
import type { Wanted } from './preview-dialog.view.tsx';
import { Countdown } from './dispatch-grid.view.tsx';
import type { DispatchLine } from './dispatch.rules.ts';
import { dispatchTexts } from './dispatch.texts.ts';
import type { Dispatch } from './use-dispatch.view.ts';

/** An address holds no more ids than this; of so many lines these stand for all. */
const ASKED_MAX = 200;
const askedOf = (lines: readonly DispatchLine[]): string =>
  lines
    .slice(0, ASKED_MAX)
    .map((line) => line.id)
    .join(',');

export type SourceKind = 'direct' | 'factory' | 'warehouse' | 'self';
interface Props {
  readonly dispatch: Dispatch;
  readonly may: boolean;
  readonly ref?: Ref<HTMLDivElement>;
  readonly onPreview: (wanted: Wanted) => void;
  readonly onSplit: () => void;
  readonly onMove: (kind: SourceKind) => void;
}

/** What is chosen, and what may become of it: another supplier, another material, another source. */
export function DispatchPanel({ dispatch, may, ref, onPreview, onSplit, onMove }: Props): ReactNode {
  const word = useWords(dispatchTexts);
  const [part, setPart] = useState<'suppliers' | 'substitutes'>('suppliers');
  const { chosen, kind, setIds } = dispatch;
  const { lines } = chosen;
  if (lines.length === 0)
    return (
      <aside className="dispatch-panel is-empty" aria-label={word('suppliers')}>
        <p className="soft">{word('chosen.none')}</p>
        <p className="soft dispatch-keys">{word('keys')}</p>
      </aside>
    );
  const same = sameSupplier(dispatch);
  const moves = (['direct', 'factory', 'warehouse', 'self'] as const).filter(
    (each) => (each === 'direct') !== (kind === 'straight') || each === 'self',
  );
  return (
    <aside className="dispatch-panel" aria-label={word('suppliers')} ref={ref} tabIndex={-1}>
      <header>
        <strong>{word('chosen', { lines: lines.length, sites: chosen.sites })}</strong>
        {chosen.amount !== null && <span className="figures">{amountText(chosen.amount)}</span>}
        <Button type="link" size="small" onClick={() => setIds(new Set())}>
          {word('clear')}
        </Button>
      </header>
      {same.length > lines.length && (
        <Button size="small" onClick={() => setIds(new Set(same.map((line) => line.id)))}>
          {word('chosen.same', { count: same.length })}
        </Button>
      )}
      {may && (
        <>
          <div className="dispatch-acts">
            <Segmented
              aria-label={word('suppliers')}
              value={part}
              options={[
                { value: 'suppliers', label: word('suppliers') },
                { value: 'substitutes', label: word('substitutes') },
              ]}
              onChange={(next) => setPart(next as 'suppliers')}
            />
            {lines.length === 1 && (
              <Button size="small" onClick={onSplit}>
                {word('split')}
              </Button>
            )}
            <Dropdown
              menu={{ items: moves.map((each) => ({ key: each, label: word(`move.${each}`), onClick: () => onMove(each) })) }}
            >
              <Button size="small">{word('move')}</Button>
            </Dropdown>
          </div>
          {part === 'suppliers' ? (
            <Suppliers dispatch={dispatch} onPreview={onPreview} />
          ) : (
            <Substitutes dispatch={dispatch} onPreview={onPreview} />
          )}
        </>
      )}
    </aside>
  );
}

/** Open lines of the one supplier the chosen ones have. */
function sameSupplier({ all, chosen }: Dispatch): readonly DispatchLine[] {
  const suppliers = new Set(chosen.lines.map((line) => line.supplierId));
  const [only] = suppliers;
  return suppliers.size === 1 && only !== ''
    ? all.filter((line) => line.supplierId === only && line.lineStatus === 'open')
    : [];
}

type Choosing = Pick<Props, 'dispatch' | 'onPreview'>;

function Suppliers({ dispatch: { kind, chosen, now }, onPreview }: Choosing): ReactNode {
  const word = useWords(dispatchTexts);
  const [picked, setPicked] = useState<string>();
  const ids = askedOf(chosen.lines);
  const offers = useQuery({
    queryKey: ['distribution', 'suppliers', kind, ids],
    queryFn: ({ signal }) => request(listCalls[kind].getSupplier, { ids }, { signal }),
  });
  if (offers.data === undefined) return offers.error === null ? <Skeleton active /> : <Empty description={word('failed')} />;
  if (offers.data.length === 0) return <Empty description={word('suppliers.none')} />;
  return (
    <>
      <Radio.Group className="dispatch-offers" value={picked} onChange={(event) => setPicked(event.target.value as string)}>
        {offers.data.map((offer) => (
          <Radio key={offer.supplierId} value={offer.supplierId}>
            <span className="dispatch-offer">
              <strong>{offer.supplierName}</strong>
              <span className="figures">{offer.price == null ? '' : unitPriceText(offer.price, offer.unitName)}</span>
              <small>
                {[
                  offer.grade === '' ? '' : word('grade', { grade: offer.grade.toUpperCase() }),
                  word('lead', { days: offer.leadDays }),
                  offer.agreementNo === '' ? '' : word('agreed', { no: offer.agreementNo }),
                  offer.share == null ? '' : word('share', { share: offer.share }),
                  chosen.lines.length > 1 && chosen.lines.length <= ASKED_MAX ? word('able', { lines: offer.lines }) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              <small>
                <Countdown line={{ orderBefore: offer.orderBefore, lineStatus: 'open' }} now={now} />
              </small>
            </span>
          </Radio>
        ))}
      </Radio.Group>
      <Button
        type="primary"
        block
        disabled={picked === undefined}
        onClick={() => onPreview({ supplierId: picked!, materialId: null })}
      >
        {word('preview')}
      </Button>
    </>
  );
}

function Substitutes({ dispatch: { kind, chosen }, onPreview }: Choosing): ReactNode {
  const word = useWords(dispatchTexts);
  const [picked, setPicked] = useState<string>();
  const ids = askedOf(chosen.lines);
  const { materialId } = chosen;
  const found = useQuery({
    enabled: materialId !== undefined,
    queryKey: ['distribution', 'substitutes', kind, materialId, ids],
    queryFn: ({ signal }) => request(listCalls[kind].getMaterialReplace, { ids }, { signal }),
  });
  if (materialId === undefined) return <Empty description={word('substitutes.one')} />;
  if (found.data === undefined) return found.error === null ? <Skeleton active /> : <Empty description={word('failed')} />;
  if (found.data.length === 0) return <Empty description={word('substitutes.none')} />;
  return (
    <>
      <Radio.Group className="dispatch-offers" value={picked} onChange={(event) => setPicked(event.target.value as string)}>
        {found.data.map((other) => (
          <Radio key={`${other.kind} ${other.materialId}`} value={other.materialId} disabled={other.allowed === 0}>
            <span className="dispatch-offer">
              <strong>{other.materialName}</strong>
              <span className="figures">{other.ratio === null ? '' : word('ratio', { ratio: other.ratio })}</span>
              <small>
                {other.reason || word('there', { qty: other.availableQty, soon: other.expiringQty })}
                {other.priceDiff == null ? '' : ` · ${amountText(other.priceDiff)}`}
              </small>
              {other.allergens.length > 0 && (
                <small className="tone-stop-text">{word('brings', { names: other.allergens.join('、') })}</small>
              )}
            </span>
          </Radio>
        ))}
      </Radio.Group>
      <Button
        type="primary"
        block
        disabled={picked === undefined}
        onClick={() => onPreview({ supplierId: null, materialId: picked! })}
      >
        {word('preview')}
      </Button>
    </>
  );
}
