import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Fields } from '../../kernel/core/field.ts';
import type { Label } from '../../kernel/core/label.ts';
import { AskDialog } from '../../kernel/web/form/ask-dialog.tsx';
import type { Values } from '../../kernel/web/form/values.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { invalidateLists, type ListRow } from '../../kernel/web/list/list-data.ts';
import { useAllowed } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import { crateBalance, crateBalanceReads } from './crate-balance.resource.ts';
import { crateMovement } from './crate-movement.resource.ts';
import { countCrates, handedLine, handOver, loseCrates, partnerFields } from './crates.calls.ts';
import { crateTexts } from './crates.texts.ts';
import { balanceOf, movementsOf } from './movements-of.rules.ts';

type Row = ListRow<typeof crateBalance, (typeof crateBalanceReads)[number]>;
/** What is asked for; without a row, of a partner still to be named. */
interface Asking {
  readonly act: 'enter' | 'count' | 'lose';
  readonly row?: Row;
}
const ASKED: Readonly<Record<Asking['act'], { readonly label: Label; readonly ask: Fields; readonly danger?: true }>> =
  {
    enter: {
      label: crateTexts.enter,
      ask: { ...partnerFields, ...handedLine, reason: handOver.input.reason },
    },
    count: {
      label: crateTexts.count,
      ask: { countedQty: countCrates.input.countedQty, reason: countCrates.input.reason },
    },
    lose: {
      label: crateTexts.lose,
      ask: { lostQty: loseCrates.input.lostQty, reason: loseCrates.input.reason },
      danger: true,
    },
  };
const number = (value: unknown): number => Number(value ?? 0);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const given = (answered: Values): Record<string, string> =>
  Object.fromEntries(
    Object.keys(partnerFields).flatMap((name) =>
      textOf(answered[name]) === '' ? [] : [[name, textOf(answered[name])]],
    ),
  );

/** Carries out what was asked. */
async function carryOut({ act, row }: Asking, answered: Values, key: string): Promise<void> {
  const reason = textOf(answered['reason']);
  if (act === 'enter') {
    const { crateTypeId, outQty, backQty } = answered;
    const details = [{ crateTypeId: textOf(crateTypeId), outQty: number(outQty), backQty: number(backQty) }];
    await request(handOver, { ...given(answered), ...(reason === '' ? {} : { reason }), details }, { key });
  } else if (act === 'count')
    await request(countCrates, { ...balanceOf(row!), countedQty: number(answered['countedQty']), reason }, { key });
  else await request(loseCrates, { ...balanceOf(row!), lostQty: number(answered['lostQty']), reason }, { key });
}

/** 周转筐结存: a row opens its movements; it is counted, or charged, where it stands. */
export default function CrateBalanceList(): ReactNode {
  const word = useWords(crateTexts);
  const notify = useNotify();
  const navigate = useNavigate();
  const mayEnter = useAllowed('cratemovement_handover');
  const maySettle = useAllowed('cratemovement_edit');
  const [asking, setAsking] = useState<Asking>();
  const answer = async (answered: Values, key: string): Promise<boolean> => {
    const { act, row } = asking!;
    await carryOut(asking!, answered, key);
    const of = { partner: row?.partnerName ?? '', crate: row?.crateTypeName ?? '' };
    if (act === 'count') notify.done(word('counted', { ...of, qty: String(answered['countedQty']) }));
    else notify.done(act === 'lose' ? word('lost', of) : word('entered'));
    await Promise.all([crateBalance, crateMovement].map(invalidateLists));
    return true;
  };
  return (
    <>
      <ListPage
        of={crateBalance}
        reads={crateBalanceReads}
        toolbar={
          mayEnter && (
            <Button type="primary" onClick={() => setAsking({ act: 'enter' })}>
              {word('enter')}
            </Button>
          )
        }
        rowActions={(row) =>
          maySettle
            ? [
                { key: 'count', label: word('count'), run: () => setAsking({ act: 'count', row }) },
                ...(row.qty > 0
                  ? [{ key: 'lose', label: word('lose'), danger: true, run: () => setAsking({ act: 'lose', row }) }]
                  : []),
              ]
            : []
        }
        onOpen={(row) => void navigate(movementsOf(row))}
      />
      {asking !== undefined && (
        <AskDialog
          asking={{ name: asking.act, action: ASKED[asking.act] }}
          title={
            asking.row === undefined ? word('enter.who') : `${asking.row.partnerName} · ${asking.row.crateTypeName}`
          }
          onClose={() => setAsking(undefined)}
          onAnswer={answer}
        />
      )}
    </>
  );
}
