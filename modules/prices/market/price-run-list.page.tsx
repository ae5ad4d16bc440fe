import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { fill } from '../../../kernel/core/label.ts';
import { request } from '../../../kernel/web/request.ts';
import { useLanguage } from '../../../parts/language/language.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { proposeRun } from './price-run.calls.ts';
import { priceRun } from './price-run.document.ts';
import { runTexts } from './price-run.texts.ts';

/**
 * Runs, and the two ways one comes about without being written: what moved is proposed, and opens where something did.
 */
export default function PriceRunListPage() {
  const language = useLanguage();
  const notify = useNotify();
  const navigate = useNavigate();
  const phone = usePhone();
  const codes = useAllowedCodes();
  const [busy, setBusy] = useState<string>();
  const propose = async (trigger: 'purchase' | 'market'): Promise<void> => {
    setBusy(trigger);
    try {
      const answer = await request(proposeRun, { priceType: 'settlement', trigger });
      if (answer.failed > 0) notify.warnMany([fill(runTexts.failed[language], { failed: answer.failed })]);
      if (answer.priceRunId === '') notify.done(fill(runTexts.nothing[language], { fetched: answer.fetched }));
      else {
        await invalidateLists(priceRun);
        void navigate(`${priceRun.path!}/${answer.priceRunId}`);
      }
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(undefined);
    }
  };
  const toolbar =
    phone || !codes.has('pricerun_add')
      ? undefined
      : (['purchase', 'market'] as const).map((trigger) => (
          <Button
            key={trigger}
            loading={busy === trigger}
            disabled={busy !== undefined}
            onClick={() => void propose(trigger)}
          >
            {runTexts[trigger][language]}
          </Button>
        ));
  return <ListPage of={priceRun} toolbar={toolbar} />;
}
