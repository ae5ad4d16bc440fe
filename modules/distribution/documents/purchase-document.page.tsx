import { Alert } from 'antd';
import type { ReactNode } from 'react';
import type { LinesOf } from '../../../kernel/core/declaration.ts';
import type { WholeRecord } from '../../../kernel/core/shape.ts';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../../kernel/web/document/facts.tsx';
import type { LinesWishes, WishesByKey } from '../../../kernel/web/document/lines-editor.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { NextStep } from '../../../parts/next-step/next-step.tsx';
import { FactTable } from '../../../parts/table/fact-table.tsx';
import { documentsTexts } from './documents.texts.ts';
import { purchaseDocument } from './purchase-document.document.ts';
import './documents.css';

type Document = WholeRecord<typeof purchaseDocument>;
type Lines = LinesOf<typeof purchaseDocument>['details'];

const hidden = { hidden: true } as const;
const COLUMNS: NonNullable<LinesWishes<Lines>['columns']> = {
  materialId: { width: 200 },
  unitId: { width: 88, uncoded: true },
  qty: { width: 96 },
  price: { width: 88 },
  siteCount: { width: 80 },
  priceReason: { width: 200 },
  factor: hidden,
  baseUnitId: hidden,
  baseQty: hidden,
  routeId: hidden,
  stopSeq: hidden,
  settlementTaxRate: hidden,
};
const FIRST = [
  'materialId',
  'qty',
  'unitId',
  'siteCount',
  'price',
  'amount',
  'settlementPrice',
  'settlementAmount',
] as const;
const LINES: WishesByKey<typeof purchaseDocument> = { details: { columns: COLUMNS, first: FIRST } };

const ORDERS = { delivery: '/distribution/factoryorder', straight: '/purchasing/purchaseorder' } as const;
const FACTS: OwnFacts<typeof purchaseDocument> = {
  orderCode: ({ docType, orderId, orderCode }) =>
    orderId ? (
      <GuardedLink to={`${ORDERS[docType === 'delivery' ? 'delivery' : 'straight']}/${orderId}`}>
        {orderCode}
      </GuardedLink>
    ) : null,
  orderId: false,
  visibleDeptIds: false,
};

/** 采购单据: one document with who stands behind each line, and what became of it. */
export default function PurchaseDocumentPage(): ReactNode {
  return (
    <DocumentPage of={purchaseDocument} lines={LINES} facts={FACTS}>
      {(row) => (
        <>
          <Next row={row} />
          <Advice row={row} />
          <Behind row={row} />
        </>
      )}
    </DocumentPage>
  );
}

function Next({ row }: { readonly row: Document }): ReactNode {
  const word = useWords(documentsTexts);
  return row.status === 'open' ? <NextStep words={word('next.complete')} /> : null;
}

/** What the supplier would rather deliver, and when; none of it stops anybody. */
function Advice({ row }: { readonly row: Document }): ReactNode {
  const word = useWords(documentsTexts);
  const warnings = (row['warnings'] as readonly { readonly sentence: string }[] | undefined) ?? [];
  if (warnings.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={word('advice')}
      description={
        <ul className="document-advice">
          {warnings.map(({ sentence }) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      }
    />
  );
}

interface Behind {
  readonly detailId: string;
  readonly id: string;
  readonly sourceCode: string;
  readonly billId: string;
  readonly billCode: string;
  readonly kind: 'straight' | 'uniform';
  readonly siteName: string;
  readonly warehouseName: string;
  readonly needDate: string;
  readonly qty: string;
  readonly unitName: string;
  readonly receivedQty: string;
}
function Behind({ row }: { readonly row: Document }): ReactNode {
  const word = useWords(documentsTexts);
  const materials = new Map(row.details.map((line) => [line.id, line.materialName]));
  const rows = ((row['sites'] as readonly Behind[] | undefined) ?? []).map((each) => ({
    ...each,
    id: `${each.detailId} ${each.id}`,
  }));
  if (rows.length === 0) return null;
  return (
    <section className="document-behind">
      <h2>{word('behind')}</h2>
      <FactTable
        label={word('behind')}
        rows={rows}
        none={word('none')}
        columns={[
          { title: word('material'), cell: (each) => <b>{materials.get(each.detailId)}</b> },
          { title: word('site'), cell: (each) => each.siteName },
          { title: word('warehouse'), cell: (each) => each.warehouseName },
          { title: word('need'), cell: (each) => each.needDate },
          { title: word('qty'), figure: true, cell: (each) => `${each.qty} ${each.unitName}` },
          { title: word('received'), figure: true, cell: (each) => each.receivedQty },
          {
            title: word('list'),
            cell: (each) => (
              <>
                {each.sourceCode}{' '}
                <GuardedLink to={`/distribution/distribution${each.kind}/${each.billId}`}>{each.billCode}</GuardedLink>
              </>
            ),
          },
        ]}
      />
    </section>
  );
}
