import { type ReactNode, useCallback, useState } from 'react';
import type { Action, ActionOf, Declaration } from '../../core/declaration.ts';
import type { RecordOf } from '../../core/shape.ts';
import { intent, post } from '../../../parts/client/api.ts';
import { callOf, titleOf } from '../catalogue.ts';
import { ApiError, type FieldProblem, passable } from '../../../parts/client/errors.ts';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { invalidateLists } from '../list/list-data.ts';
import { useNotify } from '../use-notify.tsx';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';

// Behind the list, so that the list need not wait for what few acts ask.
const AskDialog = lazyPart(async () => ({ default: (await import('../form/ask-dialog.tsx')).AskDialog }));

type Row = Readonly<Record<string, unknown>>;
/** An act that was refused, by the word of its button, and why; an act of the life also by its name. */
export interface RefusedAct {
  readonly word: string;
  readonly name?: string;
  readonly action?: Action;
  readonly error: ApiError;
}
interface Question {
  readonly name: string;
  readonly action: Action;
  readonly rows: readonly Row[];
  /** What speaks against it, and lets it pass all the same. */
  readonly against?: readonly FieldProblem[];
  /** What was asked and answered before. */
  readonly answered?: Row;
}

/** What a person is shown and asked before an act on rows. */
export interface Confirmation {
  readonly question: string;
  readonly content: ReactNode;
  readonly okText: string;
}
/** What stands before an act of the life beyond what is always asked; undefined where nothing does. */
export type BeforeAct<D = Declaration, R extends keyof RecordOf<D> = keyof RecordOf<D>> = (
  name: ActionOf<D>,
  rows: readonly (string extends R ? RecordOf<D> : Pick<RecordOf<D>, R | ('id' & keyof RecordOf<D>)>)[],
) => Promise<Confirmation | undefined>;

/** What rows are called in a question: one by its title, several by their number. */
function useNames(declaration: Declaration): (rows: readonly Row[]) => string {
  const text = useText();
  return useCallback(
    (rows: readonly Row[]) =>
      rows.length === 1 && rows[0] !== undefined
        ? titleOf(declaration, rows[0])
        : text('delete.count', { count: rows.length }),
    [declaration, text],
  );
}

/** Asks before an action that is dangerous, touches several rows or has input; resolves to whether to go on. */
function useConfirmed(
  named: (rows: readonly Row[]) => string,
  beforeAct: BeforeAct | undefined,
  touched: ((rows: readonly Row[]) => ReactNode) | undefined,
): (name: string, action: Action, rows: readonly Row[]) => Promise<boolean> {
  const text = useText();
  const label = useLabel();
  const notify = useNotify();
  return useCallback(
    async (name, action, rows) => {
      const before = await beforeAct?.(name, rows);
      if (before === undefined && action.danger !== true && rows.length < 2) return true;
      const content = (
        <>
          {touched?.(rows)}
          {before?.content}
        </>
      );
      const question = text('document.confirm', { action: label(action.label), title: named(rows) });
      return notify.ask(before?.question ?? question, {
        danger: action.danger === true,
        okText: before?.okText ?? label(action.label),
        content,
      });
    },
    [beforeAct, label, named, notify, text, touched],
  );
}

/**
 * Runs an action on documents: asks for its input, confirms what is dangerous, reports. `touched`: rows to name.
 * `onRefused` shows a refusal in the page.
 */
export function useAct(
  declaration: Declaration,
  onDone?: () => void,
  beforeAct?: BeforeAct,
  touched?: (rows: readonly Row[]) => ReactNode,
  onRefused?: (refused: RefusedAct) => void,
): { readonly act: (name: string, action: Action, rows: readonly Row[]) => Promise<void>; readonly dialog: ReactNode } {
  const text = useText();
  const label = useLabel();
  const notify = useNotify();
  const [asking, setAsking] = useState<Question>();
  const named = useNames(declaration);
  const run = useCallback(
    async ({ name, action, rows }: Question, confirmed: Row | undefined, key: string): Promise<boolean> => {
      const ids = rows.map((row) => String(row['id']));
      try {
        await post(
          callOf(declaration, name),
          confirmed === undefined ? { query: { ids }, key } : { json: { ids, ...confirmed }, key },
        );
      } catch (error) {
        const against = passable(error);
        if (against === undefined) throw error;
        setAsking({ name, action, rows, against, answered: confirmed ?? {} });
        return false;
      }
      notify.done(
        text('done.action', { kind: label(declaration.label), label: label(action.label), title: named(rows) }),
      );
      await invalidateLists(declaration);
      onDone?.();
      return true;
    },
    [declaration, label, named, onDone, notify, text],
  );

  const confirmed = useConfirmed(named, beforeAct, touched);
  const act = useCallback(
    async (name: string, action: Action, rows: readonly Row[]): Promise<void> => {
      if (action.ask !== undefined) return setAsking({ name, action, rows });
      try {
        if (!(await confirmed(name, action, rows))) return;
        await run({ name, action, rows }, undefined, intent().keyFor([name, rows.map((row) => row['id'])]));
      } catch (error) {
        const isRefused = error instanceof ApiError && error.errorKind === 'refused';
        if (isRefused && onRefused !== undefined) onRefused({ word: label(action.label), name, action, error });
        else notify.error(error);
        // Most refusals here mean that somebody was faster: show what stands now.
        if (isRefused) await invalidateLists(declaration);
      }
    },
    [confirmed, declaration, label, run, notify, onRefused],
  );

  const dialog = asking && (
    <AskDialog
      key={asking.against === undefined ? 'ask' : 'pass'}
      asking={asking}
      title={named(asking.rows)}
      above={touched?.(asking.rows)}
      onClose={() => setAsking(undefined)}
      onAnswer={(asked, key) => run(asking, { ...asking.answered, ...asked }, key)}
    />
  );
  return { act, dialog };
}
