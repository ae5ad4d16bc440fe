import { CloseOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select } from 'antd';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { request } from '../../../kernel/web/request.ts';
import { searchRecords } from '../../../kernel/web/kinds/ref.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { OPERATORS, parseCondition, printCondition, type Operator, type Test } from '../engine/condition.rules.ts';
import { modelFacts } from './flow-model.calls.ts';
import { workflowTexts } from '../workflow.texts.ts';

type Fact = TypeOf<typeof modelFacts.answer>[number];
const useFacts = (category: string) =>
  useQuery({
    queryKey: ['flow-facts', category],
    queryFn: ({ signal }) => request(modelFacts, { category }, { signal }),
    enabled: category !== '',
    staleTime: 5 * 60_000,
  });

/**
 * Conditions as people put them: what, how, which value; all of them have to hold. The text of the model stays the
 * one truth.
 */
export function ConditionEditor({
  value,
  onChange,
  category,
  label,
}: {
  readonly value: string;
  readonly onChange: (next: string) => void;
  readonly category: string;
  readonly label: string;
}) {
  const word = useWords(workflowTexts);
  const facts = useFacts(category).data ?? [];
  const parsed = parseCondition(value);
  // What cannot be read yet is being written: it is kept as it stands.
  if (value.trim() !== '' && 'problem' in parsed && !value.includes('?'))
    return (
      <Input.TextArea
        rows={2}
        aria-label={label}
        status="error"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const tests: readonly Test[] = 'condition' in parsed ? parsed.condition : [];
  const set = (next: readonly Test[]): void => onChange(next.length === 0 ? '' : printCondition(next));
  const addFirst = (): void => {
    const first = facts.find((fact) => fact.fact === 'amount') ?? facts[0];
    if (first !== undefined)
      set([
        ...tests,
        { fact: first.fact, op: first.nature === 'number' ? '>=' : '=', value: first.choices[0]?.value ?? '0' },
      ]);
  };
  return (
    <div className="flow-people" role="group" aria-label={label}>
      {tests.map((test, at) => {
        const fact = facts.find((each) => each.fact === test.fact);
        const change = (next: Partial<Test>): void =>
          set(tests.map((each, index) => (index === at ? { ...each, ...next } : each)));
        return (
          <div key={at} className="flow-person">
            {at > 0 && <span className="soft">{word('if.and')}</span>}
            <Select
              size="small"
              className="flow-kind"
              aria-label={word('if.fact')}
              showSearch={{ optionFilterProp: 'label' }}
              popupMatchSelectWidth={false}
              value={test.fact}
              options={
                facts.length === 0
                  ? [{ value: test.fact, label: test.fact }]
                  : facts.map((each) => ({ value: each.fact, label: each.name }))
              }
              onChange={(next) => {
                const now = facts.find((each) => each.fact === next);
                change({ fact: next, op: now?.nature === 'number' ? '>=' : '=', value: now?.choices[0]?.value ?? '0' });
              }}
            />
            <Select
              size="small"
              className="flow-op"
              aria-label={label}
              value={test.op}
              options={OPERATORS.filter((op) => fact?.nature !== 'word' || op === '=' || op === '!=').map((op) => ({
                value: op,
                label: op.replace('>=', '≥').replace('<=', '≤').replace('!=', '≠'),
              }))}
              onChange={(op: Operator) => change({ op })}
            />
            <Value fact={fact} value={test.value} onChange={(next) => change({ value: next })} />
            <Button
              size="small"
              type="text"
              icon={<CloseOutlined />}
              aria-label={word('if.drop')}
              onClick={() => set(tests.filter((_, index) => index !== at))}
            />
          </div>
        );
      })}
      <Button size="small" type="dashed" disabled={facts.length === 0} onClick={addFirst}>
        {tests.length === 0 ? `${word('if.add')}` : word('if.and')}
      </Button>
    </div>
  );
}

function Value({
  fact,
  value,
  onChange,
}: {
  readonly fact: Fact | undefined;
  readonly value: string;
  readonly onChange: (next: string) => void;
}) {
  const word = useWords(workflowTexts);
  const target =
    fact?.fact === 'applicantRole'
      ? 'role'
      : fact?.target || (['deptId', 'companyDeptId', 'bladeProjectDeptId'].includes(fact?.fact ?? '') ? 'dept' : '');
  const found = useQuery({
    queryKey: ['select', target, 'all'],
    queryFn: ({ signal }) => searchRecords(target, '', { size: '200' }, signal),
    enabled: target !== '',
    staleTime: 60_000,
  });
  const options =
    fact !== undefined && fact.choices.length > 0
      ? [...fact.choices]
      : target === ''
        ? []
        : (found.data ?? []).map((option) => ({
            value: target === 'role' ? String(option['roleAlias'] ?? option.id) : option.id,
            label: option.title,
          }));
  if (options.length > 0)
    return (
      <Select
        size="small"
        className="flow-ref"
        aria-label={word('if.value')}
        showSearch={{ optionFilterProp: 'label' }}
        value={options.some((option) => option.value === value) ? value : null}
        placeholder={word('who.choose')}
        options={options}
        onChange={onChange}
      />
    );
  return (
    <Input
      size="small"
      className="flow-ref"
      aria-label={word('if.value')}
      inputMode={fact?.nature === 'number' ? 'decimal' : 'text'}
      value={value}
      onChange={(event) =>
        onChange(
          fact?.nature === 'number'
            ? event.target.value.replace(/[^\d.-]/g, '') || '0'
            : event.target.value.replace(/['"]/g, '') || '0',
        )
      }
    />
  );
}
