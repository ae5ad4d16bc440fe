import { Button, Skeleton } from 'antd';
import { type KeyboardEvent, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { isForeign, permissionOf, lockedFields, type Declaration } from '../../core/declaration.ts';
import type { Field } from '../../core/field.ts';
import { titleOf } from '../catalogue.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { FaultsAlert } from '../../../parts/form/faults-alert.tsx';
import { FoldedFields } from '../../../parts/form/folded-fields.tsx';
import { SaveButton } from '../../../parts/form/save-button.tsx';
import { SectionNav } from '../../../parts/form/section-nav.tsx';
import { QueryError } from '../query-error.tsx';
import { Owner } from '../kinds/owner.ts';
import { isSeen } from '../list/columns.tsx';
import { useAllowedCodes } from '../queries.ts';
import { useNotify } from '../use-notify.tsx';
import { texts } from '../texts.ts';
import { DraftChip } from './draft-chip.tsx';
import { FormFields, useSections } from './form-fields.tsx';
import { useAlikeNote } from './alike-note.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { Facts, type OwnFacts } from '../document/facts.tsx';
import { lineTables, type WishesByKey } from '../document/lines-editor.tsx';
import { StaleDialog } from './stale-dialog.tsx';
import { type RecordEditor, useRecord } from './use-record.ts';
import type { Choices, LineTables } from './versions.ts';
import { formFields } from '../../../parts/form/record-body.ts';
import type { Values } from './values.ts';

interface Props {
  readonly of: Declaration;
  /** Absent: a new record. */
  readonly id?: string;
  /** What a new record begins with, over the declared defaults. */
  readonly initial?: Values;
  /** Own faces of facts, by field name. */
  readonly facts?: OwnFacts | undefined;
  /** Above its fields. */
  readonly above?: ReactNode;
  /** Between fields and lines: what the form says as it stands, saved or not. */
  readonly whileEditing?: (values: Values, lines: LineTables) => ReactNode;
  readonly onSaved?: (row: Values) => void;
  /** Says that a new record stands, instead of the plain word of it. */
  readonly onAdded?: ((row: Values) => void) | undefined;
  /** After it was saved, too; where there is none the form stays. */
  readonly onClose?: () => void;
}

/** Edits one record: sections, fields, lines, draft, and both versions when somebody was faster. */
export function RecordForm({ of, id, initial, facts, above, whileEditing, onSaved, onAdded, onClose }: Props) {
  const record = useRecord(of, id, initial);
  const text = useText();
  const codes = useAllowedCodes();
  const isEntered = of.calls.some((verb) => verb === 'submit' || verb === 'saveOrUpdate');
  const mayWrite = isEntered && codes.has(permissionOf(of, id === undefined ? 'add' : 'edit'));
  // Beside a list, one new record follows the other.
  const mayContinue = mayWrite && id === undefined && onClose !== undefined;
  const continues = useRef(false);
  const [made, setMade] = useState(0);
  const onStored = (row: Values): void => {
    onSaved?.(row);
    if (continues.current) setMade(made + 1);
    else onClose?.();
  };
  const save = useSaving(record, id, onStored, onAdded);
  const submit = (next = false): void => {
    continues.current = next && mayContinue;
    void save();
  };
  const keys = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      event.preventDefault();
      if (mayWrite) submit(event.shiftKey);
    }
  };
  if (record.isLoading) return <Skeleton active paragraph={{ rows: 8 }} />;
  if (record.error !== null) return <QueryError error={record.error} onRetry={() => void record.reload()} />;
  return (
    <form
      className="record-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={keys}
      noValidate
    >
      {/* What is only read has nothing to tab to, and is scrolled by keys itself. */}
      <div className="record-body" {...(mayWrite ? {} : { tabIndex: 0 })}>
        {above}
        {isEntered ? (
          <RecordFields
            key={made}
            of={of}
            id={id}
            record={record}
            disabled={!mayWrite}
            onSave={save}
            between={mayWrite ? whileEditing?.(record.values, record.lines) : undefined}
          />
        ) : (
          <Facts of={of} row={record.values} own={facts ?? NO_FACTS} />
        )}
      </div>
      <footer className="record-foot">
        <DraftChip record={record} />
        <span className="top-gap" />
        {onClose !== undefined && <Button onClick={onClose}>{text(mayWrite ? 'cancel' : 'close')}</Button>}
        {mayContinue && (
          <Button disabled={record.saving} title="Ctrl+Shift+S" onClick={() => submit(true)}>
            {text('save.next')}
          </Button>
        )}
        {mayWrite && <SaveButton htmlType="submit" word={text('save')} isSaving={record.saving} />}
      </footer>
    </form>
  );
}

/** What a save says that stops nothing, and where it may be followed. */
interface Warning {
  readonly sentence?: unknown;
  readonly remedy?: { readonly label: string; readonly to: string };
}

/** Saving as every form does it: success in words, faults at their fields, the first of them in focus. */
export function useSaving(
  record: RecordEditor,
  id: string | undefined,
  onSaved?: (row: Values) => void,
  onAdded?: (row: Values) => void,
): (choices?: Choices) => Promise<Values | undefined> {
  const notify = useNotify();
  const text = useText();
  const latest = useRef(record);
  latest.current = record;
  const shown = useRef<Values>(undefined);
  return useCallback(
    async (choices?: Choices) => {
      try {
        const saved = await latest.current.save(choices);
        if (saved === undefined) {
          requestAnimationFrame(() => {
            const wrong = [...document.querySelectorAll<HTMLElement>('.form-field.is-wrong')].find(
              (element) => element.offsetParent !== null,
            );
            wrong?.querySelector<HTMLElement>('input, textarea, button')?.focus();
            wrong?.scrollIntoView({ block: 'nearest' });
          });
          return undefined;
        }
        if (saved === shown.current) return saved;
        shown.current = saved;
        const { merged } = latest.current;
        if (id === undefined && onAdded !== undefined) onAdded(saved);
        else
          notify.done(
            [
              text(id === undefined ? 'done.created' : 'done.updated'),
              titleOf(latest.current.of, saved),
              ...(merged.current === undefined ? [] : [merged.current]),
            ].join(' · '),
          );
        const warnings = (Array.isArray(saved['warnings']) ? saved['warnings'] : []) as readonly Warning[];
        const plain = warnings.flatMap(({ sentence, remedy }) =>
          typeof sentence === 'string' && remedy === undefined ? [sentence] : [],
        );
        if (plain.length > 0) notify.warnMany(plain);
        for (const { sentence, remedy } of warnings)
          if (typeof sentence === 'string' && remedy !== undefined) notify.warnMany([sentence], remedy);
        onSaved?.(saved);
        return saved;
      } catch (error) {
        notify.error(error);
        return undefined;
      }
    },
    [id, onAdded, onSaved, notify, text],
  );
}

interface FieldsProps extends Pick<Props, 'of' | 'facts'> {
  readonly id: string | undefined;
  readonly record: RecordEditor;
  readonly disabled: boolean;
  /** Saves again, after somebody else's version or what speaks against it was answered. */
  readonly onSave: (choices?: Choices) => Promise<Values | undefined>;
  /** Wishes for the lines, by their key. */
  readonly lines?: WishesByKey;
  /** Between the fields and the lines. */
  readonly between?: ReactNode;
}

/** Which fields of a record stand but cannot change. */
function useFixed(of: Declaration, id: string | undefined, values: Values) {
  const foreign = isForeign(of, values) ? of.foreign : undefined;
  const locked = lockedFields(of, values);
  return useCallback(
    (name: string, field: Field) =>
      id !== undefined &&
      (field.rules.fixed === true || foreign?.fields.includes(name) === true || locked.includes(name)),
    [id, foreign, locked],
  );
}

/** The fields of a record and its lines, without buttons; also the editing half of a document page. */
export function RecordFields({ of, id, record, disabled, onSave, facts = NO_FACTS, lines, between }: FieldsProps) {
  const base = useId();
  const text = useText();
  const codes = useAllowedCodes();
  const fields = useMemo(
    () =>
      Object.fromEntries(Object.entries(formFields(of, id === undefined)).filter(([, field]) => isSeen(field, codes))),
    [of, id, codes],
  );
  const fixed = useFixed(of, id, record.values);
  const note = useAlikeNote(of, id, record.values, id === undefined ? undefined : record.stored, !disabled);
  const asked = useSections(fields, record.values);
  const sections = asked.map(([title, entries], at) => ({
    id: `${base}-${at}`,
    title,
    faults: entries.filter(([name]) => record.faults[name] !== undefined).length,
  }));
  const tables = lineTables({
    of,
    record,
    faults: record.lineFaults,
    readonly: disabled,
    ...(lines && { wishes: lines }),
  });
  const isSetting = (key: string): boolean => lines?.[key]?.withFields === true;
  const open = asked.flatMap(([, entries]) => entries.filter((entry) => !disabled && !fixed(...entry)));
  return (
    <Owner value={of}>
      {of.life === undefined && sections.length >= MANY_SECTIONS && <SectionNav sections={sections} />}
      <FaultsAlert
        {...{ fields, base }}
        faults={record.faults}
        lineFaults={record.lineFaults}
        titled={(count) => text('form.errors', { count })}
      />
      <FoldedFields
        base={base}
        isFolded={id !== undefined && of.life !== undefined && of.lines !== undefined}
        isWrong={Object.keys(record.faults).length > 0 || record.lineFaults.some((fault) => isSetting(fault.lines))}
        boxes={open.map(([name]) => name)}
        line={(onOpen) => <Facts of={{ ...of, fields }} row={record.values} own={facts} onOpen={onOpen} />}
        less={text('document.fewer-facts')}
      >
        <FormFields
          base={base}
          fields={fields}
          values={record.values}
          faults={record.faults}
          onChange={record.set}
          onLeave={record.checkOnBlur}
          disabled={disabled}
          fixed={fixed}
          autoFocus={id === undefined}
          note={note}
        />
        {tables.filter(({ key }) => isSetting(key!))}
      </FoldedFields>
      {between}
      {tables.filter(({ key }) => !isSetting(key!))}
      {record.against !== undefined && <Passing of={of} record={record} onSave={onSave} />}
      <StaleDialog of={of} record={record} onSave={onSave} />
    </Owner>
  );
}

const NO_FACTS = {};
/** So many are more than a screen shows. */
const MANY_SECTIONS = 4;

/** What speaks against saving and lets it pass all the same: asked, and the save goes out again with the answer. */
function Passing({ of, record, onSave }: Pick<FieldsProps, 'of' | 'record' | 'onSave'>) {
  const label = useLabel();
  const { refusals, answered } = record.against!;
  const title = record.values['id'] === undefined ? label(of.label) : titleOf(of, record.values);
  return (
    <AskDialog
      asking={{ name: 'save', action: { label: texts.save }, against: refusals }}
      title={title}
      onClose={record.mergeWith}
      onAnswer={async (asked) => {
        record.mergeWith({ ...answered, ...asked });
        await onSave();
        return false;
      }}
    />
  );
}
