import { Button, Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { type Conflict, type Side, subjectOf } from '../../../parts/merge/merge.rules.ts';
import { comma, useLabel, useLanguage } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { faceOf } from '../kinds/faces.ts';
import type { RecordEditor } from './use-record.ts';
import type { Values } from './values.ts';
import { type Choices, type Meeting, whoIn } from './versions.ts';

/** A leaf of a structured value in the words of its page. */
export type LeafWords = (
  field: string,
  path: readonly string[],
  value: unknown,
) => { readonly name: string; readonly text: string };

interface Props {
  readonly of: Declaration;
  readonly record: RecordEditor;
  readonly onSave: (choices: Choices) => unknown;
  /** Without them a leaf is called by its key. */
  readonly leaf?: LeafWords;
}
const byKey: LeafWords = (_, path, value) => ({
  name: path.join(' · '),
  text: value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value),
});

/** Somebody else saved first and changed the same: each such place with both versions, to be chosen. */
export function StaleDialog({ of, record, onSave, leaf = byKey }: Props) {
  // A further version is asked anew: what was chosen spoke of another.
  return record.meeting === undefined ? null : (
    <Conflicts
      key={String(record.meeting.stale.current['version'])}
      of={of}
      meeting={record.meeting}
      leaf={leaf}
      onCancel={record.closeConflicts}
      onSave={onSave}
    />
  );
}

interface ConflictsProps extends Pick<Props, 'of' | 'onSave'> {
  readonly meeting: Meeting;
  readonly leaf: LeafWords;
  readonly onCancel: () => void;
}

/** Reads conflicts in the words of the declaration. */
function useConflictWords(of: Declaration, leaf: LeafWords) {
  const text = useText();
  const label = useLabel();
  const language = useLanguage();
  const fieldsOf = ({ lines }: Conflict) => (lines === undefined ? of.fields : (of.lines?.[lines]?.fields ?? {}));
  const fieldName = (conflict: Conflict, name: string): string => label(fieldsOf(conflict)[name]?.label ?? of.label);
  const fieldText = (conflict: Conflict, name: string, row: Values): string => {
    const field = fieldsOf(conflict)[name];
    return field === undefined ? '' : faceOf(field).text({ name, field, row, language }) || '–';
  };
  const leafOf = (conflict: Conflict, path: readonly string[], row: Values | undefined): ReturnType<LeafWords> =>
    leaf(conflict.fields[0] ?? '', path, valueAt(row?.[conflict.fields[0] ?? ''], path));
  return {
    /** What differs: one field, several together, a leaf of one; nothing where a whole line was removed. */
    subject: (conflict: Conflict): string => {
      if (conflict.mine === undefined || conflict.theirs === undefined) return '–';
      if (conflict.fields.length > 1) return conflict.fields.map((name) => fieldName(conflict, name)).join(comma());
      return conflict.path === undefined
        ? fieldName(conflict, conflict.fields[0] ?? '')
        : leafOf(conflict, conflict.path, undefined).name;
    },
    /** What the line is about. */
    line: (conflict: Conflict): ReactNode => {
      if (conflict.line === undefined) return <span className="soft">{label(of.label)}</span>;
      const row = conflict.mine ?? conflict.theirs ?? {};
      const about = subjectOf(fieldsOf(conflict));
      return (
        <>
          <span className="soft">{text('stale.line.no', { line: conflict.line })}</span>
          {about === undefined ? null : <> {fieldText(conflict, about, row)}</>}
        </>
      );
    },
    /** What one side made of it. */
    version: (conflict: Conflict, side: Side): string => {
      const row = conflict[side];
      if (row === undefined) return text('stale.removed');
      if (conflict.path !== undefined) return leafOf(conflict, conflict.path, row).text || '–';
      const before = (name: string): string => (conflict.fields.length > 1 ? `${fieldName(conflict, name)} ` : '');
      return conflict.fields.map((name) => `${before(name)}${fieldText(conflict, name, row)}`).join(' · ');
    },
  };
}

function Conflicts({ of, meeting: { stale, merged }, leaf, onCancel, onSave }: ConflictsProps) {
  const { conflicts } = merged;
  const text = useText();
  const [choices, setChoices] = useState<Choices>({});
  const who = whoIn(stale.by);
  const all = (side: Side): void => setChoices(Object.fromEntries(conflicts.map(({ key }) => [key, side])));
  return (
    <Modal
      open
      width={820}
      title={text('stale', { who })}
      okText={text('stale.save')}
      cancelText={text('cancel')}
      okButtonProps={{ disabled: conflicts.some(({ key }) => choices[key] === undefined) }}
      onOk={() => void onSave(choices)}
      onCancel={onCancel}
    >
      <p className="soft">
        {text('stale.help', {
          who,
          when: (stale.by[0]?.time ?? String(stale.current['updateTime'] ?? '')).slice(0, 16),
          count: conflicts.length,
        })}
      </p>
      {conflicts.length > 1 && (
        <p className="stale-all">
          <Button size="small" onClick={() => all('mine')}>
            {text('stale.all.mine')}
          </Button>
          <Button size="small" onClick={() => all('theirs')}>
            {text('stale.all.theirs')}
          </Button>
        </p>
      )}
      <ConflictTable
        {...{ of, leaf, who, conflicts, choices }}
        onChoose={(key, side) => setChoices((now) => ({ ...now, [key]: side }))}
      />
    </Modal>
  );
}

interface TableProps {
  readonly of: Declaration;
  readonly leaf: LeafWords;
  /** Who saved first. */
  readonly who: string;
  readonly conflicts: readonly Conflict[];
  readonly choices: Choices;
  readonly onChoose: (key: string, side: Side) => void;
}

function ConflictTable({ of, leaf, who, conflicts, choices, onChoose }: TableProps) {
  const text = useText();
  const words = useConflictWords(of, leaf);
  const sideName = { mine: text('stale.mine'), theirs: text('stale.theirs', { who }) };
  const cell = (side: Side, conflict: Conflict): ReactNode => {
    const isChosen = choices[conflict.key] === side;
    return (
      <td className={isChosen ? 'is-chosen' : ''} data-side={sideName[side]}>
        <Radio checked={isChosen} name={`stale-${conflict.key}`} onChange={() => onChoose(conflict.key, side)}>
          {words.version(conflict, side)}
        </Radio>
      </td>
    );
  };
  return (
    <div className="stale-scroll">
      <table className="stale-table">
        <thead>
          <tr>
            <th scope="col">{text('stale.line')}</th>
            <th scope="col">{text('stale.field')}</th>
            <th scope="col">{sideName.mine}</th>
            <th scope="col">{sideName.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.map((conflict) => (
            <tr key={conflict.key}>
              <th scope="row">{words.line(conflict)}</th>
              <td>{words.subject(conflict)}</td>
              {cell('mine', conflict)}
              {cell('theirs', conflict)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const of = typeof value === 'string' && path.length > 0 ? (JSON.parse(value) as unknown) : value;
  return path.reduce<unknown>(
    (now, name) => (typeof now === 'object' && now !== null ? (now as Values)[name] : undefined),
    of,
  );
}
