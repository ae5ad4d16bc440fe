import { Select } from 'antd';
import { comma, useLabel, useLanguage } from '../../../parts/language/language.ts';
import { dictionaryQuery, entryLabel, queries, useDictionary } from '../queries.ts';
import { asText, type Filter, type FilterProps, type InputProps, type CellProps, type KindView } from './face.ts';
import { Status } from './status.tsx';
import { common } from '../../../parts/inputs/input-props.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The fixed choices of the field, or the entries of its dictionary. */
function useOptions(field: InputProps['field']): { readonly options: Option[]; readonly loading: boolean } {
  const label = useLabel();
  const dictionary = useDictionary(field.rules.dictionary);
  if (field.rules.dictionary === undefined)
    return {
      options: (field.rules.choices ?? []).map((choice) => ({ value: choice.value, label: label(choice.label) })),
      loading: false,
    };
  return {
    options: (dictionary.data ?? []).map((entry) => ({ value: entry.dictKey, label: entry.dictValue })),
    loading: dictionary.isPending,
  };
}

const search = { optionFilterProp: 'label' };
/** Is it typed into? Always by who has a keyboard; on a phone one would come up over a short list. */
const searchOf = ({ length }: readonly Option[]): typeof search | false =>
  length > 7 || matchMedia('(any-pointer: fine)').matches ? search : false;

function ChoiceInput({ id, name, field, value, onChange, disabled, wrong, autoFocus, placeholder }: InputProps) {
  const { options, loading } = useOptions(field);
  return (
    <Select
      id={id}
      value={asText(value) === '' ? undefined : asText(value)}
      options={options}
      loading={loading}
      allowClear={field.optional}
      showSearch={searchOf(options)}
      {...common({ disabled, wrong, autoFocus, placeholder })}
      onChange={(next: string | undefined) =>
        onChange(next ?? null, { [`${name}Name`]: options.find((option) => option.value === next)?.label ?? '' })
      }
    />
  );
}

/** Several entries of a dictionary. */
function SeveralInput({ id, field, value, onChange, disabled, wrong, autoFocus, placeholder }: InputProps) {
  const { options, loading } = useOptions(field);
  return (
    <Select
      id={id}
      mode="multiple"
      value={keysIn(value)}
      options={options}
      loading={loading}
      allowClear
      optionFilterProp="label"
      {...common({ disabled, wrong, autoFocus, placeholder })}
      onChange={(next: string[]) => onChange(next.length === 0 ? null : next.join(','))}
    />
  );
}
const keysIn = (value: unknown): string[] => asText(value).split(',').filter(Boolean);

function ChoiceFilter({ id, name, field, label, values, onChange }: FilterProps) {
  const { options, loading } = useOptions(field);
  const key = `${name}_equal`;
  return (
    <Select
      id={id}
      allowClear
      placeholder={label}
      aria-label={label}
      value={values[key] || undefined}
      options={options}
      loading={loading}
      popupMatchSelectWidth={false}
      showSearch={searchOf(options)}
      onChange={(value: string | undefined) =>
        onChange({ [key]: value ?? '' }, options.find((option) => option.value === value)?.label)
      }
    />
  );
}
const filter: Filter = { keys: (name) => [`${name}_equal`], Input: ChoiceFilter };

/** As far as the dictionary is here already; cells ask for it. */
const word = ({ row, name, field, language }: CellProps): string => {
  const value = asText(row[name]);
  const entries =
    field.rules.dictionary === undefined
      ? undefined
      : queries.getQueryData(dictionaryQuery(field.rules.dictionary).queryKey);
  if (field.rules.several)
    return keysIn(value)
      .map((key) => {
        const found = entries?.find(({ dictKey }) => dictKey === key);
        return found === undefined ? key : entryLabel(found, language);
      })
      .join(comma(language));
  const entry = entries?.find(({ dictKey }) => dictKey === value);
  const known = entry === undefined ? undefined : entryLabel(entry, language);
  return (
    field.rules.choices?.find((choice) => choice.value === value)?.label[language] ??
    known ??
    (asText(row[`${name}Name`]) || value)
  );
};

function DictionaryWord({ field, value }: { readonly field: InputProps['field']; readonly value: string }) {
  const language = useLanguage();
  const entries = useDictionary(field.rules.dictionary).data;
  return (field.rules.several ? keysIn(value) : [value])
    .map((key) => entries?.find((entry) => entry.dictKey === key)?.dictValue ?? key)
    .join(comma(language));
}

export const choiceFace: KindView = {
  Input: (props) => (props.field.rules.several ? <SeveralInput {...props} /> : <ChoiceInput {...props} />),
  cell: (shown) => {
    const tone = shown.field.rules.choices?.find((choice) => choice.value === asText(shown.row[shown.name]))?.tone;
    const label = word(shown);
    if (label === '') return <span className="empty-cell">–</span>;
    if (shown.field.rules.dictionary !== undefined)
      return <DictionaryWord field={shown.field} value={asText(shown.row[shown.name])} />;
    return tone === undefined ? label : <Status tone={tone} word={label} />;
  },
  text: word,
  width: 110,
  filter,
};
