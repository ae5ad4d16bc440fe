import { Input, Select } from 'antd';
import { refs, type Fields } from '../../kernel/core/field.ts';
import type { Values } from '../../kernel/web/form/values.ts';
import { faceOf } from '../../kernel/web/kinds/faces.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { FilterPart, GroupPart, MeasurePart, type PartProps } from './report-parts.view.tsx';
import type { Draft } from './report-draft.view.ts';
import { report } from './report.resource.ts';
import { EMPTY, isGrouped, type Config } from './report.rules.ts';
import { reportsTexts } from './reports.texts.ts';

const roles = refs('共享角色', 'Roles', 'role');

interface DesignProps {
  readonly draft: Draft;
  readonly onChange: (name: string, value: unknown, beside?: Values) => void;
  readonly fields: Fields;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly mayShare: boolean;
}
/** The design of a report: which records, what of them, in which order, and who else may run it. */
export function Design({ draft, onChange, fields, choices, mayShare }: DesignProps) {
  const word = useWords(reportsTexts);
  const label = useLabel();
  const { config } = draft;
  const parts: PartProps = {
    config,
    fields,
    options: Object.entries(fields).map(([value, field]) => ({ value, label: label(field.label) })),
    set: (patch) => onChange('config', { ...config, ...patch }),
  };
  return (
    <section className="report-design" aria-label={word('design')}>
      <label htmlFor="report-name">
        <span>{word('name')}</span>
        <Input
          id="report-name"
          maxLength={100}
          value={draft.name}
          onChange={(event) => onChange('name', event.target.value)}
        />
      </label>
      <label htmlFor="report-resource">
        <span>{word('resource')}</span>
        <Select
          id="report-resource"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={word('choose')}
          {...(draft.resource === '' ? {} : { value: draft.resource })}
          options={[...choices]}
          onChange={(resource: string) => onChange('resource', resource, { config: EMPTY })}
        />
      </label>
      {!isGrouped(config) && (
        <label htmlFor="report-columns">
          <span>{word('columns')}</span>
          <Select
            id="report-columns"
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            value={[...config.columns]}
            options={parts.options}
            onChange={(columns: string[]) => parts.set({ columns })}
          />
        </label>
      )}
      <GroupPart {...parts} />
      <MeasurePart {...parts} />
      <FilterPart {...parts} />
      <SortPart {...parts} />
      {mayShare && <SharePart draft={draft} onChange={onChange} />}
    </section>
  );
}

function useSortable({ config, fields }: Pick<PartProps, 'config' | 'fields'>) {
  const word = useWords(reportsTexts);
  const label = useLabel();
  const nameOf = (field: string): string => (fields[field] === undefined ? field : label(fields[field].label));
  return isGrouped(config)
    ? [
        ...config.groupBy.map(({ field }) => ({ value: field, label: nameOf(field) })),
        ...config.measures.map(({ field, fn }: Config['measures'][number], at) => ({
          value: `#${at}`,
          label: fn === 'count' ? word('count') : `${nameOf(field)} · ${word(fn)}`,
        })),
      ]
    : config.columns.map((value) => ({ value, label: nameOf(value) }));
}

function SortPart(props: PartProps) {
  const word = useWords(reportsTexts);
  const sortable = useSortable(props);
  return (
    <label htmlFor="report-sort">
      <span>{word('sort')}</span>
      <Select
        id="report-sort"
        value={props.config.sort}
        options={[
          { value: '', label: word('none') },
          ...sortable.flatMap((each) => [
            { value: each.value, label: `${each.label} ${word('ascending')}` },
            { value: `-${each.value}`, label: `${each.label} ${word('descending')}` },
          ]),
        ]}
        onChange={(sort: string) => props.set({ sort })}
      />
    </label>
  );
}

function SharePart({ draft, onChange }: Pick<DesignProps, 'draft' | 'onChange'>) {
  const word = useWords(reportsTexts);
  const label = useLabel();
  const Roles = faceOf(roles).Input;
  return (
    <>
      <label htmlFor="report-share">
        <span>{word('share')}</span>
        <Select
          id="report-share"
          value={draft.shareScope}
          options={report.fields.shareScope.rules.choices!.map((each) => ({
            value: each.value,
            label: label(each.label),
          }))}
          onChange={(shareScope: string) => onChange('shareScope', shareScope)}
        />
      </label>
      {draft.shareScope === 'role' && (
        <label htmlFor="report-roles">
          <span>{word('roles')}</span>
          <Roles
            id="report-roles"
            name="shareIds"
            field={roles}
            value={draft.row.shareIds}
            row={draft.row}
            onChange={(value, beside) => onChange('shareIds', value, beside)}
          />
        </label>
      )}
    </>
  );
}
