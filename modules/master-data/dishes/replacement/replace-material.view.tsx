import { Alert, Button, Checkbox, Drawer, Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { day, factor, ref, text as textField } from '../../../../kernel/core/field.ts';
import type { TypeOf } from '../../../../kernel/core/shape.ts';
import { intent } from '../../../../parts/client/api.ts';
import { ApiError } from '../../../../parts/client/errors.ts';
import { FormFields } from '../../../../kernel/web/form/form-fields.tsx';
import { faultsOf, type FieldErrors, type Values, without } from '../../../../kernel/web/form/values.ts';
import { comma, useLanguage, useWords } from '../../../../parts/language/language.ts';
import { useText } from '../../../../kernel/web/i18n.ts';
import { invalidateLists } from '../../../../kernel/web/list/list-data.ts';
import { useDictionary } from '../../../../kernel/web/queries.ts';
import { usePhone } from '../../../../parts/hooks/screen.ts';
import { request } from '../../../../kernel/web/request.ts';
import { useNotify } from '../../../../kernel/web/use-notify.tsx';
import * as calls from './bom-replacement.calls.ts';
import { bomReplacement } from './bom-replacement.resource.ts';
import { bomReplacementTexts } from './bom-replacement.texts.ts';
import { dishBom } from '../dish-bom.resource.ts';
import { nutrients } from '../../nutrients/material-nutrient.resource.ts';
import './bom-replacement.css';

type Dish = TypeOf<typeof calls.replaceMaterial.answer>['dishes'][number];
type State = Dish['before']['allergens'][string];
const WORST: readonly State[] = ['free', 'unknown', 'may-contain', 'contains'];

const REPLACEMENT_FIELDS = {
  toMaterialId: ref('换成', 'With', 'material'),
  ratio: factor('用量比', 'Ratio', { default: '1', positive: true, hint: bomReplacement.fields.ratio.rules.hint! }),
  startDate: day('生效日期', 'From'),
  reason: textField('原因', 'Reason', { optional: true, max: 200 }),
};
type Typed = Values & { readonly [K in keyof typeof REPLACEMENT_FIELDS]?: unknown };
interface Replaced {
  readonly id: string;
  readonly name: string;
}
/** What was typed: which material from which day on, and how much of it. */
const replacementOf = (row: Replaced, values: Typed) => ({
  materialId: row.id,
  toMaterialId: String(values.toMaterialId ?? ''),
  ratio: String(values.ratio ?? ''),
  startDate: String(values.startDate ?? ''),
});
const tomorrow = (): string => {
  const date = new Date();
  date.setDate(date.getDate() + 1);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
};

/** One material in the place of another in every recipe: what it does to each dish first, then the act. */
export function ReplaceMaterial({
  row,
  onClose,
}: {
  readonly row: Replaced | undefined;
  readonly onClose: () => void;
}) {
  const word = useWords(bomReplacementTexts);
  const phone = usePhone();
  return (
    <Drawer
      open={row !== undefined}
      onClose={onClose}
      size={phone ? '100%' : 960}
      destroyOnHidden
      title={word('title', { from: row?.name ?? '' })}
      styles={{ body: { padding: 0 } }}
    >
      {row !== undefined && <Replacement key={row.id} row={row} onClose={onClose} />}
    </Drawer>
  );
}

function Replacement({ row, onClose }: { readonly row: Replaced; readonly onClose: () => void }) {
  const word = useWords(bomReplacementTexts);
  const text = useText();
  const language = useLanguage();
  const notify = useNotify();
  const [values, setValues] = useState<Typed>(() => ({ ratio: '1', startDate: tomorrow() }));
  const [faults, setFaults] = useState<FieldErrors>({});
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const replacement = replacementOf(row, values);
  const isWhole = Object.keys(faultsOf(REPLACEMENT_FIELDS, values, language)).length === 0;
  const shown = useQuery({
    queryKey: ['list', bomReplacement.name, 'preview', replacement],
    enabled: isWhole,
    retry: false,
    staleTime: 0,
    queryFn: () => request(calls.replaceMaterial, { ...replacement, dryRun: 1 }),
  });
  const preview = isWhole ? shown.data : undefined;
  const direct = preview?.dishes.filter((dish) => dish.direct === 1) ?? [];
  const chosen = direct.filter((dish) => !skipped.has(dish.dishId));
  const worse = preview?.dishes.filter((dish) => allergenChanges(dish).some((change) => change.worse)) ?? [];
  const toggle = (id: string): void =>
    setSkipped((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    );

  const act = async (): Promise<void> => {
    const found = faultsOf(REPLACEMENT_FIELDS, values, language);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const body = {
        ...replacement,
        reason: String(values.reason ?? ''),
        ...(skipped.size === 0 ? {} : { dishIds: chosen.map((dish) => dish.dishId) }),
      };
      const done = await request(calls.replaceMaterial, body, { key: once.keyFor(body) });
      once.done();
      notify.done(word('done', { versions: done.versions, startDate: done.startDate }));
      await Promise.all([bomReplacement, dishBom].map((each) => invalidateLists(each)));
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="replace">
      <div className="replace-body">
        <p className="soft replace-how">{word('how')}</p>
        <FormFields
          base="replace"
          fields={REPLACEMENT_FIELDS}
          values={values}
          faults={faults}
          autoFocus
          onChange={(name, value, others) => {
            setValues((before) => ({ ...before, ...others, [name]: value }));
            setFaults((before) => without(before, name));
            setSkipped(new Set());
          }}
        />
        {!isWhole && <p className="soft replace-wait">{word('choose')}</p>}
        {isWhole && shown.error !== null && (
          <Alert
            type="warning"
            showIcon
            title={shown.error instanceof ApiError ? shown.error.message : text('error.unknown')}
          />
        )}
        {isWhole && shown.isPending && <Skeleton active className="replace-wait" />}
        {preview !== undefined && (
          <>
            {worse.length > 0 && <Alert type="error" showIcon title={word('worse', { count: worse.length })} />}
            {preview.drafts > 0 && <p className="soft">{word('drafts', { count: preview.drafts })}</p>}
            {preview.variants.length > 0 && (
              <p className="soft">
                {word('variants', {
                  names: preview.variants.map((each) => `${each.dishName}（${each.deptName}）`).join(comma()),
                })}
              </p>
            )}
            <ul className="replace-dishes">
              {preview.dishes.map((dish) => (
                <DishRow
                  key={dish.dishId}
                  dish={dish}
                  checked={!skipped.has(dish.dishId)}
                  onToggle={() => toggle(dish.dishId)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      <footer className="replace-foot">
        <Button onClick={onClose}>{text('cancel')}</Button>
        <Button
          type="primary"
          danger={worse.length > 0}
          loading={busy}
          disabled={preview === undefined || chosen.length === 0}
          title={preview !== undefined && chosen.length === 0 ? word('none') : undefined}
          onClick={() => void act()}
        >
          {word('act', { count: chosen.length })}
        </Button>
      </footer>
    </div>
  );
}

interface AllergenChange {
  readonly name: string;
  readonly before: State;
  readonly after: State;
  readonly worse: boolean;
}
const allergenChanges = ({ before, after }: Dish): readonly AllergenChange[] =>
  Object.keys(after.allergens).flatMap((name) => {
    const [was, is] = [before.allergens[name] ?? 'unknown', after.allergens[name]!];
    return was === is ? [] : [{ name, before: was, after: is, worse: WORST.indexOf(is) > WORST.indexOf(was) }];
  });

function DishRow({
  dish,
  checked,
  onToggle,
}: {
  readonly dish: Dish;
  readonly checked: boolean;
  readonly onToggle: () => void;
}) {
  const word = useWords(bomReplacementTexts);
  const language = useLanguage();
  const dictionary = useDictionary('allergen').data ?? [];
  const { before, after } = dish;
  const nameOf = (key: string): string => dictionary.find((entry) => entry.dictKey === key)?.dictValue ?? key;
  const allergens = allergenChanges(dish);
  const food = Object.keys(after.nutrients).filter((name) => before.nutrients[name] !== after.nutrients[name]);
  const figure = (value: string | null): string => value ?? word('unknown');
  const isCostKnown = before.cost !== null || after.cost !== null;
  return (
    <li className={checked ? '' : 'is-skipped'}>
      <div className="replace-name">
        {dish.direct === 1 ? (
          <Checkbox checked={checked} onChange={onToggle}>
            {dish.dishName}
          </Checkbox>
        ) : (
          <span className="replace-through">
            {dish.dishName} <span className="soft">{word('through')}</span>
          </span>
        )}
      </div>
      <dl>
        {isCostKnown && (
          <div>
            <dt>{word('cost')}</dt>
            <dd className="figures">
              {before.cost === after.cost ? `${figure(after.cost)}` : `${figure(before.cost)} → ${figure(after.cost)}`}
            </dd>
          </div>
        )}
        <div>
          <dt>{word('allergens')}</dt>
          <dd>
            {allergens.length === 0 ? (
              <span className="soft">{word('same')}</span>
            ) : (
              allergens.map((change) => (
                <span key={change.name} className={change.worse ? 'replace-worse' : 'replace-better'}>
                  {nameOf(change.name)} {word(`state.${change.before}`)} → {word(`state.${change.after}`)}
                </span>
              ))
            )}
          </dd>
        </div>
        <div>
          <dt>{word('nutrients')}</dt>
          <dd className="figures">
            {food.length === 0 ? (
              <span className="soft">{word('same')}</span>
            ) : (
              food.map((name) => (
                <span key={name}>
                  {nutrients[name as keyof typeof nutrients].label[language]} {figure(before.nutrients[name]!)} →{' '}
                  {figure(after.nutrients[name]!)}
                </span>
              ))
            )}
            <span className="soft">
              {word('coverage')} {figure(after.coverage)}
              {after.coverage === null ? '' : '%'}
            </span>
          </dd>
        </div>
      </dl>
    </li>
  );
}
