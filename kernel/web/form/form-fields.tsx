import { type ReactNode, use } from 'react';
import { isAsked } from '../../core/asked-fields.ts';
import type { Field, Fields } from '../../core/field.ts';
import { Placeholders } from '../../../parts/form/placeholders.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import type { Values as Row } from '../kinds/face.ts';
import { faceOf } from '../kinds/faces.ts';
import { OwnInputs } from './own-inputs.ts';
import type { FieldErrors } from './values.ts';

interface Props {
  /** Prefix of the element ids. */
  readonly base: string;
  readonly fields: Fields;
  readonly values: Row;
  readonly faults: FieldErrors;
  readonly onChange: (name: string, value: unknown, others?: Row) => void;
  /** The keyboard went elsewhere. */
  readonly onLeave?: (name: string) => void;
  readonly disabled?: boolean;
  /** Fields that stand but cannot change: those fixed at creation. */
  readonly fixed?: (name: string, field: Field) => boolean;
  /** One column. */
  readonly single?: boolean;
  readonly autoFocus?: boolean;
  /** Below a field: what the program noticed of what is typed there. */
  readonly note?: (name: string) => ReactNode;
}

/** The fields that are asked of such a record, by the titles of their sections, in declared order. */
export function useSections(
  fields: Fields,
  values: Row,
): readonly (readonly [string, readonly (readonly [string, Field])[]])[] {
  const text = useText();
  const label = useLabel();
  return [
    ...Map.groupBy(
      Object.entries(fields).filter(([, field]) => isAsked(field, values)),
      ([, { rules }]) => (rules.section === undefined ? text('form.basics') : label(rules.section)),
    ),
  ];
}

/** Fields under their sections, in declared order. */
export function FormFields({ base, fields, values, faults, disabled, fixed, single, autoFocus, note, ...on }: Props) {
  const sections = useSections(fields, values);
  const first = Object.keys(fields).find((name) => fields[name] !== undefined && fixed?.(name, fields[name]) !== true);
  return sections.map(([section, entries], at) => (
    <fieldset key={section} id={`${base}-${at}`} className={`form-section${single === true ? ' is-single' : ''}`}>
      {sections.length > 1 && <legend>{section}</legend>}
      {entries.map(([name, field]) => (
        <FormField
          key={name}
          id={`${base}-${name}`}
          name={name}
          field={field}
          values={values}
          fault={faults[name]}
          {...on}
          disabled={disabled === true || fixed?.(name, field) === true}
          autoFocus={autoFocus === true && name === first}
          note={note?.(name)}
        />
      ))}
    </fieldset>
  ));
}

interface OneProps {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly values: Row;
  readonly fault: string | undefined;
  readonly onChange: (name: string, value: unknown, others?: Row) => void;
  readonly onLeave?: (name: string) => void;
  readonly disabled: boolean;
  readonly autoFocus: boolean;
  readonly note: ReactNode;
}

function FormField({ id, name, field, values, fault, onChange, onLeave, disabled, autoFocus, note }: OneProps) {
  const label = useLabel();
  const face = faceOf(field);
  const Input = use(OwnInputs)[name] ?? face.Input;
  const isRequired = field.rules.needed ?? (!field.optional && field.rules.default === undefined);
  const placeholder = use(Placeholders)(name);
  const hint = placeholder === undefined ? field.rules.hint : undefined;
  const notes = [hint === undefined ? undefined : `${id}-hint`, fault === undefined ? undefined : `${id}-fault`]
    .filter((note) => note !== undefined)
    .join(' ');
  return (
    <div
      className={`form-field${face.wide === true ? ' is-wide' : ''}${fault === undefined ? '' : ' is-wrong'}`}
      data-field={name}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave?.(name);
      }}
      role="group"
      aria-labelledby={`${id}-label`}
      {...(notes === '' ? {} : { 'aria-describedby': notes })}
    >
      <label id={`${id}-label`} htmlFor={id}>
        {label(field.label)}
        {isRequired && !disabled && (
          <span className="required" aria-hidden="true">
            *
          </span>
        )}
      </label>
      <Input
        id={id}
        name={name}
        field={field}
        value={values[name]}
        row={values}
        onChange={(value, others) => onChange(name, value, others)}
        disabled={disabled}
        wrong={fault !== undefined}
        autoFocus={autoFocus}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
      {hint !== undefined && fault === undefined && (
        <p id={`${id}-hint`} className="field-hint">
          {label(hint)}
        </p>
      )}
      {note}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
