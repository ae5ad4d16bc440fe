import { Button, Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { type Conflict, type Side, subjectOf } from '../../../parts/merge/merge.rules.ts';
import { useLabel, useLanguage } from '../../../parts/language/language.ts';
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
    <Asking
      key={String(record.meeting.stale.current['version'])}
      of={of}
      meeting={record.meeting}
      leaf={leaf}
      onCancel={record.leaveMeeting}
      onSave={onSave}
    />
  );
}

interface AskingProps extends Pick<Props, 'of' | 'onSave'> {
  readonly meeting: Meeting;
  readonly leaf: LeafWords;
  readonly onCancel: () => void;
}

function Asking({
  of,
  meeting: {
    stale,
    merged: { conflicts },
  },
  leaf,
  onCancel,
  onSave,
}: AskingProps) {
  const text = useText();
  const label = useLabel();
  const language = useLanguage();
  const [choices, setChoices] = useState<Choices>({});
  const who = whoIn(stale.by);
  const all = (side: Side): void => setChoices(Object.fromEntries(conflicts.map(({ key }) => [key, side])));

  const fieldsOf = ({ lines }: Conflict) => (lines === undefined ? of.fields : (of.lines?.[lines]?.fields ?? {}));
  const words = (conflict: Conflict, name: string, row: Values): string => {
    const field = fieldsOf(conflict)[name];
    return field === undefined ? '' : faceOf(field).text({ name, field, row, language }) || '–';
  };
  const leafOf = (conflict: Conflict, path: readonly string[], row: Values | undefined): ReturnType<LeafWords> =>
    leaf(conflict.fields[0] ?? '', path, valueAt(row?.[conflict.fields[0] ?? ''], path));
  const nameOf = (conflict: Conflict): string =>
    conflict.path !== undefined
      ? leafOf(conflict, conflict.path, undefined).name
      : label(fieldsOf(conflict)[conflict.fields[0] ?? '']?.label ?? of.label);
  /** What the line is about, in words. */
  const lineOf = (conflict: Conflict): ReactNode => {
    if (conflict.line === undefined) return <span className="soft">{label(of.label)}</span>;
    const row = conflict.mine ?? conflict.theirs ?? {};
    const about = subjectOf(fieldsOf(conflict));
    return (
      <>
        <span className="soft">{text('stale.line.no', { line: conflict.line })}</span>
        {about === undefined ? null : <> {words(conflict, about, row)}</>}
      </>
    );
  };
  const side = (which: Side, conflict: Conflict) => {
    const row = conflict[which];
    const said =
      row === undefined
        ? text('stale.removed')
        : conflict.path !== undefined
          ? leafOf(conflict, conflict.path, row).text || '–'
          : conflict.fields
              .map(
                (name) =>
                  `${conflict.fields.length > 1 ? `${label(fieldsOf(conflict)[name]?.label ?? of.label)} ` : ''}${words(conflict, name, row)}`,
              )
              .join(' · ');
    return (
      <td
        className={choices[conflict.key] === which ? 'is-chosen' : ''}
        data-side={which === 'mine' ? text('stale.mine') : text('stale.theirs', { who })}
      >
        <Radio
          checked={choices[conflict.key] === which}
          name={`stale-${conflict.key}`}
          onChange={() => setChoices((now) => ({ ...now, [conflict.key]: which }))}
        >
          {said}
        </Radio>
      </td>
    );
  };
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
      <div className="stale-scroll">
        <table className="stale-table">
          <thead>
            <tr>
              <th scope="col">{text('stale.line')}</th>
              <th scope="col">{text('stale.field')}</th>
              <th scope="col">{text('stale.mine')}</th>
              <th scope="col">{text('stale.theirs', { who })}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict) => (
              <tr key={conflict.key}>
                <th scope="row">{lineOf(conflict)}</th>
                <td>
                  {conflict.mine === undefined || conflict.theirs === undefined
                    ? '–'
                    : conflict.fields.length > 1
                      ? conflict.fields.map((name) => label(fieldsOf(conflict)[name]?.label ?? of.label)).join('、')
                      : nameOf(conflict)}
                </td>
                {side('mine', conflict)}
                {side('theirs', conflict)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  );
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const of = typeof value === 'string' && path.length > 0 ? (JSON.parse(value) as unknown) : value;
  return path.reduce<unknown>(
    (now, name) => (typeof now === 'object' && now !== null ? (now as Values)[name] : undefined),
    of,
  );
}
