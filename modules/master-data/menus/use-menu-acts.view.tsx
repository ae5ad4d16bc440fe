import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { intent } from '../../../parts/client/api.ts';
import type { Confirmation, BeforeAct } from '../../../kernel/web/document/use-act.tsx';
import type { RecordOf } from '../../../kernel/core/shape.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useAsyncAction } from '../../../kernel/web/use-async-action.ts';
import { useWords } from '../../../parts/language/language.ts';
import { plansOf, PlanRows } from './menu-plans.view.tsx';
import * as calls from './menu-template.calls.ts';
import { menuTemplate } from './menu-template.document.ts';
import { menuTexts } from './menu.texts.ts';

/** A menu in a list or on its page. */
type Menu = Pick<RecordOf<typeof menuTemplate>, 'id' | 'version' | 'name'>;

/** Before a menu changes for those who plan by it: the plans that stand on it. */
export function useMenuActs() {
  const word = useWords(menuTexts);
  const notify = useNotify();
  const navigate = useNavigate();
  const { busy, run } = useAsyncAction(menuTemplate);
  const once = useMemo(() => intent(), []);

  const confirmationOf = useCallback(
    async (act: 'stop' | 'freeze' | 'enable' | 'version', rows: readonly Menu[]): Promise<Confirmation> => {
      const built = await plansOf(rows.map((row) => row.id));
      const name = rows.length === 1 ? rows[0]!.name : word('plans.these', { count: rows.length });
      return {
        question: word(`plans.${act}`, { name }),
        okText: word(act),
        content:
          built.total === 0 ? (
            <p>{word('plans.none')}</p>
          ) : (
            <>
              <p>{word('plans.lead')}</p>
              <PlanRows {...built} beside />
            </>
          ),
      };
    },
    [word],
  );
  const beforeAct = useCallback<BeforeAct<typeof menuTemplate, keyof Menu | 'previousId'>>(
    async (act, rows) => {
      const concerned = act === 'enable' ? rows.filter((row) => row.previousId) : rows;
      return (act === 'stop' || act === 'enable') && concerned.length > 0 ? confirmationOf(act, concerned) : undefined;
    },
    [confirmationOf],
  );
  const beforeFreeze = useCallback((rows: readonly Menu[]) => confirmationOf('freeze', rows), [confirmationOf]);
  const newVersion = (row: Menu): Promise<void> =>
    run(async () => {
      const { question, ...more } = await confirmationOf('version', [row]);
      if (!(await notify.ask(question, more))) return;
      const made = await request(calls.newVersion, { id: row.id }, { key: once.keyFor([row.id, row.version]) });
      once.done();
      notify.done(word('version.done', { bill: made.billCode }));
      void navigate(`${menuTemplate.path ?? ''}/${made.id}?edit=1`);
    });
  return { beforeAct, beforeFreeze, newVersion, busy };
}
