import { Checkbox, Input, InputNumber, Modal, Select } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { intent, post } from '../../../parts/client/api.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { foodSafetyTexts } from '../food-safety.texts.ts';
import { foodSafetyLog, methods } from './food-safety-log.resource.ts';
import { outOfLimits } from './food-safety-log.rules.ts';
import type { LedgerDay } from './ledger-board.calls.ts';

export type BoardDuty = LedgerDay['duties'][number];
interface Values {
  readonly temperature: string;
  readonly method: string;
  readonly minutes: number | null;
  readonly personName: string;
  readonly opinion: string;
  readonly pestFound: boolean;
  readonly isOk: boolean;
  readonly correctiveAction: string;
}
const EMPTY: Values = {
  temperature: '',
  method: 'heat',
  minutes: null,
  personName: '',
  opinion: '',
  pestFound: false,
  isOk: true,
  correctiveAction: '',
};

/** Whether what was found is in order, as far as it can be told before it is sent. */
function isInOrder({ lowLimit, highLimit }: BoardDuty, values: Values): boolean {
  if (!values.isOk || values.pestFound) return false;
  return (
    !Decimal.isText(values.temperature) ||
    outOfLimits(Decimal.of(values.temperature), lowLimit, highLimit) === undefined
  );
}

interface Props {
  readonly day: LedgerDay;
  readonly duty: BoardDuty;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** One entry of a ledger: what was found, and what was done about it where it is not in order. */
export function EntryDialog({ day, duty, onClose, onDone }: Props): ReactNode {
  const word = useWords(foodSafetyTexts);
  const text = useText();
  const notify = useNotify();
  const [values, setValues] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const change = (more: Partial<Values>): void => setValues((now) => ({ ...now, ...more }));
  const ok = isInOrder(duty, values);
  const save = async (): Promise<void> => {
    const json = {
      gearOperationDeptId: day.stallId,
      bizDate: day.date,
      logKind: duty.logKind,
      dutyId: duty.dutyId,
      ...(duty.logKind === 'temperature' ? { temperature: values.temperature } : {}),
      ...(duty.logKind === 'disinfection' ? { method: values.method, minutes: values.minutes ?? '' } : {}),
      ...(duty.logKind === 'accompany' ? { personName: values.personName, opinion: values.opinion } : {}),
      ...(duty.logKind === 'pest' ? { pestFound: values.pestFound ? 1 : 0 } : {}),
      ok: ok ? 1 : 0,
      ...(ok ? {} : { correctiveAction: values.correctiveAction }),
    };
    setBusy(true);
    try {
      await post(callOf(foodSafetyLog, 'submit'), { json, key: once.keyFor(json) });
      notify.done(word('saved'));
      onDone();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('enter.what', { subject: duty.subject })}
      okText={word('enter')}
      cancelText={text('cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="ledger-form">
        <FoundInputs duty={duty} values={values} onChange={change} />
        {duty.logKind !== 'pest' && (
          <Checkbox checked={ok} onChange={({ target }) => change({ isOk: target.checked })}>
            {word('is-ok')}
          </Checkbox>
        )}
        {!ok && (
          <Field label={word('action')}>
            <Input.TextArea
              rows={2}
              maxLength={200}
              value={values.correctiveAction}
              onChange={({ target }) => change({ correctiveAction: target.value })}
            />
          </Field>
        )}
      </div>
    </Modal>
  );
}

const Field = ({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode => (
  <label className="waste-field">
    <span className="soft">{label}</span>
    {children}
  </label>
);

interface FoundProps {
  readonly duty: BoardDuty;
  readonly values: Values;
  readonly onChange: (more: Partial<Values>) => void;
}
/** What its ledger asks for. */
function FoundInputs({ duty, values, onChange }: FoundProps): ReactNode {
  const word = useWords(foodSafetyTexts);
  const inWords = useLabel();
  if (duty.logKind === 'temperature')
    return (
      <Field label={word('reading')}>
        <Input
          size="large"
          autoFocus
          inputMode="decimal"
          value={values.temperature}
          onChange={({ target }) => onChange({ temperature: target.value })}
        />
      </Field>
    );
  if (duty.logKind === 'disinfection')
    return (
      <>
        <Field label={word('method')}>
          <Select
            aria-label={word('method')}
            value={values.method}
            options={methods.map(([value, zh, en]) => ({ value, label: inWords({ zh, en }) }))}
            onChange={(method: string) => onChange({ method })}
          />
        </Field>
        <Field label={word('minutes')}>
          <InputNumber
            min={1}
            max={1440}
            precision={0}
            value={values.minutes}
            onChange={(minutes) => onChange({ minutes })}
          />
        </Field>
      </>
    );
  if (duty.logKind === 'pest')
    return (
      <Checkbox checked={values.pestFound} onChange={({ target }) => onChange({ pestFound: target.checked })}>
        {word('pest')}
      </Checkbox>
    );
  return (
    <>
      <Field label={word('companion')}>
        <Input
          autoFocus
          maxLength={30}
          value={values.personName}
          onChange={({ target }) => onChange({ personName: target.value })}
        />
      </Field>
      <Field label={word('opinion')}>
        <Input.TextArea
          rows={2}
          maxLength={200}
          value={values.opinion}
          onChange={({ target }) => onChange({ opinion: target.value })}
        />
      </Field>
    </>
  );
}
