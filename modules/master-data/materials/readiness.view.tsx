import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Tooltip } from 'antd';
import { get } from '../../../parts/client/api.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import type { RecordOf } from '../../../kernel/core/shape.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import type { material } from './material.resource.ts';
import { materialTexts } from './material.texts.ts';
import { type Gate, GATE_FACTS, GATES, type Missing } from './readiness.rules.ts';
import './material.css';

/** Where what does not stand on the material itself is given. */
const GIVEN_AT: Readonly<Record<string, string>> = {
  recipeUnitId: '/masterdata/itemunitconversion',
  issueUnitId: '/masterdata/itemunitconversion',
  purchaseUnitId: '/masterdata/itemunitconversion',
  sourceKind: '/supplier/suppliermaterial',
  materialCost: '/masterdata/materialcost',
  materialNutrient: '/masterdata/materialnutrients',
};
const FLAGS = { plan: 'readyPlan', buy: 'readyBuy', cost: 'readyCost', label: 'readyLabel' } as const;

/** What a material is known by here. */
type Ready = { readonly id: string } & Partial<
  Pick<RecordOf<typeof material>, 'frozen' | 'readyFor' | (typeof FLAGS)[Gate]>
>;

const useReadiness = (id: string) =>
  useQuery({
    queryKey: ['detail', 'material', id],
    queryFn: ({ signal }) =>
      get<Ready & { readonly readyMissing?: readonly Missing[] }>('/master-data/material/detail', { id }, signal),
    staleTime: 5_000,
  });

/** One lamp a gate: lit with a tick, or hollow; what is missing stands in the tip. */
export function Lamps({ of }: { readonly of: Ready }) {
  const label = useLabel();
  const word = useWords(materialTexts);
  const open = of.readyFor ?? '';
  const title = open === '' ? word('lamps.none') : word('lamps', { open });
  const lamps = (
    <span className="lamps" role="img" aria-label={title}>
      {GATES.map((gate) => {
        const lit = of[FLAGS[gate]] === 1;
        return (
          <span key={gate} className={lit ? 'is-lit' : ''}>
            {lit ? <CheckCircleFilled /> : <MinusCircleOutlined />}
            {label(GATE_FACTS[gate].label)}
          </span>
        );
      })}
    </span>
  );
  return GATES.every((gate) => of[FLAGS[gate]] === 1) ? (
    lamps
  ) : (
    <Tooltip title={<MissingList of={of.id} />}>{lamps}</Tooltip>
  );
}

/** What keeps a material from a gate, or from any: asked for when somebody wants to know. */
function MissingList({ of, gate }: { readonly of: string; readonly gate?: Gate }) {
  const missing = useReadiness(of).data?.readyMissing ?? [];
  return (
    <ul className="sentences">
      {missing
        .filter((each) => gate === undefined || each.gate === gate)
        .map((each) => (
          <li key={`${each.gate} ${each.field}`}>{each.text}</li>
        ))}
    </ul>
  );
}

/** That a material in use cannot be planned or bought yet, and what keeps it from that. */
export function NotReady({ of }: { readonly of: Ready }) {
  const label = useLabel();
  const word = useWords(materialTexts);
  const gate = of.frozen === 1 ? undefined : (['plan', 'buy'] as const).find((each) => of[FLAGS[each]] === 0);
  if (gate === undefined) return null;
  return (
    <Tooltip title={<MissingList of={of.id} gate={gate} />}>
      <span className="not-ready">
        <Status tone="look" word={word('not-ready', { gate: label(GATE_FACTS[gate].label) })} />
      </span>
    </Tooltip>
  );
}

/** Above a material's fields: its lamps, and for each thing missing what it is and whose work. */
export function Readiness({ id }: { readonly id: string }) {
  const word = useWords(materialTexts);
  const { data: row } = useReadiness(id);
  if (row === undefined) return null;
  const missing = row.readyMissing ?? [];
  return (
    <section className="readiness" aria-label={word('ready.missing')}>
      <Lamps of={row} />
      {missing.length === 0 ? (
        <p className="soft">{word('ready.all')}</p>
      ) : (
        <ul>
          {missing.map((each) => (
            <li key={`${each.gate} ${each.field}`}>
              <span className="soft">{each.gateName}</span>
              {GIVEN_AT[each.field] === undefined ? (
                each.text
              ) : (
                <GuardedLink to={`${GIVEN_AT[each.field]}?materialId=${id}`}>{each.text}</GuardedLink>
              )}
              <span className="soft">{each.owner}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
