import { Modal } from 'antd';
import { businessDay } from '../../../parts/client/business-day.ts';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { Action } from '../../core/declaration.ts';
import { text as textField, type Fields } from '../../core/field.ts';
import { intent } from '../../../parts/client/api.ts';
import { ApiError, type FieldProblem } from '../../../parts/client/errors.ts';
import { FormFields } from './form-fields.tsx';
import { faultsOf, startValues } from './values.ts';
import { useLabel, useLanguage } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { useNotify } from '../use-notify.tsx';
import { texts } from '../texts.ts';

type Row = Readonly<Record<string, unknown>>;

/** An act that wants to know something, or something speaks against. */
interface Question {
  readonly name: string;
  readonly action: Pick<Action, 'label' | 'ask' | 'danger'>;
  readonly against?: readonly FieldProblem[];
}
interface AskProps {
  readonly asking: Question;
  readonly title: string;
  /** Which rows it is about. */
  readonly above?: ReactNode;
  readonly onClose: () => void;
  /** Whether that was all. */
  readonly onAnswer: (asked: Row, key: string) => Promise<boolean>;
}

/** Where something speaks against it: a reason for what wants one, a yes for the rest. */
const passFields = (against: readonly FieldProblem[]): Fields =>
  Object.fromEntries(
    against.flatMap(({ override }) =>
      override?.why === true
        ? [[override.name, textField(texts['pass.why'].zh, texts['pass.why'].en, { min: 2, max: 200 })]]
        : [],
    ),
  );
const yeses = (against: readonly FieldProblem[] = []): Row =>
  Object.fromEntries(
    against.flatMap(({ override }) => (override === undefined || override.why === true ? [] : [[override.name, 1]])),
  );

/** The reason dialog with the other input of an action and what prevents it. Input stays when the server refuses. */
export function AskDialog({ asking, title, above, onClose, onAnswer }: AskProps) {
  const label = useLabel();
  const text = useText();
  const language = useLanguage();
  const notify = useNotify();
  const base = useId();
  const fields = useMemo(
    () => (asking.against === undefined ? (asking.action.ask ?? {}) : passFields(asking.against)),
    [asking],
  );
  const [values, setValues] = useState<Row>(() => startValues(fields, businessDay()));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const once = useMemo(() => intent(), []);

  const answer = async (): Promise<void> => {
    const found = faultsOf(fields, values, language);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const answered = { ...yeses(asking.against), ...values };
      if (await onAnswer(answered, once.keyFor([asking.name, answered]))) onClose();
    } catch (error) {
      const refusals = (error instanceof ApiError ? error.problems : []).filter(
        ({ field }) => field !== undefined && fields[field] !== undefined,
      );
      setFaults(Object.fromEntries(refusals.map((each) => [each.field ?? '', each.message])));
      if (refusals.length === 0) notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${label(asking.action.label)} · ${title}`}
      okText={
        asking.against === undefined
          ? label(asking.action.label)
          : text('pass.all-the-same', { action: label(asking.action.label) })
      }
      cancelText={text('cancel')}
      confirmLoading={busy}
      okButtonProps={{ danger: asking.action.danger === true }}
      onOk={() => void answer()}
      onCancel={onClose}
      afterOpenChange={(shown) => {
        if (shown && box.current?.contains(document.activeElement) === false)
          box.current.querySelector<HTMLElement>('input, textarea, button')?.focus();
      }}
    >
      {above}
      {asking.against !== undefined && <AgainstList against={asking.against} />}
      <div ref={box}>
        <FormFields
          base={base}
          fields={fields}
          values={values}
          faults={faults}
          single
          autoFocus
          onChange={(name, value, others) => setValues((now) => ({ ...now, ...others, [name]: value }))}
        />
      </div>
    </Modal>
  );
}

function AgainstList({ against }: { readonly against: readonly FieldProblem[] }) {
  return (
    <ul className="against">
      {[...new Set(against.map((each) => each.message))].map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}
