import { type ReactNode, useCallback } from 'react';
import { useNavigate } from 'react-router';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { decidedStage } from '../../../kernel/core/life.ts';
import { request } from '../../../kernel/web/request.ts';
import { declarationOf } from '../../../kernel/web/catalogue.ts';
import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { useRefused } from '../../../parts/notifications/use-refused.tsx';
import { completeTasks } from './work-acts.calls.ts';
import { taskPath, todoItem, type WorkRow } from './work-items.ts';
import { Warnings } from './work-tag.view.tsx';
import { workflowTexts } from '../workflow.texts.ts';
import '../workflow.css';
import { amountText } from '../../../parts/quantities/amount.rules.ts';

const columns = {
  warnings: (row: WorkRow) => <Warnings of={row.warnings} />,
  dueTime: (row: WorkRow) => <span className="figures">{String(row.dueTime ?? '').slice(5, 16)}</span>,
};
const isClean = (row: WorkRow): boolean => row.exceptional !== true;
/** A document no process decides on has its own page to decide on, and so has one that is reviewed line by line. */
const placeOf = (row: WorkRow, codes: ReadonlySet<string>): string =>
  String(row.processInstanceId ?? '') === '' || isReviewed(String(row.businessResource ?? ''), codes)
    ? `${String(row.path)}/${String(row.businessId)}`
    : taskPath(row);

function isReviewed(name: string, codes: ReadonlySet<string>): boolean {
  const declaration = declarationOf(name);
  const action = declaration?.life?.actions[decidedStage(declaration.life)?.approve ?? ''];
  return action?.page === true && codes.has(permissionOf(declaration!, action.button));
}

/** Approves tasks together, those that break no rule; what refuses it stands in the banner. */
function useApproval() {
  const word = useWords(workflowTexts);
  const notify = useNotify();
  const { show, forget, banner } = useRefused();
  const approve = useCallback(
    async (rows: readonly WorkRow[]): Promise<void> => {
      const clean = rows.filter(isClean);
      const others = rows.length - clean.length;
      if (clean.length === 0) return notify.warn(word('batch.left', { count: others }));
      const content = (
        <>
          <ByDocument rows={clean} />
          {others > 0 && word('batch.left', { count: others })}
        </>
      );
      if (!(await notify.ask(word('batch.ask', { count: clean.length }), { okText: word('approve'), content }))) return;
      forget();
      try {
        const answers = await request(completeTasks, { taskIds: clean.map((row) => String(row.taskId)).join() });
        const failed = answers.filter((answer) => !answer.ok);
        if (failed.length === 0) notify.done(word('batch.done', { count: answers.length }));
        else
          await notify.ask(word('batch.some', { done: answers.length - failed.length, failed: failed.length }), {
            content: (
              <ul className="work-failed">
                {failed.map((answer) => (
                  <li key={answer.taskId}>
                    <span className="figures">
                      {String(clean.find((row) => row.taskId === answer.taskId)?.billCode ?? '')}
                    </span>{' '}
                    {answer.reason}
                  </li>
                ))}
              </ul>
            ),
          });
      } catch (error) {
        if (!show(word('approve'), error)) notify.error(error);
      } finally {
        await queries.invalidateQueries({ queryKey: ['list'] });
        await invalidateLists(todoItem);
      }
    },
    [forget, notify, show, word],
  );
  return { approve, banner: banner() };
}

/** 待办: what waits for me, what breaks a rule first; the clean ones may be approved together. */
export default function WorkTodoPage() {
  const word = useWords(workflowTexts);
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const mayBatch = codes.has('work_todo_batch');
  const { approve, banner } = useApproval();
  return (
    <ListPage
      of={todoItem}
      verb="todo-list"
      columns={columns}
      notice={banner}
      onOpen={(row) => void navigate(placeOf(row, codes))}
      rowActions={(row) => [{ key: 'handle', label: word('handle'), run: () => void navigate(placeOf(row, codes)) }]}
      rowsActions={(rows) =>
        mayBatch
          ? [
              {
                key: 'approve',
                label: word('approve.chosen', { count: rows.filter(isClean).length }),
                run: () => void approve(rows),
              },
            ]
          : []
      }
    />
  );
}

/** What is approved together: how many of each kind of document, and what those come to. */
function ByDocument({ rows }: { readonly rows: readonly WorkRow[] }): ReactNode {
  return (
    <ul className="soft figures">
      {[...Map.groupBy(rows, ({ businessName }) => String(businessName ?? ''))].map(([name, some]) => {
        const amounts = some.map(({ amount }) => String(amount ?? '')).filter(Decimal.isText);
        return (
          <li key={name}>
            {name} {some.length}
            {amounts.length > 0 && ` · ${amountText(Decimal.sum(amounts.map(Decimal.of)))}`}
          </li>
        );
      })}
    </ul>
  );
}
