import { memo, type KeyboardEvent, type ReactNode } from 'react';
import { fill, type Language } from '../../kernel/core/label.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { DayBox } from '../../parts/day-box/day-box.tsx';
import { expiryOf } from '../stock/ledger/lot-life.rules.ts';
import {
  asksOverride,
  barOf,
  entryRefusal,
  hasDifference,
  isAssumed,
  productionDayOf,
  shortOf,
  stepped,
  type Entry,
  type EntryField,
  type Photo,
} from './dock-entry.rules.ts';
import { DockPhotos } from './dock-photos.view.tsx';
import { dockTexts, type DockText } from './dock.texts.ts';

interface DockLineProps {
  readonly entry: Entry;
  readonly at: number;
  readonly isCurrent: boolean;
  readonly isPhone: boolean;
  readonly language: Language;
  /** The day the goods come. */
  readonly today: string;
  readonly reasons: readonly (readonly [string, string])[];
  /** What the server said of the line. */
  readonly complaint: string | undefined;
  readonly onChange: (at: number, field: EntryField, text: string) => void;
  readonly onPhotos: (at: number, photos: readonly Photo[]) => void;
  readonly onStand: (at: number) => void;
  /** Enter: the line is right, on to the next. */
  readonly onCheck: (at: number) => void;
}

/** One line of a delivery: a row at the desk, a card for one thumb on the phone. */
export const DockLine = memo(function DockLine({
  entry,
  at,
  isCurrent,
  isPhone,
  language,
  today,
  reasons,
  complaint,
  onChange,
  onPhotos,
  onStand,
  onCheck,
}: DockLineProps): ReactNode {
  const { line } = entry;
  const text = (key: DockText): string => dockTexts[key][language];
  const refusal = entryRefusal(entry, today);
  const short = shortOf(entry);
  const wrong = refusal === undefined ? complaint : sentenceOf(refusal, language);
  const expiry = expiryOf({ productionDate: productionDayOf(entry), expiryDate: null }, line.shelfLifeDays);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onCheck(at);
  };
  const field = (name: EntryField, label: DockText, type: 'decimal' | 'text', required = false): ReactNode => (
    <label className="dock-field">
      <span>
        {text(label)}
        {required && <i aria-hidden="true"> *</i>}
      </span>
      <input
        id={`dock-${at}-${name}`}
        inputMode={type === 'decimal' ? 'decimal' : undefined}
        autoComplete="off"
        value={entry[name] ?? ''}
        aria-required={required}
        onChange={(event) => onChange(at, name, event.target.value)}
        onFocus={(event) => {
          onStand(at);
          event.target.select();
        }}
        onKeyDown={onKeyDown}
      />
    </label>
  );
  const life = (
    <div className="dock-life">
      <label className="dock-field" htmlFor={`dock-${at}-productionDate`}>
        <span>
          {text('life')}
          <i aria-hidden="true"> *</i>
        </span>
        <DayBox
          id={`dock-${at}-productionDate`}
          value={entry.productionDate ?? ''}
          onChange={(day) => onChange(at, 'productionDate', day)}
          onFocus={() => onStand(at)}
          onKeyDown={onKeyDown}
        />
      </label>
      <small className="soft figures">
        {isAssumed(entry) && <b className="dock-assumed">{text('assumed')}</b>}{' '}
        {expiry === null ? '' : fill(text('expires'), { day: expiry })}
      </small>
    </div>
  );
  const classes = [
    'dock-line',
    entry.isChecked ? 'is-checked' : '',
    isCurrent ? 'is-current' : '',
    short === null ? '' : 'is-short',
    wrong === undefined ? '' : 'is-wrong',
  ].join(' ');
  const open = !isPhone || isCurrent;
  return (
    <li
      className={classes}
      onClick={() => {
        if (isPhone && !isCurrent) onStand(at);
      }}
    >
      <div className="dock-what">
        <span className="dock-no figures">
          {entry.isChecked ? (
            <b title={text('checked')} aria-label={text('checked')}>
              ✓
            </b>
          ) : (
            line.lineNo
          )}
        </span>
        <div>
          <strong>{line.materialName}</strong> <span className="soft figures">{line.materialCode}</span>
          <Bar entry={entry} language={language} />
          {short !== null && (
            <p className="dock-missing figures" role="status">
              {fill(text('short'), { ...short, unit: line.unitName })}
              {entry.isShortSaid === true &&
                !entry.isChecked &&
                ` · ${text(isPhone ? 'shortMeantPhone' : 'shortMeant')}`}
            </p>
          )}
        </div>
        {!open && (
          <span className="dock-short figures">
            {entry.acceptedQty} <small className="soft">{line.unitName}</small>
          </span>
        )}
      </div>
      {open && (
        <>
          <div className="dock-accept">
            {isPhone && (
              <button
                type="button"
                className="dock-step"
                aria-label={text('take')}
                onClick={() => onChange(at, 'acceptedQty', stepped(entry.acceptedQty, -1))}
              >
                −
              </button>
            )}
            <label>
              <span className="dock-accept-label">
                {text('accept')} <small>{line.unitName}</small>
              </span>
              <input
                id={`dock-${at}-acceptedQty`}
                inputMode="decimal"
                autoComplete="off"
                className="figures"
                value={entry.acceptedQty ?? ''}
                aria-label={`${line.materialName} ${text('accept')} ${line.unitName}`}
                aria-invalid={wrong !== undefined}
                onChange={(event) => onChange(at, 'acceptedQty', event.target.value)}
                onFocus={(event) => {
                  onStand(at);
                  event.target.select();
                }}
                onKeyDown={onKeyDown}
              />
            </label>
            {isPhone && (
              <button
                type="button"
                className="dock-step"
                aria-label={text('add')}
                onClick={() => onChange(at, 'acceptedQty', stepped(entry.acceptedQty, 1))}
              >
                +
              </button>
            )}
          </div>
          <div className="dock-fields">
            {line.needsWeight === 1 && field('grossQty', 'gross', 'decimal', true)}
            {line.needsWeight === 1 && field('tareQty', 'tare', 'decimal', true)}
            {line.needsPieces === 1 && field('auxQty', 'pieces', 'decimal', true)}
            {line.needsTemperature === 1 && field('temperature', 'temperature', 'decimal', true)}
            {line.needsLife === 1 && life}
            {asksOverride(entry, refusal, complaint !== undefined) && (
              <div className="dock-override">{field('overrideReason', 'override', 'text', true)}</div>
            )}
            {field('supplierBatchNo', 'lot', 'text')}
            {field('refusedQty', 'refused', 'decimal')}
            {entry.refusedQty !== undefined && entry.refusedQty !== '' && entry.refusedQty !== '0' && (
              <label className="dock-field">
                <span>
                  {text('refuseReason')}
                  <i aria-hidden="true"> *</i>
                </span>
                <select
                  id={`dock-${at}-refuseReason`}
                  value={entry.refuseReason ?? ''}
                  onChange={(event) => onChange(at, 'refuseReason', event.target.value)}
                  onKeyDown={onKeyDown}
                >
                  <option value="" />
                  {reasons.map(([value, word]) => (
                    <option key={value} value={value}>
                      {word}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {line.price !== undefined && field('deliveredPrice', 'price', 'decimal')}
            {(hasDifference(entry) || entry.pictures !== undefined) && (
              <DockPhotos
                id={`dock-${at}-pictures`}
                label={text('photos')}
                photos={entry.pictures ?? []}
                onChange={(photos) => onPhotos(at, photos)}
              />
            )}
          </div>
        </>
      )}
      {wrong !== undefined && (
        <p className="dock-wrong" role="alert">
          {wrong}
        </p>
      )}
    </li>
  );
});

/** Ordered – received – limit, with what comes now on top. */
function Bar({ entry, language }: { readonly entry: Entry; readonly language: Language }): ReactNode {
  const { before, now, ordered } = barOf(entry);
  const { receivedQty, qty, limitQty, unitName } = entry.line;
  const says = fill(dockTexts.bar[language], { received: receivedQty, ordered: `${qty} ${unitName}`, limit: limitQty });
  return (
    <div className="dock-bar" role="img" aria-label={says} title={says}>
      <div className="dock-bar-track">
        <i className="is-before" style={{ width: `${before}%` }} />
        <i className="is-now" style={{ width: `${now}%` }} />
        <b style={{ left: `${ordered}%` }} />
      </div>
      <small className="soft figures">{says}</small>
    </div>
  );
}
