import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from 'antd';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { WholeRecord } from '../../../kernel/core/shape.ts';
import { DocumentPage } from '../../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../../kernel/web/document/facts.tsx';
import type { WishesByKey } from '../../../kernel/web/document/lines-editor.tsx';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { get } from '../../../parts/client/api.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useWords } from '../../../parts/language/language.ts';
import { NextStep } from '../../../parts/next-step/next-step.tsx';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { addLabels } from '../labels/label.calls.ts';
import { gearLabel } from '../labels/label.resource.ts';
import type { LabelSheetProps } from '../labels/label-sheet.view.tsx';
import { productionTexts } from '../production.texts.ts';
import { produceNeed } from './produce.calls.ts';
import { gearProduce, type ProduceType } from './produce.document.ts';
import '../production.css';

const LabelSheet = lazyPart<LabelSheetProps>(async () => ({
  default: (await import('../labels/label-sheet.view.tsx')).LabelSheet,
}));

const LINES: WishesByKey<typeof gearProduce> = {
  details: {
    columns: {
      materialId: { width: 200, brings: [] },
      stdQty: { onlyRead: true },
      actualYield: { onlyRead: true },
      amount: { onlyRead: true },
    },
    first: ['materialId', 'stdQty', 'actualQty', 'batchId', 'lotReason'],
  },
  outputs: {
    columns: {
      stdQty: { onlyRead: true },
      varianceQty: { onlyRead: true },
      sharePct: { onlyRead: true },
      batchId: { onlyRead: true },
      amount: { onlyRead: true },
    },
    instead: (face) => (face.rows.length === 0 && face.readonly ? null : face.usual),
  },
};
const FACTS: OwnFacts<typeof gearProduce> = { billSource: false, placeKind: false, placeDeptId: false };

/** 加工生产: one pot, what it took and what it made. */
export default function ProducePage(): ReactNode {
  const [given] = useSearchParams();
  const initial = useMemo(
    () => Object.fromEntries([...given].filter(([name]) => name in gearProduce.fields || name.endsWith('Name'))),
    [given],
  );
  return (
    <DocumentPage
      of={gearProduce}
      lines={LINES}
      facts={FACTS}
      initial={initial}
      whileEditing={(values) => <PotNeed values={values} />}
    >
      {(row) => <PostedNote row={row} />}
    </DocumentPage>
  );
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** What the pot takes as it stands on the screen, and what of it is there. */
function PotNeed({ values }: { readonly values: Readonly<Record<string, unknown>> }): ReactNode {
  const word = useWords(productionTexts);
  const asked = {
    gearOperationDeptId: textOf(values['gearOperationDeptId']),
    factoryWarehouseId: textOf(values['factoryWarehouseId']),
    fromFactoryWarehouseId: textOf(values['fromFactoryWarehouseId']),
    produceType: (textOf(values['produceType']) || 'cook') as ProduceType,
    dishId: textOf(values['dishId']),
    splitBomId: textOf(values['splitBomId']),
    actualQty: textOf(values['actualQty']),
    bizDate: textOf(values['bizDate']),
  };
  const isPosted = textOf(values['id']) !== '';
  const isAsked =
    !isPosted &&
    (asked.gearOperationDeptId !== '' || asked.factoryWarehouseId !== '') &&
    (asked.dishId !== '' || asked.splitBomId !== '') &&
    Decimal.isText(asked.actualQty) &&
    Decimal.of(asked.actualQty).isPositive();
  const found = useQuery({
    queryKey: ['produce-need', asked],
    queryFn: ({ signal }) => request(produceNeed, asked, { signal }),
    enabled: isAsked,
    retry: false,
  });
  if (!isAsked || found.data === undefined) return null;
  return (
    <section className="kitchen-box" aria-label={word('need')}>
      <header>
        <h2>{word('need')}</h2>
        <span className="soft">{word('need.empty')}</span>
      </header>
      <ul>
        {found.data.lines.map((line) => {
          const missing = Decimal.of(line.stdQty).minus(Decimal.of(line.availableQty));
          return (
            <li key={line.materialId}>
              <span className="kitchen-name">{line.materialName}</span>
              <span className="figures">
                {shownQuantity(line.stdQty, '').figure} {line.unitName}
              </span>
              <span className={missing.isPositive() ? 'pick-short figures' : 'soft figures'}>
                {missing.isPositive()
                  ? word('need.short', { qty: shownQuantity(missing.toString(), '').figure, unit: line.unitName })
                  : word('need.there', { qty: shownQuantity(line.availableQty, '').figure })}
              </span>
            </li>
          );
        })}
        {found.data.outputs.map((line) => (
          <li key={line.materialId}>
            <span className="kitchen-name">{line.materialName}</span>
            <span className="soft figures">
              {word('need.cuts')} {shownQuantity(line.stdQty, '').figure} {line.unitName}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Moves of the place a bill stands at. */
const MOVES = { stall: '/gear/gearstockbatchlogs', factory: '/store/factorystockbatchlogs' } as const;

/** Of a posted bill: that it is in the books, where its moves and its lot are, and its labels. */
function PostedNote({ row }: { readonly row: WholeRecord<typeof gearProduce> }): ReactNode {
  const word = useWords(productionTexts);
  const codes = useAllowedCodes();
  const notify = useNotify();
  const [printed, setPrinted] = useState<readonly string[]>();
  const make = async (): Promise<void> => {
    try {
      await request(addLabels, { produceIds: [row.id] });
      const { records } = await get<{ readonly records: readonly { readonly id: string }[] }>(
        callOf(gearLabel, 'page'),
        { produceId_equal: row.id, size: 1, sort: '-createTime' },
      );
      setPrinted(records.map(({ id }) => id));
    } catch (error) {
      notify.error(error);
    }
  };
  return (
    <>
      <NextStep words={word(row.status === 'posted' ? 'posted' : 'reversed')}>
        <GuardedLink to={`${MOVES[row.placeKind]}?billCode_equal=${encodeURIComponent(row.billCode)}`}>
          {word('moves')}
        </GuardedLink>
        {row.status === 'posted' && row.dishId !== null && codes.has('gearlabel_add') && (
          <Button type="link" size="small" onClick={() => void make()}>
            {word('labels')}
          </Button>
        )}
      </NextStep>
      {printed !== undefined && <LabelSheet ids={printed} onClose={() => setPrinted(undefined)} />}
    </>
  );
}
