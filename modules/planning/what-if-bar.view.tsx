import { useQuery } from '@tanstack/react-query';
import { Button, InputNumber, Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { TypeOf, WholeRecord } from '../../kernel/core/shape.ts';
import { request } from '../../kernel/web/request.ts';
import { useWords } from '../../parts/language/language.ts';
import { whatIf } from './what-if.calls.ts';
import type { requirementPlan } from './requirement-plan.document.ts';
import { planTexts } from './requirement-plan.texts.ts';

type Lines = WholeRecord<typeof requirementPlan>['details'];
type Difference = TypeOf<typeof whatIf.answer>['lines'][number];

const WAIT_MS = 300;
const SHOWN = 8;

/** Guests or safety stock some percent up or down: what would be ordered instead. Asking saves nothing. */
export function WhatIfBar({ planId, lines }: { readonly planId: string; readonly lines: Lines }) {
  const word = useWords(planTexts);
  const [guests, setGuests] = useState(0);
  const [safety, setSafety] = useState(0);
  const [assumed, setAssumed] = useState({ guests: 0, safety: 0 });
  useEffect(() => {
    const timer = setTimeout(() => setAssumed({ guests, safety }), WAIT_MS);
    return () => clearTimeout(timer);
  }, [guests, safety]);
  const idle = assumed.guests === 0 && assumed.safety === 0;
  const answer = useQuery({
    queryKey: ['detail', 'requirementPlan', planId, 'whatIf', assumed],
    queryFn: () =>
      request(whatIf, {
        id: planId,
        changes: [{ scope: 'all', factor: factorOf(assumed.guests) }],
        safetyFactor: factorOf(assumed.safety),
      }),
    enabled: !idle,
    placeholderData: (before) => before,
  });
  const differing = idle ? [] : (answer.data?.lines ?? []).filter((line) => line.diffQty !== '0');
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  return (
    <section className="plan-whatif" aria-label={word('whatif.title')}>
      <div className="plan-whatif-bar">
        <strong>{word('whatif.title')}</strong>
        <Percent name={word('whatif.guests')} value={guests} onChange={setGuests} steps={[-20, -10, 10, 20]} />
        <Percent name={word('whatif.safety')} value={safety} onChange={setSafety} steps={[]} />
        {!idle && (
          <Button
            size="small"
            type="text"
            onClick={() => {
              setGuests(0);
              setSafety(0);
            }}
          >
            {word('whatif.reset')}
          </Button>
        )}
        {idle ? (
          <span className="soft">{word('whatif.none')}</span>
        ) : (
          <span aria-live="polite" className="figures">
            {word('whatif.changed', { count: differing.length })} ·{' '}
            {word('whatif.amount', { amount: signed(answer.data?.diffAmount ?? '0') })}{' '}
            <span className="soft">{word('whatif.kept')}</span>
          </span>
        )}
      </div>
      {differing.length > 0 && (
        <table className="plan-whatif-lines">
          <thead>
            <tr>
              <th scope="col">{word('material')}</th>
              <th scope="col">{word('warehouse')}</th>
              <th scope="col">{word('date')}</th>
              <th scope="col">{word('whatif.now')}</th>
              <th scope="col">{word('whatif.then')}</th>
              <th scope="col">{word('whatif.diff')}</th>
            </tr>
          </thead>
          <tbody>
            {differing
              .toSorted(largestFirst)
              .slice(0, SHOWN)
              .map((line) => {
                const of = lineOf.get(line.planDetailId);
                return (
                  <tr key={line.planDetailId}>
                    <th scope="row">{String(of?.['materialName'] ?? '')}</th>
                    <td>{String(of?.['warehouseName'] ?? '')}</td>
                    <td>{String(of?.['needDate'] ?? '').slice(5)}</td>
                    <td className="figures">{line.planQty}</td>
                    <td className="figures">{line.newQty}</td>
                    <td className="figures">
                      {signed(line.diffQty)} <span className="unit">{String(of?.['unitName'] ?? '')}</span>
                    </td>
                  </tr>
                );
              })}
          </tbody>
          {differing.length > SHOWN && (
            <tfoot>
              <tr>
                <td colSpan={6} className="soft">
                  {word('whatif.more', { count: differing.length - SHOWN })}
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
    </section>
  );
}

/** "-20" as the factor 0.8. */
const factorOf = (percent: number): string =>
  Decimal.of(100 + percent)
    .dividedBy(Decimal.hundred)
    .toString();
const signed = (figure: string): string =>
  figure.startsWith('-') ? `−${figure.slice(1)}` : figure === '0' ? '0' : `+${figure}`;
const largestFirst = (a: Difference, b: Difference): number =>
  Math.abs(Number(b.diffAmount ?? b.diffQty)) - Math.abs(Number(a.diffAmount ?? a.diffQty));

function Percent({
  name,
  value,
  onChange,
  steps,
}: {
  readonly name: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly steps: readonly number[];
}) {
  return (
    <span className="plan-percent">
      <span>{name}</span>
      {steps
        .filter((step) => step < 0)
        .map((step) => (
          <Step key={step} step={step} name={name} onChange={onChange} />
        ))}
      <Tooltip title={name}>
        <InputNumber
          aria-label={name}
          min={-100}
          max={300}
          precision={0}
          value={value}
          onChange={(next) => onChange(next ?? 0)}
          suffix="%"
        />
      </Tooltip>
      {steps
        .filter((step) => step > 0)
        .map((step) => (
          <Step key={step} step={step} name={name} onChange={onChange} />
        ))}
    </span>
  );
}
const Step = ({
  step,
  name,
  onChange,
}: {
  readonly step: number;
  readonly name: string;
  readonly onChange: (value: number) => void;
}) => (
  <Button size="small" aria-label={`${name} ${step} %`} onClick={() => onChange(step)}>
    {step > 0 ? `+${step}` : `−${-step}`}%
  </Button>
);
