import { Input } from 'antd';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { ref } from '../../kernel/core/field.ts';
import { fill } from '../../kernel/core/label.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../kernel/web/document/facts.tsx';
import { OwnInputs } from '../../kernel/web/form/own-inputs.ts';
import { asText, type InputProps } from '../../kernel/web/kinds/face.ts';
import { refFace } from '../../kernel/web/kinds/ref.tsx';
import { useDictionaryChoices } from '../../kernel/web/document/dictionary-choices.ts';
import { ApiError } from '../../parts/client/errors.ts';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { useLanguage } from '../../parts/language/language.ts';
import { lazyPart } from '../../parts/lazy/lazy-part.ts';
import { useHeadingFocus } from '../../parts/hooks/use-heading-focus.ts';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { OwedOfBill } from '../settlement/owed.view.tsx';
import { billPath } from '../stock/on-hand/place.view.ts';
import { BillHistory, deliveriesIn, ReverseDialog, type DeliveryRow } from './bill-history.view.tsx';
import { Dock } from './dock/dock.view.tsx';
import { DockDifferences } from './dock/dock-differences.view.tsx';
import { DockAt, useDockAddress } from './dock/dock-address.view.ts';
import { dockTexts } from './dock/dock.texts.ts';
import type { inStore } from './in-store.document.ts';
import { deliveredLineFields } from './in-store-receiving.resource.ts';

/** Lines say what was ordered and what came of it; how units convert stands with the deliveries. */
const LINES = {
  details: {
    columns: {
      price: { width: 140 },
      ...Object.fromEntries(
        [
          'sourceDetailId',
          'factor',
          'baseUnitId',
          'baseQty',
          'batchId',
          'overRate',
          'underRate',
          'absTolerance',
          'settlementPrice',
        ].map((name) => [name, { hidden: true }]),
      ),
    },
  },
};
type Bill = WholeRecord<typeof inStore>;
const CratesOfBill = lazyPart(() => import('../crates/crates-of-bill.view.tsx'));
/** Kinds of bills crates travel with. */
const WITH_CRATES = ['invinstore', 'factorysuppressinstore', 'factorywarehouseinstore'] as const;
function Crates({ row }: { readonly row: Bill }): ReactNode {
  const { of } = useDockAddress();
  const billType = WITH_CRATES.find((segment) => segment === of.segment);
  return billType === undefined ? null : <CratesOfBill billType={billType} billId={row.id} sends={!isOwn(row)} />;
}
const historyOf = (row: Bill): ReactNode => (
  <>
    <BillHistory row={row} />
    <Crates row={row} />
    <OwedOfBill row={row} billCode={row.billCode} />
  </>
);
const REASONS = { refuseReason: deliveredLineFields.refuseReason };

/** What is received is found by the number of its order. */
const ORDER = ref('来源单据', 'Source document', 'purchaseOrder', { fixed: true, offer: { status: 'approved' } });
/** Of a bill that stands, where it comes from is told by its number. */
function SourceInput(props: InputProps): ReactNode {
  const number = asText(props.row['sourceBillCode']);
  return number === '' ? <refFace.Input {...props} field={ORDER} /> : <Input id={props.id} value={number} disabled />;
}
const OWN_INPUTS = { sourceBillId: SourceInput };
/** Where the goods come from is a link by its number; its id says nothing to anybody. */
const FACTS: OwnFacts<typeof inStore> = {
  sourceBillCode: ({ sourceBillType, sourceBillId, sourceBillCode }) => {
    const code = sourceBillCode ?? '';
    const source = String(sourceBillType).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const path = billPath(source, { id: String(sourceBillId), code });
    return path === undefined ? code : <GuardedLink to={path}>{code}</GuardedLink>;
  },
  sourceBillId: false,
};

/** Goods a factory or a central warehouse of ours sent: their lots are known, and the sender settles what is short. */
const isOwn = (row: Bill): boolean => row.sourceBillType === 'factory-order';

/** 收货: the bill as a document, and the dock where it is received, explained and completed. */
export default function InStorePage(): ReactNode {
  const { id = '' } = useParams();
  return <OneBill key={id} id={id} />;
}

function OneBill({ id }: { readonly id: string }): ReactNode {
  const language = useLanguage();
  const notify = useNotify();
  const address = useDockAddress();
  const { completeReceiving, of } = address;
  const [room, setRoom] = useState<'document' | 'dock' | 'differences'>('document');
  useHeadingFocus(room);
  const [billCode, setBillCode] = useState('');
  const [isSent, setSent] = useState(false);
  const [reversing, setReversing] = useState<readonly DeliveryRow[]>();
  const choices = useDictionaryChoices(REASONS);
  const reasons = useMemo(
    () => (choices['refuseReason'] ?? []).map((choice) => [choice.value, choice.label[language]] as const),
    [choices, language],
  );
  const close = useCallback(() => setRoom('document'), []);
  const complete = useCallback(
    async (row: Bill): Promise<void> => {
      try {
        await request(completeReceiving, { billId: id });
        notify.done(fill(dockTexts.completed[language], { bill: row.billCode }));
        await invalidateLists(of);
      } catch (error) {
        // What is left open is proposed as differences at once.
        if (error instanceof ApiError && error.errorKind === 'refused') setRoom('differences');
        else notify.error(error);
      }
    },
    [id, language, notify, completeReceiving, of],
  );
  const acts = useMemo(() => {
    const enter =
      (next: 'dock' | 'differences') =>
      (row: Bill): void => {
        setBillCode(row.billCode);
        setSent(isOwn(row));
        setRoom(next);
      };
    return {
      doReceiving: enter('dock'),
      doDifference: enter('differences'),
      reverseReceiving: (row: Bill) => setReversing(deliveriesIn(row)),
      completeReceiving: (row: Bill) => {
        setBillCode(row.billCode);
        setSent(isOwn(row));
        void complete(row);
      },
    };
  }, [complete]);
  if (room !== 'document')
    return (
      <DockAt value={isSent ? { ...address, isSent } : address}>
        {room === 'dock' ? (
          <Dock id={id} reasons={reasons} onClose={close} />
        ) : (
          <DockDifferences id={id} billCode={billCode} onClose={close} />
        )}
      </DockAt>
    );
  return (
    <>
      <OwnInputs value={OWN_INPUTS}>
        <DocumentPage of={of} acts={acts} lines={LINES} facts={FACTS}>
          {historyOf}
        </DocumentPage>
      </OwnInputs>
      {reversing !== undefined && <ReverseDialog deliveries={reversing} onClose={() => setReversing(undefined)} />}
    </>
  );
}
