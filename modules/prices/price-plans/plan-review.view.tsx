import { Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Values } from '../../../kernel/web/form/values.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { grouped, unitPriceText } from '../../../parts/quantities/amount.rules.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { Folded } from '../../../parts/folded/folded.tsx';
import { lineWarning } from '../warnings/line-warning.fields.ts';
import { reviewTexts } from './price-plan.texts.ts';
import './price-plan.css';
import '../warnings/price-warning.css';

/** Warned lines listed in words at most; the grid shows them all. */
const LISTED_MAX = 8;
const LEVELS = lineWarning('').warnLevel.rules.choices!;
const ORDER = ['block', 'warn'];
/** A line of prices of any kind, as a form or a grid holds it. */
type PricedLine = Values & {
  readonly [
    K in
      | 'materialName'
      | 'price'
      | 'factor'
      | 'basePrice'
      | 'baseUnitName'
      | 'skip'
      | 'warnLevel'
      | 'warnReferenceName'
      | 'warnBase'
      | 'warnDeviation'
  ]?: unknown;
};
/** A document of prices of any kind. */
type PricedDocument = Values & { readonly [K in 'details' | 'status' | 'overrideReason']?: unknown };
const linesOf = ({ details }: PricedDocument): readonly PricedLine[] => (Array.isArray(details) ? details : []);
/** Prices stand under each other with two places, unless they have more. */
const figure = (value: unknown): string =>
  grouped(/\.\d{3}/.test(String(Number(value))) ? String(Number(value)) : Number(value).toFixed(2));
/** A price in a sentence, per base unit as all that are compared. */
const alone = (value: unknown, { baseUnitName }: PricedLine): string =>
  unitPriceText(figure(value).replaceAll(',', ''), String(baseUnitName ?? ''));
const signed = (value: unknown): string => `${Number(value) > 0 ? '+' : '−'}${Math.abs(Number(value)).toFixed(2)}%`;

/**
 * What the rules of early warning say of prices that are about to be charged: those beyond the block line first, then
 * the farthest.
 */
export function LineWarnings({ row }: { readonly row: PricedDocument }) {
  const word = useWords(reviewTexts);
  const label = useLabel();
  const lines = linesOf(row).map((line, at) => ({ line, nr: at + 1 }));
  const rank = ({ line }: { line: PricedLine }): number =>
    ORDER.indexOf(String(line.warnLevel)) * 1e6 - Math.abs(Number(line.warnDeviation ?? 0));
  const warned = lines
    .filter(({ line }) => ORDER.includes(String(line.warnLevel)) && line.skip !== 1)
    .toSorted((a, b) => rank(a) - rank(b));
  const isDecided = !['draft', 'pending', 'rejected'].includes(String(row.status));
  if (isDecided || lines.length === 0) return null;
  const judged = lines.filter(({ line }) => String(line.warnLevel ?? '') !== '');
  if (warned.length === 0)
    return judged.length === 0 ? null : (
      <p className="soft plan-quiet">
        {word('quiet', { count: judged.length })}
        {judged.length < lines.length && word('unjudged', { count: lines.length - judged.length })}
      </p>
    );
  const reason = String(row.overrideReason ?? '');
  return (
    <section className="plan-warned" aria-label={word('warned')}>
      <h2>
        {word('warned')} <b className="figures">{warned.length}</b>
        {judged.length < lines.length && (
          <span className="soft">{word('unjudged', { count: lines.length - judged.length })}</span>
        )}
      </h2>
      {reason !== '' && <p>{word('override', { reason })}</p>}
      <ul className="price-notices">
        {warned.slice(0, LISTED_MAX).map(({ line, nr }) => {
          const level = LEVELS.find((each) => each.value === line.warnLevel)!;
          return (
            <li key={nr}>
              <Status tone={level.tone!} word={label(level.label)} />
              <p>
                {nr}.{' '}
                {line.warnBase === undefined || line.warnBase === null
                  ? String(line.materialName)
                  : word('warned.line', {
                      material: String(line.materialName),
                      measured: String(line.warnReferenceName),
                      price: alone(priceOf(line), line),
                      base: alone(line.warnBase, line),
                    })}
              </p>
              {line.warnDeviation !== undefined && <b className="figures">{signed(line.warnDeviation)}</b>}
            </li>
          );
        })}
      </ul>
      {warned.length > LISTED_MAX && (
        <p className="soft">{word('warned.more', { count: warned.length - LISTED_MAX })}</p>
      )}
    </section>
  );
}
/** Per base unit, as what it is measured by. */
const priceOf = (line: PricedLine): unknown => line.basePrice ?? Number(line.price) / Number(line.factor ?? 1);

/** In a line: how it is judged; nothing where it is as usual. */
export function WarnLevel({ row }: { readonly row: PricedLine }) {
  const label = useLabel();
  const level = ORDER.includes(String(row.warnLevel)) ? LEVELS.find((each) => each.value === row.warnLevel) : undefined;
  return level === undefined ? null : <Status tone={level.tone!} word={label(level.label)} />;
}

type Difference = 'left-out' | 'changed' | 'added';
interface Row {
  readonly difference: Difference;
  readonly materialId: string;
  readonly materialCode: string;
  readonly materialName: string;
  readonly oldPrice?: string | null;
  readonly oldUnitName?: string;
  readonly newPrice?: string | null;
  readonly newUnitName?: string;
  readonly changePercent?: string | null;
}
export interface Compared {
  readonly beforeId: string;
  readonly versionNo: number;
  readonly leftOutCount: number;
  /** Of a price and of its staying the same nothing is said to whoever does not see prices. */
  readonly changedCount: number | null;
  readonly addedCount: number;
  readonly sameCount: number | null;
  readonly rows: readonly Row[];
}
const TONES = { 'left-out': 'stop', changed: 'plain', added: 'next' } as const;

interface ComparisonProps {
  readonly of: Declaration;
  /** What differs from the version before; null where there is none. */
  readonly compared: Compared | null | undefined;
}
/** Old and new side by side: what is left out, changed and added, the biggest change first. */
export function Comparison({ of, compared }: ComparisonProps) {
  const word = useWords(reviewTexts);
  const [shown, setShown] = useState<Difference | 'all'>('all');
  if (compared === null || compared === undefined) return null;
  const counts = {
    'left-out': compared.leftOutCount,
    changed: compared.changedCount ?? 0,
    added: compared.addedCount,
  } as const;
  const kinds = (Object.keys(counts) as Difference[]).filter((kind) => counts[kind] > 0);
  const rows = compared.rows.filter((each) => shown === 'all' || each.difference === shown);
  const priced = (price: string | null | undefined, unit: string | undefined) =>
    price === null || price === undefined ? (
      <span className="soft">—</span>
    ) : (
      <>
        {figure(price)} <span className="soft">/ {unit}</span>
      </>
    );
  const title = word('compared', { nr: compared.versionNo });
  const summary = [title, ...kinds.map((kind) => `${word(kind)} ${counts[kind]}`)].join(' · ');
  return (
    <Folded summary={summary}>
      <section className="plan-compared" aria-label={title}>
        <header>
          <h2>
            <Link to={`${of.path}/${compared.beforeId}`}>{title}</Link>
          </h2>
          <Segmented
            size="small"
            value={shown}
            onChange={setShown}
            options={[
              { value: 'all' as const, label: word('all') },
              ...kinds.map((kind) => ({ value: kind, label: `${word(kind)} ${counts[kind]}` })),
            ]}
          />
          {compared.sameCount !== null && compared.sameCount > 0 && (
            <span className="soft">{word('same', { count: compared.sameCount })}</span>
          )}
        </header>
        <div className="plan-compared-rows" tabIndex={0} role="group" aria-label={word('rows')}>
          <table>
            <thead>
              <tr>
                <th>{word('material')}</th>
                <th>{word('difference')}</th>
                <th className="number">{word('old')}</th>
                <th className="number">{word('new')}</th>
                <th className="number">{word('change')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((each) => (
                <tr key={each.materialId}>
                  <td>
                    {each.materialName} <span className="soft figures">{each.materialCode}</span>
                  </td>
                  <td>
                    <Status tone={TONES[each.difference]} word={word(each.difference)} />
                  </td>
                  <td className="number figures">{priced(each.oldPrice, each.oldUnitName)}</td>
                  <td className="number figures">{priced(each.newPrice, each.newUnitName)}</td>
                  <td className="number figures">
                    {each.changePercent === null || each.changePercent === undefined ? '' : signed(each.changePercent)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </Folded>
  );
}
