import { useQuery } from '@tanstack/react-query';
import { Alert, Drawer, Skeleton } from 'antd';
import { Fragment } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Label } from '../../kernel/core/label.ts';
import type { Contract } from '../../kernel/core/contract.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { request } from '../../kernel/web/request.ts';
import { useDictionaryChoices } from '../../kernel/web/document/dictionary-choices.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { Explained } from '../../kernel/web/explained.tsx';
import type { Equation } from '../../parts/explained/explained.tsx';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { dictionary, type Fields } from '../../kernel/core/field.ts';
import { timeLeft } from '../sourcing/late/cut-off.rules.ts';
import { lineEquation, lineNetting, linePegs, lineSource } from './plan-line.calls.ts';
import { useSiteClock } from '../sourcing/late/use-site-clock.view.ts';
import { planTexts } from './requirement-plan.texts.ts';

const MEALS: Fields = { mealType: dictionary('餐次', 'Meals', 'mealType') };

/** The line somebody asked about. */
export interface ExplainedLine {
  readonly id: string;
  readonly materialName: string;
  readonly warehouseName: string;
  readonly needDate: string;
  readonly planQty: string;
  readonly unitName: string;
}
type Peg = TypeOf<typeof linePegs.answer>[number];
type NettingRow = TypeOf<typeof lineNetting.answer>[number];
type ShownReason = TypeOf<typeof lineEquation.answer>;

/** "Why 37 kg?": the equation with its links, the guests behind it, and the walk it stands in. */
export function LineReasons({
  line,
  onClose,
}: {
  readonly line: ExplainedLine | undefined;
  readonly onClose: () => void;
}) {
  const word = useWords(planTexts);
  return (
    <Drawer
      open={line !== undefined}
      onClose={onClose}
      mask={false}
      size={520}
      title={line === undefined ? word('why.title') : `${line.materialName} · ${line.needDate}`}
      className="plan-why"
    >
      {line !== undefined && <Reasons key={line.id} line={line} />}
    </Drawer>
  );
}

type Explaining<A> = Contract<typeof linePegs.input, A>;
function useExplained<A>(contract: Explaining<A>, planDetailId: string) {
  return useQuery({
    queryKey: ['detail', 'requirementPlan', planDetailId, contract.path],
    queryFn: ({ signal }) => request(contract, { planDetailId }, { signal }),
  });
}

function Reasons({ line }: { readonly line: ExplainedLine }) {
  const word = useWords(planTexts);
  const text = useText();
  const say = useLabel();
  const equation = useExplained(lineEquation, line.id);
  const pegs = useExplained(linePegs, line.id);
  const netting = useExplained(lineNetting, line.id);
  const failure = equation.error ?? pegs.error ?? netting.error;
  if (failure !== null)
    return (
      <Alert type="error" showIcon title={failure instanceof ApiError ? failure.message : text('error.unknown')} />
    );
  if (equation.data === undefined || pegs.data === undefined || netting.data === undefined)
    return <Skeleton active paragraph={{ rows: 8 }} />;
  const explained = equation.data;
  return (
    <>
      <p className="soft">{line.warehouseName}</p>
      <p className="plan-why-figure">
        <Explained
          value={line.planQty}
          unit={line.unitName}
          equation={shownEquation(explained, word('why.balance'), say)}
        />
      </p>
      <p className="plan-why-sentence figures">{say(explained.text)}</p>
      <div className="plan-why-terms">
        {explained.terms.map((term) => (
          <Fragment key={`${term.sign ?? ''}${term.label.en}`}>
            <span className="sign">{term.sign ?? ''}</span>
            <span>
              {term.link === undefined ? say(term.label) : <GuardedLink to={term.link}>{say(term.label)}</GuardedLink>}
            </span>
            <span className="figures">
              {term.qty} <span className="unit">{term.unit}</span>
            </span>
          </Fragment>
        ))}
        <span className="sign">=</span>
        <span>{word('why.balance')}</span>
        <span className="figures">
          {explained.balance} <span className="unit">{explained.unit}</span>
        </span>
      </div>
      {explained.notes.length > 0 && (
        <ul className="plan-why-notes">
          {explained.notes.map((note) => (
            <li key={note.en}>{say(note)}</li>
          ))}
        </ul>
      )}
      <h3>{word('source.title')}</h3>
      <Source planDetailId={line.id} />
      <h3>{word('why.pegs')}</h3>
      <Pegs pegs={pegs.data} unit={explained.unit} />
      <h3>{word('why.walk')}</h3>
      <Netting rows={netting.data} />
    </>
  );
}

/** Channel and supplier, the rule that chose them, and until when it can be ordered. */
function Source({ planDetailId }: { readonly planDetailId: string }) {
  const word = useWords(planTexts);
  const say = useLabel();
  const source = useExplained(lineSource, planDetailId).data;
  const clock = useSiteClock(source?.now ?? '');
  if (source === undefined) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  const left = source.orderBefore === '' ? undefined : timeLeft(clock, source.orderBefore);
  const from =
    source.supplierLink === '' ? (
      source.fromName
    ) : (
      <GuardedLink to={source.supplierLink}>{source.fromName}</GuardedLink>
    );
  return (
    <ul className="plan-source">
      <li>
        <strong>{source.sourceKindName}</strong>
        {source.fromName === '' ? '' : ' · '}
        {from}
      </li>
      {source.byHand === 1 && (
        <li className="soft">
          {word('source.byhand', { source: source.fromName === '' ? source.sourceKindName : source.fromName })}
        </li>
      )}
      {source.reason !== '' && (
        <li>
          {source.reason}
          {source.ruleLink !== '' && (
            <>
              {' '}
              · <GuardedLink to={source.ruleLink}>{word('source.rule', { code: source.ruleCode })}</GuardedLink>
            </>
          )}
        </li>
      )}
      {source.supplierReason !== '' && <li>{source.supplierReason}</li>}
      {source.trail.map((step) => (
        <li key={step.code} className="soft">
          {word('source.passed', { code: step.code, why: step.verdict })}
        </li>
      ))}
      {left !== undefined && (
        <li className={left.minutes < 0 ? 'is-late' : left.isSoon ? 'is-soon' : ''}>
          {word('source.delivery', { date: source.deliveryDate.slice(5), time: source.orderBefore.slice(5, 16) })} ·{' '}
          <strong>{say(left.words)}</strong>
        </li>
      )}
      {source.note !== '' && <li className="is-late">{source.note}</li>}
    </ul>
  );
}

/** Largest first, each with a bar of its share. */
function Pegs({ pegs, unit }: { readonly pegs: readonly Peg[]; readonly unit: string }) {
  const word = useWords(planTexts);
  const say = useLabel();
  const meals = useDictionaryChoices(MEALS)['mealType'] ?? [];
  if (pegs.length === 0) return <p className="soft">{word('why.pegs.none')}</p>;
  const most = Decimal.of(pegs[0]!.grossQty);
  const mealName = (key: string): string => {
    const meal = meals.find((each) => each.value === key);
    return meal === undefined ? key : say(meal.label);
  };
  const share = (qty: string): number =>
    most.isZero() ? 0 : Decimal.of(qty).times(Decimal.hundred).dividedBy(most).toApproximateNumber();
  return (
    <ol className="plan-pegs">
      {pegs.map((peg) => (
        <li
          key={`${peg.sourceLineId} ${peg.path.map((each) => each.dishId).join(' ')}`}
          style={{ '--share': `${share(peg.grossQty)}%` } as React.CSSProperties}
        >
          <span>
            <GuardedLink to={peg.link}>{peg.gearOperationDeptName}</GuardedLink> {peg.mealDate.slice(5)}{' '}
            {mealName(peg.mealType)} · {peg.sourceName === '' ? '' : `${word('why.meal', { meal: peg.sourceName })} · `}
            {peg.path.length === 0 ? peg.dishName : peg.path.map((each) => each.dishName).join(' → ')}
            <span className="soft">
              {' '}
              {peg.unitName === ''
                ? word('why.portions', { portions: peg.portions })
                : `${peg.portions} ${peg.unitName}`}
              {peg.originMaterialName === '' ? '' : ` · ${word('why.instead', { material: peg.originMaterialName })}`}
            </span>
          </span>
          <span className="figures">
            {Decimal.of(peg.grossQty).rounded(3).toString()} <span className="unit">{unit}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Columns of the walk that are left out where they say nothing. */
const SELDOM = new Set<string>(['expire', 'other', 'later']);

function Netting({ rows }: { readonly rows: readonly NettingRow[] }) {
  const word = useWords(planTexts);
  const names = ['opening', 'receipt', 'expire', 'other', 'gross', 'later', 'net', 'plan', 'closing'] as const;
  const columns = names.filter(
    (name) => !SELDOM.has(name) || rows.some((row) => !Decimal.of(row[`${name}Qty`]).isZero()),
  );
  return (
    <div className="plan-walk">
      <table>
        <thead>
          <tr>
            <th scope="col">{word('walk.date')}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {word(`walk.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.date} className={row.current ? 'is-current' : ''}>
              <th scope="row">{row.date.slice(5)}</th>
              {columns.map((name) => (
                <td key={name}>{Decimal.of(row[`${name}Qty`]).rounded(3).toString()}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shownEquation(reason: ShownReason, name: string, toText: (label: Label) => string): Equation {
  return {
    label: name,
    value: reason.balance,
    unit: reason.unit,
    notes: reason.notes.map(toText),
    ...(reason.at === '' ? {} : { at: reason.at }),
    terms: reason.terms.map((term) => ({
      label: toText(term.label),
      value: term.qty,
      unit: term.unit,
      ...(term.sign === undefined ? {} : { sign: term.sign }),
      ...(term.link === undefined ? {} : { to: term.link }),
    })),
  };
}
