import { Button, Input } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { adoptYield, declineYield, withdrawYield, type YieldRow } from './yield.calls.ts';
import { yieldTexts } from './yields.texts.ts';

interface Props {
  readonly row: YieldRow;
  readonly season: YieldRow['seasons'][number];
  readonly onDone: () => Promise<unknown>;
}

/** What a person decides on a proposed or an accepted yield, for those who may. */
export function YieldActs({ row, season: of, onDone }: Props): ReactNode {
  const word = useWords(yieldTexts);
  const notify = useNotify();
  const codes = useAllowedCodes();
  const [busy, setBusy] = useState(false);
  const reason = useRef('');
  if (!codes.has('materialyieldtest_adopt') || (!of.isProposed && !of.isAccepted)) return null;
  const { materialId, materialName: material } = row;
  const { season, learned } = of;
  const run = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      notify.done(done);
    } catch (error) {
      notify.error(error);
    } finally {
      await onDone();
      setBusy(false);
    }
  };
  const asked = async (act: 'decline' | 'withdraw'): Promise<boolean> => {
    reason.current = '';
    return notify.ask(word(act), {
      content: (
        <Input
          aria-label={word('reason')}
          placeholder={word('reason')}
          maxLength={200}
          autoFocus
          onChange={(event) => (reason.current = event.target.value)}
        />
      ),
      okText: word(act),
    });
  };
  const explained = (act: 'decline' | 'withdraw') => async (): Promise<void> => {
    if (!(await asked(act))) return;
    const contract = act === 'decline' ? declineYield : withdrawYield;
    await run(() => request(contract, { materialId, season, reason: reason.current }), word(`${act}.done`));
  };
  const accept = (): Promise<void> =>
    run(
      () => request(adoptYield, { materialId, season, learnedYield: learned }),
      word('accept.done', { material, learned }),
    );
  return (
    <span className="yield-acts">
      {of.isProposed && (
        <>
          <Button type="primary" size="small" disabled={busy} onClick={accept}>
            {word('accept')}
          </Button>
          <Button size="small" disabled={busy} onClick={explained('decline')}>
            {word('decline')}
          </Button>
        </>
      )}
      {of.isAccepted && !of.isProposed && (
        <Button size="small" disabled={busy} onClick={explained('withdraw')}>
          {word('withdraw')}
        </Button>
      )}
    </span>
  );
}
