import { memo, type KeyboardEvent, type ReactNode } from 'react';
import { fill, type Language } from '../../../kernel/core/label.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { CrateButtons } from '../../crates/crate-buttons.view.tsx';
import { DayBox } from '../../../parts/day-box/day-box.tsx';
import { useDockAddress } from './dock-address.view.ts';
import { expiryOf } from '../../stock/ledger/lot-life.rules.ts';
import {
  needsOverride,
  barOf,
  datesIn,
  entryRefusal,
  hasDifference,
  isAssumed,
  shortOf,
  stepped,
  type Entry,
  type EntryField,
  type Photo,
} from './dock-entry.rules.ts';
import { DockPhotos } from './dock-photos.view.tsx';
import { dockTexts, type DockText } from './dock.texts.ts';
import { withCrate } from './scan.rules.ts';

interface DockLineProps {
  readonly entry: Entry;
  readonly at: number;
  readonly isCurrent: boolean;
  readonly isPhone: boolean;
  readonly language: Language;
  /** The day the goods come. */
  readonly today: string;
  readonly reasons: readonly (readonly [string, string])[];
  /** What the server refused of the line. */
  readonly complaint: string | undefined;
  readonly onChange: (at: number, field: EntryField, text: string) => void;
  readonly onEdit: (at: number, changed: (entry: Entry) => Entry) => void;
  readonly onPhotos: (at: number, photos: readonly Photo[]) => void;
  readonly onSelect: (at: number) => void;
  /** Enter: the line is right, on to the next. */
  readonly onCheck: (at: number) => void;
}

/** One line of a delivery: a row at the desk, a card for one thumb on the phone. */
export const DockLine = memo(function DockLine(props: DockLineProps): ReactNode {
  const { entry, at, isCurrent, isPhone, language, today, complaint, onSelect } = props;
  const refusal = entryRefusal(entry, today);
  const wrong = refusal === undefined ? complaint : sentenceOf(refusal, language);
  const isOpen = !isPhone || isCurrent;
  const classes = [
    'dock-line',
    entry.isChecked ? 'is-checked' : '',
    isCurrent ? 'is-current' : '',
    shortOf(entry) === null ? '' : 'is-short',
    wrong === undefined ? '' : 'is-wrong',
  ].join(' ');
  return (
    <li
      className={classes}
      onClick={() => {
        if (isPhone && !isCurrent) onSelect(at);
      }}
    >
      <Summary entry={entry} language={language} isPhone={isPhone} isOpen={isOpen} />
      {isOpen && (
        <>
          <Accepted {...props} isWrong={wrong !== undefined} />
          <Details {...props} isOverridden={needsOverride(entry, refusal, complaint !== undefined)} />
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

interface SummaryProps extends Pick<DockLineProps, 'entry' | 'language' | 'isPhone'> {
  readonly isOpen: boolean;
}
/** What the line is for, how much of it came before, and what is short of it now. */
function Summary({ entry, language, isPhone, isOpen }: SummaryProps): ReactNode {
  const { line } = entry;
  const text = (key: DockText): string => dockTexts[key][language];
  const short = shortOf(entry);
  return (
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
            {entry.isShortConfirmed === true &&
              !entry.isChecked &&
              ` · ${text(isPhone ? 'shortMeantPhone' : 'shortMeant')}`}
          </p>
        )}
      </div>
      {!isOpen && (
        <span className="dock-short figures">
          {entry.acceptedQty} <small className="soft">{line.unitName}</small>
        </span>
      )}
    </div>
  );
}

/** The accepted quantity, on the phone with a button to either side. */
function Accepted(props: DockLineProps & { readonly isWrong: boolean }): ReactNode {
  const { entry, at, isPhone, language, isWrong, onChange, onSelect } = props;
  const { line } = entry;
  const text = (key: DockText): string => dockTexts[key][language];
  const step = (by: 1 | -1, sign: string): ReactNode =>
    isPhone && (
      <button
        type="button"
        className="dock-step"
        aria-label={text(by === 1 ? 'add' : 'take')}
        onClick={() => onChange(at, 'acceptedQty', stepped(entry.acceptedQty, by))}
      >
        {sign}
      </button>
    );
  return (
    <div className="dock-accept">
      {step(-1, '−')}
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
          aria-invalid={isWrong}
          onChange={(event) => onChange(at, 'acceptedQty', event.target.value)}
          onFocus={(event) => {
            onSelect(at);
            event.target.select();
          }}
          onKeyDown={checkOnEnter(props)}
        />
      </label>
      {step(1, '+')}
    </div>
  );
}

/** Enter: the line is right. */
const checkOnEnter =
  ({ at, onCheck }: Pick<DockLineProps, 'at' | 'onCheck'>) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onCheck(at);
  };

/** The other fields a line needs, each only where its material or what was entered requires it. */
function Details(props: DockLineProps & { readonly isOverridden: boolean }): ReactNode {
  const { isSent } = useDockAddress();
  const { entry, at, language, isOverridden, onEdit, onPhotos } = props;
  const { line } = entry;
  return (
    <div className="dock-fields">
      {line.needsWeight === 1 && <EntryInput {...props} name="grossQty" label="gross" type="decimal" required />}
      {line.needsWeight === 1 && <EntryInput {...props} name="tareQty" label="tare" type="decimal" required />}
      {line.needsWeight === 1 && <CrateButtons onCrate={(kg) => onEdit(at, (before) => withCrate(before, kg))} />}
      {line.needsPieces === 1 && <EntryInput {...props} name="auxQty" label="pieces" type="decimal" required />}
      {line.needsTemperature === 1 && (
        <EntryInput {...props} name="temperature" label="temperature" type="decimal" required />
      )}
      {(line.needsLife === 1 || entry.expiryDate !== undefined) && <Life {...props} />}
      {isOverridden && (
        <div className="dock-override">
          <EntryInput {...props} name="overrideReason" label="override" type="text" required />
        </div>
      )}
      {isSent !== true && <EntryInput {...props} name="supplierBatchNo" label="lot" type="text" />}
      <EntryInput {...props} name="refusedQty" label="refused" type="decimal" />
      {entry.refusedQty !== undefined && entry.refusedQty !== '' && entry.refusedQty !== '0' && (
        <RefuseReason {...props} />
      )}
      {line.price !== undefined && <EntryInput {...props} name="deliveredPrice" label="price" type="decimal" />}
      {(hasDifference(entry) || entry.pictures !== undefined) && (
        <DockPhotos
          id={`dock-${at}-pictures`}
          label={dockTexts.photos[language]}
          photos={entry.pictures ?? []}
          onChange={(photos) => onPhotos(at, photos)}
        />
      )}
    </div>
  );
}

interface EntryInputProps extends DockLineProps {
  readonly name: EntryField;
  readonly label: DockText;
  readonly type: 'decimal' | 'text';
  readonly required?: boolean;
}
function EntryInput({ name, label, type, required = false, ...props }: EntryInputProps): ReactNode {
  const { entry, at, language, onChange, onSelect } = props;
  return (
    <label className="dock-field">
      <span>
        {dockTexts[label][language]}
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
          onSelect(at);
          event.target.select();
        }}
        onKeyDown={checkOnEnter(props)}
      />
    </label>
  );
}

/** The day of production, and the day of expiry that follows from it. */
function Life(props: DockLineProps): ReactNode {
  const { entry, at, language, onChange, onSelect } = props;
  const text = (key: DockText): string => dockTexts[key][language];
  const dates = datesIn(entry);
  const expiry = expiryOf(dates, entry.line.shelfLifeDays);
  return (
    <div className="dock-life">
      <label className="dock-field" htmlFor={`dock-${at}-productionDate`}>
        <span>
          {text('life')}
          {entry.line.needsLife === 1 && dates.expiryDate === null && <i aria-hidden="true"> *</i>}
        </span>
        <DayBox
          id={`dock-${at}-productionDate`}
          value={entry.productionDate ?? ''}
          onChange={(day) => onChange(at, 'productionDate', day)}
          onFocus={() => onSelect(at)}
          onKeyDown={checkOnEnter(props)}
        />
      </label>
      {entry.expiryDate !== undefined && (
        <label className="dock-field" htmlFor={`dock-${at}-expiryDate`}>
          <span>{text('expiry')}</span>
          <DayBox
            id={`dock-${at}-expiryDate`}
            value={entry.expiryDate}
            onChange={(day) => onChange(at, 'expiryDate', day)}
            onFocus={() => onSelect(at)}
            onKeyDown={checkOnEnter(props)}
          />
        </label>
      )}
      <small className="soft figures">
        {isAssumed(entry) && <b className="dock-assumed">{text('assumed')}</b>}{' '}
        {expiry === null || dates.expiryDate !== null ? '' : fill(text('expires'), { day: expiry })}
      </small>
    </div>
  );
}

function RefuseReason(props: DockLineProps): ReactNode {
  const { entry, at, language, reasons, onChange } = props;
  return (
    <label className="dock-field">
      <span>
        {dockTexts.refuseReason[language]}
        <i aria-hidden="true"> *</i>
      </span>
      <select
        id={`dock-${at}-refuseReason`}
        value={entry.refuseReason ?? ''}
        onChange={(event) => onChange(at, 'refuseReason', event.target.value)}
        onKeyDown={checkOnEnter(props)}
      >
        <option value="" />
        {reasons.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

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
