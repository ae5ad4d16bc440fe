import { Button } from 'antd';
import { useState } from 'react';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { queries, useAllowedCodes } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { ApiError } from '../../parts/client/errors.ts';
import { useWords } from '../../parts/language/language.ts';
import { ACCEPT_PLANS, enableSystems, stopSystems } from '../operations/goods-systems/goods-system.calls.ts';
import { goodsSystem } from '../operations/goods-systems/goods-system.resource.ts';
import { stallMenuTexts } from './stall-menus.texts.ts';

/** Puts goods systems into use or takes them out of it; the plans that stops are named, and a yes is asked for once. */
export function useSystemUse() {
  const word = useWords(stallMenuTexts);
  const notify = useNotify();
  return async (ids: readonly string[], isUsed: boolean): Promise<void> => {
    const act = (accepted: boolean): Promise<boolean> =>
      request(isUsed ? stopSystems : enableSystems, {
        ids: ids.join(','),
        ...(accepted ? { [ACCEPT_PLANS]: '1' } : {}),
      });
    try {
      await act(false).catch(async (error: unknown) => {
        const asked =
          error instanceof ApiError ? error.problems.find((each) => each.override?.name === ACCEPT_PLANS) : undefined;
        if (asked === undefined || !(await notify.ask(asked.message, { okText: word('go-on') }))) throw error;
        return act(true);
      });
      notify.done(word(isUsed ? 'stop.done' : 'enable.done'));
    } catch (error) {
      notify.error(error);
    } finally {
      await Promise.all([
        invalidateLists(goodsSystem),
        queries.invalidateQueries({ queryKey: ['detail', goodsSystem.name] }),
      ]);
    }
  };
}

/** The one act on a shelf that stands: into use, or out of it. */
export function UseButton({ id, isUsed }: { readonly id: string; readonly isUsed: boolean }) {
  const word = useWords(stallMenuTexts);
  const codes = useAllowedCodes();
  const setUse = useSystemUse();
  const [isBusy, setBusy] = useState(false);
  if (!codes.has(`geargoodssys_${isUsed ? 'stop' : 'enable'}`)) return null;
  return (
    <Button
      type={isUsed ? 'default' : 'primary'}
      loading={isBusy}
      onClick={() => {
        setBusy(true);
        void setUse([id], isUsed).finally(() => setBusy(false));
      }}
    >
      {word(isUsed ? 'stop' : 'enable')}
    </Button>
  );
}
