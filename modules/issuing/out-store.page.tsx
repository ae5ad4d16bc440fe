import { Modal, Radio } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { intent } from '../../parts/client/api.ts';
import { DocumentPage } from '../../kernel/web/document/document-page.tsx';
import type { OwnFacts } from '../../kernel/web/document/facts.tsx';
import type { WholeRecord } from '../../kernel/core/shape.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { NextStep } from '../../parts/next-step/next-step.tsx';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { billPath } from '../stock/on-hand/place.view.ts';
import { issuingTexts } from './issuing.texts.ts';
import { settleDifference } from './out-store.calls.ts';
import { outStore } from './out-store.document.ts';

const LINES = {
  details: {
    columns: {
      sourceDetailId: { hidden: true },
      batchId: { hidden: true },
      factor: { hidden: true },
      entered: { hidden: true },
    },
  },
  picks: { columns: { detailId: { hidden: true } } },
};

// What asked for the goods is a link, not a number nobody can read.
const FACTS: OwnFacts<typeof outStore> = {
  sourceBillId: (row) => {
    const code = row.sourceBillCode ?? '';
    const path = billPath(String(row.sourceBillType), { id: String(row.sourceBillId), code });
    return path === undefined ? code : <GuardedLink to={path}>{code}</GuardedLink>;
  },
  sourceBillCode: false,
};
type Bill = WholeRecord<typeof outStore>;

/** The differences of one out-store, in their list. */
const casesPath = ({ id }: Bill): string => `/store/invinstoredifference?outstoreId=${id}`;

/** The out-store as a document; picking and signing have pages of their own. */
export default function OutStorePage() {
  const navigate = useNavigate();
  const word = useWords(issuingTexts);
  const [settling, setSettling] = useState<Bill>();
  const acts = useMemo(
    () => ({
      doPicking: (row: Bill) => void navigate(`${outStore.path ?? ''}/${row.id}/pick`),
      received: (row: Bill) => void navigate(`${outStore.path ?? ''}/${row.id}/receive`),
      // What both sides decide on is settled where they do.
      settleDifference: (row: Bill) => (row.caseCount > 0 ? void navigate(casesPath(row)) : setSettling(row)),
    }),
    [navigate],
  );
  return (
    <>
      <DocumentPage of={outStore} lines={LINES} acts={acts} facts={FACTS}>
        {(row) => (
          <>
            {row.status === 'shipped' && <NextStep words={word('next.sign', { place: row.toLocationName })} />}
            {row.caseCount > 0 && (
              <NextStep words={word('next.confirm', { place: row.warehouseName, count: row.caseCount })}>
                <GuardedLink to={casesPath(row)}>{word('cases')}</GuardedLink>
              </NextStep>
            )}
          </>
        )}
      </DocumentPage>
      {settling !== undefined && <SettleDialog row={settling} onClose={() => setSettling(undefined)} />}
    </>
  );
}

function SettleDialog({ row, onClose }: { readonly row: Bill; readonly onClose: () => void }) {
  const word = useWords(issuingTexts);
  const text = useText();
  const notify = useNotify();
  const [outcome, setOutcome] = useState<'loss' | 'back'>('loss');
  const [busy, setBusy] = useState(false);
  const refused = useRefused();
  const once = useMemo(() => intent(), []);
  const bill = row.billCode;
  const settle = async (): Promise<void> => {
    const body = { id: row.id, outcome };
    setBusy(true);
    refused.forget();
    try {
      await request(settleDifference, body, { key: once.keyFor(body) });
      await invalidateLists(outStore);
      notify.done(word('settled', { bill }));
      onClose();
    } catch (error) {
      if (!refused.show(word('settle'), error)) notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('settle.title', { bill })}
      okText={text('ok')}
      cancelText={text('cancel')}
      confirmLoading={busy}
      onOk={() => void settle()}
      onCancel={onClose}
    >
      {refused.banner()}
      <Radio.Group
        value={outcome}
        onChange={(event) => setOutcome(event.target.value === 'back' ? 'back' : 'loss')}
        options={[
          { value: 'loss', label: word('loss') },
          { value: 'back', label: word('backToSender') },
        ]}
        vertical
      />
    </Modal>
  );
}
