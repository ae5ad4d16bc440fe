import { CloseOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useMemo } from 'react';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { searchRecords } from '../../../kernel/web/kinds/ref.tsx';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { CANDIDATE_KINDS, type Candidate, type CandidateKind } from '../engine/task-settings.rules.ts';
import { workflowTexts } from '../workflow.texts.ts';

interface Props {
  readonly value: readonly Candidate[];
  readonly onChange: (next: readonly Candidate[]) => void;
  /** The document the process is for, where it is known: people its fields name may be asked. */
  readonly of: Declaration | undefined;
  readonly label: string;
}

/** By what a person, role or post is known in a model, so that it may be carried to another company. */
const KNOWN_BY = { user: ['user', 'account'], role: ['role', 'roleAlias'], post: ['post', 'postCode'] } as const;
const isNamed = (kind: CandidateKind): kind is 'user' | 'role' | 'post' => kind in KNOWN_BY;

/** Who is asked: one line each, kind and whom. */
export function CandidatesEditor({ value, onChange, of, label }: Props) {
  const word = useWords(workflowTexts);
  const kinds = useMemo(
    () =>
      CANDIDATE_KINDS.filter((kind) => kind !== 'field' || peopleOf(of).length > 0).map((kind) => ({
        value: kind,
        label: word(`who.${kind}`),
      })),
    [of, word],
  );
  const set = (at: number, next: Candidate): void => onChange(value.map((each, index) => (index === at ? next : each)));
  return (
    <div className="flow-people" role="group" aria-label={label}>
      {value.map((candidate, at) => (
        <div key={at} className="flow-person">
          <Select
            size="small"
            className="flow-kind"
            aria-label={label}
            value={candidate.kind}
            options={kinds}
            popupMatchSelectWidth={false}
            onChange={(kind) => set(at, { kind })}
          />
          {isNamed(candidate.kind) && (
            <Named
              kind={candidate.kind}
              value={candidate.ref}
              label={word(`who.${candidate.kind}`)}
              onChange={(ref) => set(at, { kind: candidate.kind, ref })}
            />
          )}
          {candidate.kind === 'field' && (
            <FieldPerson
              of={of}
              value={candidate.ref}
              label={word('who.field')}
              onChange={(ref) => set(at, { kind: 'field', ref })}
            />
          )}
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={`${word('if.drop')} ${word(`who.${candidate.kind}`)}`}
            onClick={() => onChange(value.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button size="small" type="dashed" onClick={() => onChange([...value, { kind: 'role' }])}>
        {word('who.add')}
      </Button>
    </div>
  );
}

interface NamedProps {
  readonly value: string | undefined;
  readonly onChange: (ref: string) => void;
  readonly label: string;
}
function Named({ kind, value, onChange, label }: NamedProps & { readonly kind: keyof typeof KNOWN_BY }) {
  const word = useWords(workflowTexts);
  const [target, field] = KNOWN_BY[kind];
  const found = useQuery({
    queryKey: ['select', target, 'all'],
    queryFn: ({ signal }) => searchRecords(target, '', { size: '200' }, signal),
    staleTime: 60_000,
  });
  const options = (found.data ?? [])
    .map((option) => ({ value: String(option[field] ?? ''), label: option.title }))
    .filter((option) => option.value !== '');
  return (
    <Select
      size="small"
      className="flow-ref"
      aria-label={label}
      placeholder={word('who.choose')}
      showSearch={{ optionFilterProp: 'label' }}
      loading={found.isPending}
      value={value ?? null}
      options={
        value === undefined || options.some((option) => option.value === value)
          ? options
          : [...options, { value, label: value }]
      }
      onChange={onChange}
    />
  );
}

/** Fields of a document that name a person: `taskUser` 审批人. */
const peopleOf = (of: Declaration | undefined): readonly (readonly [string, Declaration['fields'][string]])[] =>
  Object.entries(of?.fields ?? {}).filter(
    ([name, field]) =>
      field.kind === 'ref' && field.rules.target === 'user' && !['applyUserId', 'approveUserId'].includes(name),
  );

function FieldPerson({ of, value, onChange, label }: NamedProps & { readonly of: Declaration | undefined }) {
  const words = useLabel();
  return (
    <Select
      size="small"
      className="flow-ref"
      aria-label={label}
      value={value ?? null}
      options={peopleOf(of).map(([name, field]) => ({ value: name, label: words(field.label) }))}
      onChange={onChange}
    />
  );
}
