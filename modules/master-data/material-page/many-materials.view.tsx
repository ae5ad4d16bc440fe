import { Alert, Modal, Select } from 'antd';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { intent } from '../../../parts/client/api.ts';
import { useLabel, useLanguage, useWords } from '../../../parts/language/language.ts';
import { FormFields } from '../../../kernel/web/form/form-fields.tsx';
import type { FieldErrors, Values } from '../../../kernel/web/form/values.ts';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { type ListRow, invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { material } from '../materials/material.resource.ts';
import { changeMany } from './about-material.calls.ts';
import { changedBy, SHARED_FIELDS, type SharedField } from './many-materials.rules.ts';
import { materialPageTexts } from './material-page.texts.ts';
import './material-page.css';

type Row = ListRow<typeof material>;
type Answer = TypeOf<typeof changeMany.answer>;
const SHOWN = 8;
const NO_FAULTS: FieldErrors = {};

interface Props {
  readonly rows: readonly Row[];
  readonly onClose: () => void;
}

/** Gives one field of the chosen materials the same value, after showing which of them it changes from what. */
export function ManyMaterials({ rows, onClose }: Props): ReactNode {
  const word = useWords(materialPageTexts);
  const label = useLabel();
  const notify = useNotify();
  const base = useId();
  const [name, setName] = useState<SharedField>('materialTypeId');
  const [values, setValues] = useState<Values>({});
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Answer['refused']>([]);
  const once = useMemo(() => intent(), []);
  const field = material.fields[name];
  const { changed, kept } = changedBy(rows, name, values[name]);
  const isMissing = !field.optional && String(values[name] ?? '') === '';
  const save = async (): Promise<void> => {
    const body = { ids: changed.map(({ id }) => id), field: name, value: String(values[name] ?? '') };
    setBusy(true);
    try {
      const answer = await request(changeMany, body, { key: once.keyFor(body) });
      once.done();
      await invalidateLists(material);
      if (answer.changed > 0) notify.done(word('many.done', { count: answer.changed }));
      if (answer.refused.length === 0) onClose();
      else setRefused(answer.refused);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('many')}
      okText={word('many.ok', { count: changed.length })}
      okButtonProps={{ disabled: changed.length === 0 || isMissing || refused.length > 0, loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="form-field">
        <label htmlFor={`${base}-which`}>{word('many.field')}</label>
        <Select<SharedField>
          id={`${base}-which`}
          value={name}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(next) => {
            setName(next);
            setRefused([]);
          }}
          options={SHARED_FIELDS.map((value) => ({ value, label: label(material.fields[value].label) }))}
        />
      </div>
      <FormFields
        key={name}
        base={base}
        fields={{ [name]: { ...field, label: materialPageTexts['many.value'] } }}
        values={values}
        faults={NO_FAULTS}
        onChange={(changedName, value, beside) => setValues((now) => ({ ...now, ...beside, [changedName]: value }))}
        single
        autoFocus
      />
      {!isMissing && <Preview changed={changed} kept={kept} name={name} values={values} />}
      <Refused refused={refused} />
    </Modal>
  );
}

/** What stays as it was, and why. */
function Refused({ refused }: Pick<Answer, 'refused'>): ReactNode {
  const word = useWords(materialPageTexts);
  if (refused.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={word('many.refused', { count: refused.length })}
      description={
        <ul className="sentences">
          {refused.map((each) => (
            <li key={each.id}>
              {each.code} {each.name} · {each.reason}
            </li>
          ))}
        </ul>
      }
    />
  );
}

interface PreviewProps {
  readonly changed: readonly Row[];
  readonly kept: number;
  readonly name: SharedField;
  readonly values: Values;
}

/** Which materials change, from what to what. */
function Preview({ changed, kept, name, values }: PreviewProps): ReactNode {
  const word = useWords(materialPageTexts);
  const language = useLanguage();
  const field = material.fields[name];
  const told = (row: Values): string => faceOf(field).text({ name, field, row, language }) || '–';
  if (changed.length === 0) return <p className="soft">{word('many.nothing')}</p>;
  return (
    <section className="many-preview" aria-live="polite">
      <p>
        {word('many.preview', { count: changed.length, kept })}
        {String(values[name] ?? '') === '' && <span className="soft"> · {word('many.empty')}</span>}
      </p>
      <ul>
        {changed.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <span>
              <span className="soft figures">{row.code}</span> {row.name}
            </span>
            <span className="figures">
              {told(row)} → <b>{told(values)}</b>
            </span>
          </li>
        ))}
        {changed.length > SHOWN && <li className="soft">{word('many.rest', { count: changed.length - SHOWN })}</li>}
      </ul>
    </section>
  );
}
