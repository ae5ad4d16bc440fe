import { Modal } from 'antd';
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import type { Action, Declaration } from '../../core/declaration.ts';
import { intent, post } from '../api.ts';
import { callOf, titleOf } from '../catalogue.ts';
import { text as textField, type Fields } from '../../core/field.ts';
import { ApiError, type Said } from '../errors.ts';
import { FormFields } from '../form/form-fields.tsx';
import { faultsOf, startValues } from '../form/values.ts';
import { useLabel, useLanguage, useText } from '../i18n.ts';
import { renewLists } from '../list/list-data.ts';
import { useTell } from '../tell.tsx';
import { texts } from '../texts.ts';

type Row = Readonly<Record<string, unknown>>;
interface Asking {
  readonly name: string;
  readonly action: Action;
  readonly rows: readonly Row[];
  /** What speaks against it, and lets it pass all the same. */
  readonly against?: readonly Said[];
  /** What was asked and answered before. */
  readonly answered?: Row;
}

/** What was refused and would pass with a yes or a reason; undefined where anything of it would not. */
function passable(error: unknown): readonly Said[] | undefined {
  if (!(error instanceof ApiError) || error.said.length === 0) return undefined;
  return error.said.every((each) => each.unless !== undefined) ? error.said : undefined;
}

/** What a person is shown and asked before an act on rows. */
export interface Asked {
  readonly question: string;
  readonly content: ReactNode;
  readonly okText: string;
}
/** What stands before an act of the life beyond what is always asked; undefined where nothing does. */
export type BeforeAct = (name: string, rows: readonly Row[]) => Promise<Asked | undefined>;

/** Runs an action on documents: asks what it wants to know, confirms what is dangerous, says what happened. */
export function useAct(declaration: Declaration, onDone?: () => void, beforeAct?: BeforeAct): { readonly act: (name: string, action: Action, rows: readonly Row[]) => Promise<void>; readonly dialog: ReactNode } {
  const text = useText();
  const label = useLabel();
  const tell = useTell();
  const [asking, setAsking] = useState<Asking>();
  const named = useCallback((rows: readonly Row[]) => (rows.length === 1 && rows[0] !== undefined ? titleOf(declaration, rows[0]) : text('delete.count', { count: rows.length })), [declaration, text]);

  const run = useCallback(
    async ({ name, action, rows }: Asking, asked: Row | undefined, key: string): Promise<boolean> => {
      const ids = rows.map((row) => String(row['id']));
      try {
        await post(callOf(declaration, name), asked === undefined ? { query: { ids }, key } : { json: { ids, ...asked }, key });
      } catch (error) {
        const against = passable(error);
        if (against === undefined) throw error;
        setAsking({ name, action, rows, against, answered: asked ?? {} });
        return false;
      }
      tell.done(text('done.action', { kind: label(declaration.label), label: label(action.label), title: named(rows) }));
      await renewLists(declaration);
      onDone?.();
      return true;
    },
    [declaration, label, named, onDone, tell, text],
  );

  const act = useCallback(
    async (name: string, action: Action, rows: readonly Row[]): Promise<void> => {
      if (action.ask !== undefined) return setAsking({ name, action, rows });
      const question = text('document.confirm', { action: label(action.label), title: named(rows) });
      try {
        const before = await beforeAct?.(name, rows);
        if ((before !== undefined || action.danger === true || rows.length > 1) && !(await tell.ask(before?.question ?? question, { danger: action.danger === true, okText: before?.okText ?? label(action.label), content: before?.content }))) return;
        await run({ name, action, rows }, undefined, intent().keyFor([name, rows.map((row) => [row['id'], row['version']])]));
      } catch (error) {
        tell.trouble(error);
        // Most refusals here mean that somebody was faster: show what stands now.
        if (error instanceof ApiError && error.trouble === 'refused') await renewLists(declaration);
      }
    },
    [beforeAct, declaration, label, named, run, tell, text],
  );

  const dialog = asking === undefined ? null : <AskDialog key={asking.against === undefined ? 'ask' : 'pass'} asking={asking} title={named(asking.rows)} onClose={() => setAsking(undefined)} onAnswer={(asked, key) => run(asking, { ...asking.answered, ...asked }, key)} />;
  return { act, dialog };
}

interface AskProps {
  readonly asking: Asking;
  readonly title: string;
  readonly onClose: () => void;
  /** Whether that was all. */
  readonly onAnswer: (asked: Row, key: string) => Promise<boolean>;
}

/** Where something speaks against it: a reason for what wants one, a yes for the rest. */
const passFields = (against: readonly Said[]): Fields =>
  Object.fromEntries(against.flatMap(({ unless }) => (unless?.why === true ? [[unless.name, textField(texts['pass.why'].zh, texts['pass.why'].en, { min: 2, max: 200 })]] : [])));
const yeses = (against: readonly Said[] = []): Row => Object.fromEntries(against.flatMap(({ unless }) => (unless === undefined || unless.why === true ? [] : [[unless.name, 1]])));

/** The reason dialog, whatever else an action wants to know, and what speaks against it. What was typed stays when the server says no. */
function AskDialog({ asking, title, onClose, onAnswer }: AskProps) {
  const label = useLabel();
  const text = useText();
  const language = useLanguage();
  const tell = useTell();
  const base = useId();
  const fields = useMemo(() => (asking.against === undefined ? (asking.action.ask ?? {}) : passFields(asking.against)), [asking]);
  const [values, setValues] = useState<Row>(() => startValues(fields));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
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
      const said = error instanceof ApiError ? error.said.filter((each) => each.field !== undefined && fields[each.field] !== undefined) : [];
      setFaults(Object.fromEntries(said.map((each) => [each.field ?? '', each.message])));
      if (said.length === 0) tell.trouble(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open title={`${label(asking.action.label)} · ${title}`} okText={asking.against === undefined ? label(asking.action.label) : text('pass.all-the-same', { action: label(asking.action.label) })} cancelText={text('cancel')} confirmLoading={busy}
      okButtonProps={{ danger: asking.action.danger === true }} onOk={() => void answer()} onCancel={onClose}
    >
      {asking.against !== undefined && <ul className="against">{[...new Set(asking.against.map((each) => each.message))].map((each) => <li key={each}>{each}</li>)}</ul>}
      <FormFields base={base} fields={fields} values={values} faults={faults} single autoFocus onChange={(name, value, beside) => setValues((now) => ({ ...now, ...beside, [name]: value }))} />
    </Modal>
  );
}
