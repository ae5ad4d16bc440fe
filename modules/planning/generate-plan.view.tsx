import { Button, Select } from 'antd';
import { businessDay } from '../../parts/client/business-day.ts';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readInputs } from '../../kernel/core/contract.ts';
import { dictionary, type Fields } from '../../kernel/core/field.ts';
import { intent } from '../../parts/client/api.ts';
import { useDictionaryChoices } from '../../kernel/web/document/dictionary-choices.ts';
import { FormFields } from '../../kernel/web/form/form-fields.tsx';
import { faultsOf, startValues, without, type FieldErrors, type Values } from '../../kernel/web/form/values.ts';
import { useLabel, useLanguage, useWords } from '../../parts/language/language.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { useCloseTabAndGo, useTitle } from '../../parts/hooks/own-tab.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { generatePlan } from './requirement-plan.calls.ts';
import { requirementPlan } from './requirement-plan.document.ts';
import { planTexts } from './requirement-plan.texts.ts';

const { bladeProjectDeptIds, warehouseIds, startDate, endDate, includeSafety, netFlag } = requirementPlan.fields;
const GENERATE_FIELDS = {
  bladeProjectDeptIds: {
    ...bladeProjectDeptIds,
    optional: false as const,
    rules: { ...bladeProjectDeptIds.rules, optional: false },
  },
  startDate,
  endDate,
  warehouseIds,
  includeSafety,
  netFlag,
};
const MEALS: Fields = { mealType: dictionary('餐次', 'Meals', 'mealType', { optional: true }) };

/** What a plan is to cover: sites and meal dates, perhaps only some warehouses or meals. */
export function GeneratePlan() {
  const word = useWords(planTexts);
  const language = useLanguage();
  const say = useLabel();
  const notify = useNotify();
  const refused = useRefused();
  const leaveFor = useCloseTabAndGo();
  const [query] = useSearchParams();
  const [values, setValues] = useState<Values>(() => ({
    ...startValues(GENERATE_FIELDS, businessDay()),
    ...nextWeek(),
    ...ofAddress(query),
  }));
  const [mealTypes, setMealTypes] = useState<readonly string[]>([]);
  const [faults, setFaults] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const meals = useDictionaryChoices(MEALS)['mealType'] ?? [];
  useTitle(word('generate.title'));

  const generate = async (): Promise<void> => {
    const found = faultsOf(GENERATE_FIELDS, values, language);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    refused.forget();
    try {
      const body = {
        ...readInputs(GENERATE_FIELDS, values).values,
        mealTypes,
        planType: 'meal',
        withLines: 0,
      } as const;
      const made = await request(generatePlan, body, { key: once.keyFor(body) });
      once.done();
      await invalidateLists(requirementPlan);
      notify.done(word('generate.done', { bill: made.billCode, count: made.lineCount }));
      leaveFor(`${requirementPlan.path ?? ''}/${made.id}`);
    } catch (error) {
      if (!refused.show(word('generate.run'), error)) notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <article className="plan-generate">
      <h1 className="page-title" tabIndex={-1}>
        {word('generate.title')}
      </h1>
      <p className="soft">{word('generate.lead')}</p>
      {refused.banner()}
      <FormFields
        base="generate"
        fields={GENERATE_FIELDS}
        values={values}
        faults={faults}
        single
        autoFocus
        onChange={(name, value, others) => {
          setValues((before) => ({ ...before, ...others, [name]: value }));
          setFaults((before) => without(before, name));
        }}
      />
      <div className="form-field" role="group" aria-labelledby="generate-meals-label">
        <label id="generate-meals-label" htmlFor="generate-meals">
          {word('meals')}
        </label>
        <Select
          id="generate-meals"
          mode="multiple"
          allowClear
          placeholder={word('meals.all')}
          value={[...mealTypes]}
          onChange={(chosen: string[]) => setMealTypes(chosen)}
          options={meals.map((meal) => ({ value: meal.value, label: say(meal.label) }))}
        />
      </div>
      <div className="plan-generate-acts">
        <Button type="primary" loading={busy} onClick={() => void generate()}>
          {word('generate.run')}
        </Button>
        <GuardedLink to={`${requirementPlan.path ?? ''}/new?manual=1`}>{word('generate.byhand')}</GuardedLink>
      </div>
    </article>
  );
}

/** Monday to Sunday of the week to come: what is mostly planned for. */
/** What an address says the plan is for: `bladeProjectDeptIds=1,2&startDate=…&endDate=…`. */
function ofAddress(query: URLSearchParams): Values {
  const sites = query.get('bladeProjectDeptIds');
  const days = [...query].filter(([key]) => key === 'startDate' || key === 'endDate');
  return { ...Object.fromEntries(days), ...(sites === null ? {} : { bladeProjectDeptIds: sites.split(',') }) };
}

function nextWeek(): Values {
  const now = new Date();
  const monday = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ((8 - (now.getDay() || 7)) % 7 || 7));
  const sunday = new Date(monday.getFullYear(), monday.getMonth(), monday.getDate() + 6);
  return { startDate: dayOf(monday), endDate: dayOf(sunday) };
}
const dayOf = (date: Date): string =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
