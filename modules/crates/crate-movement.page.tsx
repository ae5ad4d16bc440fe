import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { AskDialog } from '../../kernel/web/form/ask-dialog.tsx';
import { RecordPage } from '../../kernel/web/form/record-page.tsx';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { invalidateLists, type ListRow } from '../../kernel/web/list/list-data.ts';
import { useAllowed } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { usePhone } from '../../parts/hooks/screen.ts';
import { useWords } from '../../parts/language/language.ts';
import { billColumns, billFacts } from '../stock/on-hand/bill-of-row.view.tsx';
import { crateBalance } from './crate-balance.resource.ts';
import { crateMovement, crateMovementReads } from './crate-movement.resource.ts';
import { takeBack } from './crates.calls.ts';
import { crateTexts } from './crates.texts.ts';

type Row = ListRow<typeof crateMovement, (typeof crateMovementReads)[number]>;
/** Ids say nothing to anybody, and the partner is named. */
const FACTS = {
  ...billFacts,
  warehouseId: false,
  supplierId: false,
  reversesMovementId: false,
  visibleDeptIds: false,
} as const;

const NO_COLUMNS = {};

/** 周转筐流水: each act, and its document; a mistake is taken back. */
export function CrateMovements(): ReactNode {
  const word = useWords(crateTexts);
  const notify = useNotify();
  const navigate = useNavigate();
  const phone = usePhone();
  const seesBalances = useAllowed('cratebalance_view');
  const maySettle = useAllowed('cratemovement_edit');
  const [taken, setTaken] = useState<Row>();
  return (
    <>
      <ListPage
        of={crateMovement}
        reads={crateMovementReads}
        // A card opens as a whole.
        columns={phone ? NO_COLUMNS : billColumns}
        toolbar={
          seesBalances && <Button onClick={() => void navigate(crateBalance.path!)}>{word('all.balances')}</Button>
        }
        rowActions={(row) =>
          maySettle && !row.reversesMovementId
            ? [{ key: 'takeBack', label: word('takeBack'), danger: true, run: () => setTaken(row) }]
            : []
        }
        onOpen={(row) => void navigate(`${crateMovement.path!}/${row.id}`)}
      />
      {taken !== undefined && (
        <AskDialog
          asking={{
            name: 'takeBack',
            action: { label: crateTexts.takeBack, ask: { reason: takeBack.input.reason }, danger: true },
          }}
          title={taken.code}
          onClose={() => setTaken(undefined)}
          onAnswer={async ({ reason }, key) => {
            await request(takeBack, { id: taken.id, reason: String(reason) }, { key });
            notify.done(word('taken-back', { code: taken.code }));
            await Promise.all([crateBalance, crateMovement].map(invalidateLists));
            return true;
          }}
        />
      )}
    </>
  );
}

/** One of them. */
export const CrateMovement = (): ReactNode => <RecordPage of={crateMovement} facts={FACTS} />;
