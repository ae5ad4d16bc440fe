import { Button, Input, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { foodSafetyTexts } from '../food-safety.texts.ts';
import { foodSafetyLog } from './food-safety-log.resource.ts';
import { isFever } from './food-safety-log.rules.ts';
import { checkPeople, type LedgerDay } from './ledger-board.calls.ts';

type Person = LedgerDay['people'][number];
type Mode = 'fit' | 'unfit' | 'off';
interface Check {
  readonly mode: Mode;
  readonly temperature: string;
  readonly symptoms: string;
  readonly correctiveAction: string;
}
const Signs = faceOf(foodSafetyLog.fields.symptoms).Input;
const MODES = ['fit', 'unfit', 'off'] as const;

/** Whoever has a fever or an expired card is unfit without being tapped. */
const begun = ({ cardState }: Person): Check => ({
  mode: cardState === 'expired' ? 'unfit' : 'fit',
  temperature: '',
  symptoms: '',
  correctiveAction: '',
});
const isWarm = ({ mode, temperature }: Check): boolean =>
  mode !== 'off' && Decimal.isText(temperature) && isFever(Decimal.of(temperature));

interface Props {
  readonly day: LedgerDay;
  readonly onDone: () => Promise<void>;
}

/** Everybody of the kitchen on one screen: most are fit and take no tap, and all are entered in one go. */
export function MorningCheck({ day, onDone }: Props): ReactNode {
  const word = useWords(foodSafetyTexts);
  const codes = useAllowedCodes();
  const notify = useNotify();
  const [checks, setChecks] = useState<Readonly<Record<string, Check>>>({});
  const [busy, setBusy] = useState(false);
  const open = day.people.filter(({ logId }) => logId === '');
  const checkOf = (person: Person): Check => checks[person.healthCardId] ?? begun(person);
  const mayEnter = codes.has('foodsafetylog_add') && day.isOpen;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { checked } = await request(checkPeople, {
        gearOperationDeptId: day.stallId,
        date: day.date,
        people: open.map((person) => {
          const check = checkOf(person);
          const isUnfit = check.mode === 'unfit' || isWarm(check);
          return {
            healthCardId: person.healthCardId,
            offDuty: check.mode === 'off' ? 1 : 0,
            temperature: check.temperature,
            symptoms: isUnfit ? check.symptoms : '',
            ok: isUnfit ? 0 : 1,
            correctiveAction: isUnfit ? check.correctiveAction : '',
          };
        }),
      });
      notify.done(word('check.done', { count: checked }));
      setChecks({});
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
      await onDone();
    }
  };
  return (
    <section className="kitchen-box" aria-label={word('check')}>
      <header>
        <h2>{word('check')}</h2>
        {day.people.length === 0 ? (
          codes.has('healthcard_add') && <GuardedLink to="/gear/healthcard/new">{word('check.people')}</GuardedLink>
        ) : (
          <span className="soft">
            {word('check.all', { count: `${day.people.length - open.length}/${day.people.length}` })}
          </span>
        )}
      </header>
      {day.people.length === 0 ? (
        <p className="soft ledger-foot">{word('check.none')}</p>
      ) : (
        <ul>
          {day.people.map((person) => (
            <PersonRow
              key={person.healthCardId}
              person={person}
              check={mayEnter && person.logId === '' ? checkOf(person) : undefined}
              onChange={(more) =>
                setChecks((now) => ({ ...now, [person.healthCardId]: { ...checkOf(person), ...more } }))
              }
            />
          ))}
        </ul>
      )}
      {mayEnter && open.length > 0 && (
        <div className="ledger-foot">
          <Button type="primary" size="large" block loading={busy} onClick={() => void save()}>
            {word('check.do', { count: open.length })}
          </Button>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  readonly person: Person;
  /** What is being entered; undefined where it is there already, or cannot be. */
  readonly check: Check | undefined;
  readonly onChange: (more: Partial<Check>) => void;
}
function PersonRow({ person, check, onChange }: RowProps): ReactNode {
  const word = useWords(foodSafetyTexts);
  const { personName: name, postName, cardState, expireDate } = person;
  return (
    <li className="ledger-person">
      <span className="kitchen-name">
        {name}
        <small>
          {postName}{' '}
          {cardState !== 'valid' && (
            <Status
              tone={cardState === 'expired' ? 'stop' : 'look'}
              word={cardState === 'expired' ? word('card.expired') : word('card.ending', { day: expireDate })}
            />
          )}
        </small>
      </span>
      {check === undefined ? (
        <CheckedPerson person={person} />
      ) : (
        <CheckInputs name={name} check={check} onChange={onChange} />
      )}
    </li>
  );
}

function CheckedPerson({ person }: { readonly person: Person }): ReactNode {
  const word = useWords(foodSafetyTexts);
  if (person.logId === '') return <Status tone="waiting" word={word('state.open')} />;
  return (
    <>
      <span className="ledger-found">
        {person.valueText}
        {person.correctiveAction !== '' && <small>{person.correctiveAction}</small>}
      </span>
      <Status tone={person.isOk ? 'done' : 'stop'} word={word(person.isOk ? 'state.done' : 'state.not-ok')} />
    </>
  );
}

interface InputProps {
  readonly name: string;
  readonly check: Check;
  readonly onChange: (more: Partial<Check>) => void;
}
function CheckInputs({ name, check, onChange }: InputProps): ReactNode {
  const word = useWords(foodSafetyTexts);
  const isUnfit = check.mode === 'unfit' || isWarm(check);
  return (
    <span className="ledger-check">
      <Segmented<Mode>
        aria-label={word('check.of', { name })}
        value={isUnfit ? 'unfit' : check.mode}
        options={MODES.map((mode) => ({ value: mode, label: word(`mode.${mode}`) }))}
        onChange={(mode) => onChange({ mode })}
      />
      {check.mode !== 'off' && (
        <Input
          aria-label={word('temperature.of', { name })}
          placeholder={word('temperature')}
          inputMode="decimal"
          value={check.temperature}
          onChange={({ target }) => onChange({ temperature: target.value })}
        />
      )}
      {isUnfit && (
        <span className="ledger-unfit">
          <Signs
            id={`signs-${name}`}
            name="symptoms"
            field={foodSafetyLog.fields.symptoms}
            value={check.symptoms}
            row={{}}
            placeholder={word('signs')}
            onChange={(value) => onChange({ symptoms: String(value ?? '') })}
          />
          <Input
            aria-label={word('action.of', { name })}
            placeholder={word('action.example')}
            value={check.correctiveAction}
            onChange={({ target }) => onChange({ correctiveAction: target.value })}
          />
        </span>
      )}
    </span>
  );
}
