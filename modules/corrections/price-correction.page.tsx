import { Alert } from 'antd';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { LinesOf } from '../../kernel/core/declaration.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { FormRow, LinesFace } from '../../kernel/web/document/lines-editor.tsx';
import type { Values } from '../../kernel/web/form/values.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { amountText } from '../../parts/quantities/amount.rules.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { inStore } from '../receiving/in-store.document.ts';
import { priceCorrection } from './price-correction.document.ts';
import { correctionTexts } from './price-correction.texts.ts';
import './price-correction.css';

const HIDDEN = Object.fromEntries(
  [
    'diffNoTax',
    'taxRate',
    'factor',
    'baseQty',
    'batchId',
    'sourceBillType',
    'sourceBillId',
    'sourceLineId',
    'billLineId',
    'correctsLineId',
    'taxAmount',
  ].map((name) => [name, { hidden: true }]),
);
type Line = FormRow<LinesOf<typeof priceCorrection>['details']>;
const source = (value: unknown, row: Line) => (
  <GuardedLink to={`${inStore.path!}/${String(row.sourceBillId)}`} className="figures">
    {String(value ?? '')}
  </GuardedLink>
);
/** Names alone: the codes stand where the material and the site do. */
const material = (_value: unknown, row: Line) => String(row.materialName ?? '');
const site = (_value: unknown, row: Line) => String(row.deptName ?? '');
const NO_UNIT = () => undefined;
const LINES = {
  prices: {
    columns: {
      materialId: { width: 220 },
      unitId: { width: 150, uncoded: true },
      factor: { hidden: true },
      newPrice: { width: 110 },
      startDate: { width: 120 },
      endDate: { width: 120 },
      result: { width: 160 },
    },
    few: true,
  },
  details: {
    columns: {
      ...HIDDEN,
      sourceBillCode: { width: 130, render: source },
      priceDate: { width: 72 },
      materialId: { width: 110, names: true, render: material },
      qty: { width: 108 },
      // Per what they are stands with the quantity.
      oldPrice: { width: 92, unit: NO_UNIT },
      newPrice: { width: 92, unit: NO_UNIT },
      diffPrice: { width: 92, unit: NO_UNIT },
      diffAmount: { width: 84 },
      stockAmount: { width: 80 },
      varianceAmount: { width: 84 },
      deptId: { width: 150, render: site },
      exclude: { width: 64 },
      excludeReason: { width: 150 },
      lineState: { width: 110 },
    },
    pinned: 1,
    fixed: true,
    instead: (face: LinesFace) => (face.rows.length === 0 ? <NotYet /> : face.usual),
  },
};
/** The legs stand above the lines, as a sum. */
const FACTS = {
  diffAmount: false,
  stockAmount: false,
  varianceAmount: false,
  taxAmount: false,
  diffNoTax: false,
  lineCount: false,
  published: false,
} as const;

/** One correction: what was received at another price, what that changes, and what who approves must know first. */
export default function PriceCorrectionPage() {
  const initial = useProposed();
  return (
    <DocumentPage of={priceCorrection} lines={LINES} facts={FACTS} {...(initial === undefined ? {} : { initial })}>
      {(row) => <CheckAnswer row={row} />}
    </DocumentPage>
  );
}

/**
 * What a new one begins with, where a price was entered for days that are over: its days and its price, which stands
 * there already.
 */
function useProposed(): Values | undefined {
  const [query] = useSearchParams();
  const search = query.toString();
  return useMemo(() => {
    const given = Object.fromEntries(new URLSearchParams(search));
    const {
      materialId,
      materialName,
      unitId,
      unitName,
      newPrice,
      supplierId,
      supplierName,
      companyDeptId,
      companyDeptName,
      startDate,
      endDate,
    } = given;
    return materialId === undefined
      ? undefined
      : {
          supplierId,
          supplierName,
          companyDeptId,
          companyDeptName,
          startDate,
          endDate,
          publishes: 0,
          prices: [{ materialId, materialName, unitId, unitName, newPrice }],
        };
  }, [search]);
}

/** Before it is saved nobody looked for lines. */
function NotYet() {
  const word = useWords(correctionTexts);
  const label = useLabel();
  return (
    <div className="lines-none">
      <h2>{label(priceCorrection.lines!.details.label)}</h2>
      <span className="soft">{word('not-yet')}</span>
    </div>
  );
}

const money = (figure: unknown): string => amountText(String(figure ?? '0'));

function CheckAnswer({ row }: { readonly row: WholeRecord<typeof priceCorrection> }) {
  const word = useWords(correctionTexts);
  const lines = row.details;
  if (lines.length === 0) return <Alert type="warning" showIcon title={word('none')} />;
  const excluded = lines.filter((line) => line.exclude === 1).length;
  const again = lines.filter((line) => String(line.correctsLineId ?? '') !== '').length;
  const isOpen = ['draft', 'pending', 'rejected'].includes(row.status);
  const counted = word('lines', {
    count: lines.length,
    bills: new Set(lines.map((line) => line.sourceBillId)).size,
  });
  return (
    <>
      {row.diffAmount !== undefined && (
        <dl className="correction-legs">
          <div className="is-main">
            <dt>{word('payable')}</dt>
            <dd className="figures">{money(row.diffAmount)}</dd>
          </div>
          <i aria-hidden="true">=</i>
          <div>
            <dt>
              {word('stock')} <small>{word('stock.about')}</small>
            </dt>
            <dd className="figures">{money(row.stockAmount)}</dd>
          </div>
          <i aria-hidden="true">+</i>
          <div>
            <dt>
              {word('variance')} <small>{word('variance.about')}</small>
            </dt>
            <dd className="figures">{money(row.varianceAmount)}</dd>
          </div>
          {!/^-?0(\.0+)?$/.test(String(row.taxAmount)) && (
            <>
              <i aria-hidden="true">+</i>
              <div>
                <dt>{word('tax')}</dt>
                <dd className="figures">{money(row.taxAmount)}</dd>
              </div>
            </>
          )}
        </dl>
      )}
      <section className="correction-heed">
        <h2>{isOpen ? word('heed') : counted}</h2>
        <ul>
          {isOpen && <li>{counted}</li>}
          {excluded > 0 && <li>{word('excluded', { count: excluded })}</li>}
          {again > 0 && <li>{word('again', { count: again })}</li>}
          {isOpen && <li>{word('divide')}</li>}
          {isOpen && <li>{word(row.publishes === 1 ? 'publishes' : 'keeps')}</li>}
          <li>{word('statement')}</li>
        </ul>
      </section>
    </>
  );
}
