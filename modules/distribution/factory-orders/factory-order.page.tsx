import type { ReactNode } from 'react';
import type { LinesOf } from '../../../kernel/core/declaration.ts';
import type { WholeRecord } from '../../../kernel/core/shape.ts';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../../kernel/web/document/facts.tsx';
import type { LinesWishes, WishesByKey } from '../../../kernel/web/document/lines-editor.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { NextStep } from '../../../parts/next-step/next-step.tsx';
import { FactTable } from '../../../parts/table/fact-table.tsx';
import { inStore } from '../../receiving/in-store.document.ts';
import { documentsTexts } from '../documents/documents.texts.ts';
import { factoryOrder } from './factory-order.document.ts';
import '../documents/documents.css';

const PackedCrates = lazyPart(() => import('../crates/packed-crates.view.tsx'));
const CratesOfBill = lazyPart(() => import('../../crates/crates-of-bill.view.tsx'));

type Order = WholeRecord<typeof factoryOrder>;
type Lines = LinesOf<typeof factoryOrder>['details'];

const hidden = { hidden: true } as const;
const COLUMNS: NonNullable<LinesWishes<Lines>['columns']> = {
  materialId: { width: 200 },
  unitId: { width: 88, uncoded: true },
  orderQty: { width: 96 },
  factor: hidden,
  baseUnitId: hidden,
  baseQty: hidden,
  taxRate: hidden,
};
const FIRST = [
  'materialId',
  'orderQty',
  'unitId',
  'sortedQty',
  'shippedQty',
  'receivedQty',
  'shortQty',
  'openQty',
  'supplyMode',
] as const;
const LINES: WishesByKey<typeof factoryOrder> = { details: { columns: COLUMNS, first: FIRST } };
const FACTS: OwnFacts<typeof factoryOrder> = {
  purchaseDocumentId: ({ purchaseDocumentId, purchaseDocumentName }) =>
    purchaseDocumentId ? (
      <GuardedLink to={`/purchasing/purchasedocument/${purchaseDocumentId}`}>{purchaseDocumentName}</GuardedLink>
    ) : null,
  orderNo: false,
  visibleDeptIds: false,
};

/** 工厂订单: what is owed to a site, how far it is, and the bills it is received by. */
export default function FactoryOrderPage(): ReactNode {
  return (
    <DocumentPage of={factoryOrder} lines={LINES} facts={FACTS}>
      {(row) => (
        <>
          <Next row={row} />
          <Bills row={row} />
          {['accepted', 'sorting'].includes(row.status) && <PackedCrates orderNos={[row.billCode]} />}
          {row.shipTime && <CratesOfBill billType="factoryorder" billId={row.id} sends={false} />}
        </>
      )}
    </DocumentPage>
  );
}

function Next({ row }: { readonly row: Order }): ReactNode {
  const word = useWords(documentsTexts);
  if (row.status === 'pending') return <NextStep words={word('next.accept')} />;
  if (row.status === 'accepted' || row.status === 'sorting') return <NextStep words={word('next.sort')} />;
  if (row.status === 'shipped') return <NextStep words={word('next.receive', { place: row.warehouseName })} />;
  return null;
}

interface SiteBill {
  readonly id: string;
  readonly billCode: string;
  readonly status: string;
  readonly createTime: string;
}
function Bills({ row }: { readonly row: Order }): ReactNode {
  const word = useWords(documentsTexts);
  const say = useLabel();
  const bills = (row['instores'] as readonly SiteBill[] | undefined) ?? [];
  if (bills.length === 0) return null;
  return (
    <section className="document-behind">
      <h2>{word('bills')}</h2>
      <FactTable
        label={word('bills')}
        rows={bills}
        none={word('bills.none')}
        columns={[
          {
            title: word('number'),
            cell: ({ id, billCode }) => <GuardedLink to={`${inStore.path}/${id}`}>{billCode}</GuardedLink>,
          },
          {
            title: word('state'),
            cell: ({ status }) => {
              const state = (
                inStore.life!.states as Readonly<Record<string, { readonly label: Parameters<typeof say>[0] }>>
              )[status];
              return state === undefined ? status : say(state.label);
            },
          },
        ]}
      />
    </section>
  );
}
