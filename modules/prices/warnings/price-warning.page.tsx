import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { declarationOf } from '../../../kernel/web/catalogue.ts';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { FieldsOf } from '../../../kernel/core/declaration.ts';
import type { RecordOf, WholeRecord } from '../../../kernel/core/shape.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { SEES } from '../price-book/price.resource.ts';
import { warningHistory } from './price-warning.calls.ts';
import { priceWarning } from './price-warning.document.ts';
import { warningTexts } from './price-warning.texts.ts';
import { PriceLine } from './price-line.view.tsx';
import { PriceSamples } from './price-samples.view.tsx';
import { PriceVerdict } from './price-verdict.view.tsx';
import './price-warning.css';

type Warning = RecordOf<typeof priceWarning>;
/** The document or record of the price. */
function Source({ row }: { readonly row: Warning }) {
  const of = declarationOf(row.sourceType);
  const code = String(row.sourceCode ?? '');
  if (of?.path === undefined) return code;
  return (
    <GuardedLink to={`${of.path}/${row.sourceId}`} className="figures">
      {code}
    </GuardedLink>
  );
}

type Name = keyof FieldsOf<typeof priceWarning>;
/** A fact that the verdict above says on the screen; on paper it stands with the others. */
function Told({ name, row }: { readonly name: Name; readonly row: Warning }) {
  const field = priceWarning.fields[name];
  return <span className="in-verdict">{faceOf(field).text({ name, field, row, language: useLanguage() })}</span>;
}
const IN_VERDICT = [
  'materialId',
  'supplierId',
  'deviationPercent',
  'stakeAmount',
  'basePrice',
  'referencePrice',
  'referenceKind',
  'sampleCount',
  'plannedQty',
] as const satisfies readonly Name[];
const FACTS = {
  sourceType: false,
  sourceId: false,
  sourceLineId: false,
  baseUnitId: false,
  sourceCode: (row: Warning) => <Source row={row} />,
  ...Object.fromEntries(IN_VERDICT.map((name) => [name, (row: Warning) => <Told name={name} row={row} />])),
} as const;

/** One warning: what strays from what, the money at stake, how the price went, and what somebody made of it. */
export default function PriceWarningPage() {
  const word = useWords(warningTexts);
  const title = useCallback(
    (row: WholeRecord<typeof priceWarning>): string => {
      const place = row.deptName || word('everywhere');
      const whose =
        row.priceType === 'purchase'
          ? row.supplierName || row.sourceCode || ''
          : word('title.charged', { kind: row.priceTypeName, place });
      return word('title', { material: row.materialName, whose });
    },
    [word],
  );
  return (
    <DocumentPage of={priceWarning} facts={FACTS} title={title}>
      {(row) => <Evidence row={row} />}
    </DocumentPage>
  );
}

/** What it is decided by, as far as the person may see prices of its kind. */
function Evidence({ row }: { readonly row: WholeRecord<typeof priceWarning> }) {
  const codes = useAllowedCodes();
  const right = row.priceType === 'purchase' ? 'purchaseprice_see' : SEES[row.priceType];
  const { data, error, refetch } = useQuery({
    queryKey: ['pricewarning', 'history', row.id],
    queryFn: ({ signal }) => request(warningHistory, { id: row.id }, { signal }),
    enabled: codes.has(right),
  });
  return (
    <>
      <PriceVerdict row={row} history={data} />
      <QueryError error={error} onRetry={() => void refetch()} />
      {data !== undefined && row.basePrice && (
        <>
          <PriceLine row={row} history={data} />
          <PriceSamples row={row} samples={data.samples} />
        </>
      )}
    </>
  );
}
