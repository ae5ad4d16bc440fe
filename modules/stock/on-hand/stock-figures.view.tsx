import { CheckOutlined, CloseOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { intent } from '../../../parts/client/api.ts';
import { Explained } from '../../../kernel/web/explained.tsx';
import { useText } from '../../../kernel/web/i18n.ts';
import { amountText } from '../../../parts/quantities/amount.rules.ts';
import { queries, useAllowed } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { type Face, textOf, shown, type StockRow } from './place.view.ts';
import { stockTexts } from '../stock.texts.ts';

type Figure = 'qty' | 'holdQty' | 'expiredQty' | 'reservedQty' | 'availableQty' | 'shortQty';
interface FiguresProps {
  readonly row: StockRow;
  readonly face: Face;
}

/** What lies at a place, or at several together. */
type Balance = Readonly<Record<Exclude<Figure, 'shortQty'>, unknown>> & {
  readonly shortQty?: unknown;
  readonly baseUnitName: unknown;
};

const figure = (row: Balance, name: Figure): Decimal => {
  const text = textOf(row[name]);
  return Decimal.isText(text) ? Decimal.of(text) : Decimal.zero;
};

/** 可用 = 现存 − 冻结 − 过期 − 占用, as a sentence one can read, and what is to come beside it. */
export function StockFigures({ row, face }: FiguresProps): ReactNode {
  return (
    <section className="stock-figures">
      <Available row={row} />
      <dl className="stock-more">
        <Planned row={row} face={face} />
        <Details row={row} />
      </dl>
    </section>
  );
}

const TERMS = [
  ['on-hand', 'qty'],
  ['hold', 'holdQty'],
  ['expired', 'expiredQty'],
  ['reserved', 'reservedQty'],
] as const;

/** Why what is available is not what the equation makes of its terms; undefined where it is. */
export function availabilityNote(row: Balance): 'note.over' | 'note.overlap' | undefined {
  const usable = figure(row, 'qty').minus(figure(row, 'holdQty')).minus(figure(row, 'expiredQty'));
  const reserved = figure(row, 'reservedQty');
  const difference = usable.minus(reserved);
  if (difference.equals(figure(row, 'availableQty'))) return undefined;
  return difference.isNegative() || reserved.isAbove(usable) ? 'note.over' : 'note.overlap';
}

/** What is available as an equation, and why it does not add up where it does not. */
export function Available({ row }: { readonly row: Balance }): ReactNode {
  const word = useWords(stockTexts);
  const available = figure(row, 'availableQty');
  const note = availabilityNote(row);
  return (
    <>
      <div className="stock-sentence">
        <div className="stock-figure is-main">
          <span>{word('available')}</span>
          <strong className={available.isZero() ? 'stock-none' : ''}>
            {shown(available.toString())} <small>{textOf(row.baseUnitName)}</small>
          </strong>
        </div>
        {TERMS.map(([key, name], at) => (
          <Fragment key={key}>
            <i aria-hidden="true">{at === 0 ? '=' : '−'}</i>
            <div className="stock-figure">
              <span>{word(key)}</span>
              <strong className={figure(row, name).isZero() ? 'soft' : ''}>{shown(row[name])}</strong>
            </div>
          </Fragment>
        ))}
      </div>
      {note !== undefined && <p className="soft stock-note">{word(note)}</p>}
    </>
  );
}

const COMING = [
  ['transit', 'inTransitQty'],
  ['ordered', 'onOrderQty'],
  ['near', 'nearExpiryQty'],
] as const;

/** What is to come, what shall lie there, and what is short of it. */
function Planned({ row, face }: FiguresProps): ReactNode {
  const word = useWords(stockTexts);
  const unit = textOf(row.baseUnitName);
  const short = figure(row, 'shortQty');
  const available = figure(row, 'availableQty');
  return (
    <>
      {COMING.map(([key, name]) => (
        <div key={key}>
          <dt>{word(key)}</dt>
          <dd className="figures">
            {shown(row[name])} <span className="unit">{unit}</span>
          </dd>
        </div>
      ))}
      <div>
        <dt>{word('safety')}</dt>
        <dd>
          <SafetyEdit row={row} face={face} />
        </dd>
      </div>
      <div>
        <dt>{word('short')}</dt>
        <dd className={short.isZero() ? '' : 'stock-short'}>
          <Explained
            value={shown(short.toString())}
            unit={unit}
            equation={{
              label: word('short'),
              value: shown(short.toString()),
              unit,
              notes: [word('note.short')],
              terms: [
                { label: word('safety'), value: shown(row.safetyStockThreshold), unit },
                { sign: '−', label: word('available'), value: shown(available.toString()), unit },
                { sign: '−', label: word('transit'), value: shown(row.inTransitQty), unit },
                { sign: '−', label: word('ordered'), value: shown(row.onOrderQty), unit },
              ],
            }}
          />
        </dd>
      </div>
    </>
  );
}

/** Most that may lie there, its value, its place, and when something last came and went; each where it is known. */
function Details({ row }: Pick<FiguresProps, 'row'>): ReactNode {
  const word = useWords(stockTexts);
  return (
    <>
      {textOf(row.maxStock) !== '' && (
        <div>
          <dt>{word('max')}</dt>
          <dd className="figures">
            {shown(row.maxStock)} <span className="unit">{textOf(row.baseUnitName)}</span>
          </dd>
        </div>
      )}
      {row.amount !== undefined && (
        <div>
          <dt>{word('value')}</dt>
          <dd className="figures">{amountText(textOf(row.amount) || '0')}</dd>
        </div>
      )}
      {textOf(row.storagePlace) !== '' && (
        <div>
          <dt>{word('place')}</dt>
          <dd>{textOf(row.storagePlace)}</dd>
        </div>
      )}
      {textOf(row.lastInTime) !== '' && (
        <div>
          <dt>{word('last-in')}</dt>
          <dd className="figures">{textOf(row.lastInTime).slice(5, 16)}</dd>
        </div>
      )}
      {textOf(row.lastOutTime) !== '' && (
        <div>
          <dt>{word('last-out')}</dt>
          <dd className="figures">{textOf(row.lastOutTime).slice(5, 16)}</dd>
        </div>
      )}
    </>
  );
}

/** Safety stock where it stands: click, type, Enter; Esc leaves it as it was. */
function SafetyEdit({ row, face }: { readonly row: StockRow; readonly face: Face }) {
  const word = useWords(stockTexts);
  const text = useText();
  const notify = useNotify();
  const may = useAllowed(`${face.stock}_edit`);
  const [typed, setTyped] = useState<string>();
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const now = shown(row.safetyStockThreshold);
  const unit = textOf(row.baseUnitName);
  if (!may || typed === undefined) {
    return (
      <span className="figures">
        {now} <span className="unit">{unit}</span>
        {may && (
          <Button
            type="text"
            size="small"
            icon={<EditOutlined />}
            aria-label={word('safety.edit')}
            title={word('safety.edit')}
            onClick={() => setTyped(textOf(row.safetyStockThreshold))}
          />
        )}
      </span>
    );
  }
  const wrong = !Decimal.isText(typed.trim()) || Decimal.of(typed.trim()).isNegative();
  const save = async (): Promise<void> => {
    if (wrong) return;
    const body = { id: textOf(row.id), safetyStockThreshold: typed.trim() };
    setBusy(true);
    try {
      await request(face.settings.updateSafety, body, { key: once.keyFor(body) });
      once.done();
      notify.done(
        word('safety.done', { material: textOf(row.materialName), qty: shown(body.safetyStockThreshold), unit }),
      );
      await queries.invalidateQueries({ queryKey: ['stock-page'] });
      setTyped(undefined);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="safety-edit"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Input
        size="small"
        autoFocus
        value={typed}
        suffix={unit}
        inputMode="decimal"
        aria-label={word('safety')}
        {...(wrong ? { status: 'error' as const } : {})}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            setTyped(undefined);
          }
        }}
      />
      <Button
        type="primary"
        size="small"
        htmlType="submit"
        icon={<CheckOutlined />}
        loading={busy}
        disabled={wrong}
        aria-label={text('save')}
      />
      <Button size="small" icon={<CloseOutlined />} aria-label={text('cancel')} onClick={() => setTyped(undefined)} />
    </form>
  );
}
