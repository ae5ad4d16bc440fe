import { type ReactNode, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { permissionOf, type Declaration } from '../../core/declaration.ts';
import { intent, post } from '../../../parts/client/api.ts';
import { callOf } from '../catalogue.ts';
import { isEditable, isRemovable, sharedActions } from '../document/actions.ts';
import { type Asked, type BeforeAct, useAct } from '../document/use-act.tsx';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { useAllowedCodes } from '../queries.ts';
import { useTell } from '../tell.tsx';
import { type Record_, renewLists } from './list-data.ts';
import type { RowAction } from './row-actions.tsx';
import { Touched } from './touched.tsx';

interface Acts {
  readonly mayAdd: boolean;
  readonly mayDelete: boolean;
  readonly mayImport: boolean;
  readonly mayExport: boolean;
  /** What may be done with one row, the likeliest first. */
  readonly ofRow: (row: Record_) => readonly RowAction[];
  readonly ofRows: (rows: readonly Record_[]) => readonly RowAction[];
  readonly remove: (rows: readonly Record_[]) => Promise<void>;
  readonly dialog: ReactNode;
}

/** What is asked before rows are frozen, and what stands beside the question. */
export type BeforeFreeze = (rows: readonly Record_[]) => Promise<Asked>;

/** Everything a list may do to its rows, by the person's buttons and the rows' states. */
export function useListActs(
  declaration: Declaration,
  open: (row: Record_) => void,
  onDone: () => void,
  beforeFreeze?: BeforeFreeze,
  beforeAct?: BeforeAct,
  inSight: (id: string) => boolean = () => true,
): Acts {
  const text = useText();
  const label = useLabel();
  const tell = useTell();
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  const touched = useCallback(
    (rows: readonly Readonly<Record<string, unknown>>[]): ReactNode => {
      const hidden = rows.filter((row) => !inSight(String(row['id']))).length;
      return rows.length > 1 || hidden > 0 ? <Touched of={declaration} rows={rows} hidden={hidden} /> : null;
    },
    [declaration, inSight],
  );
  const { act, dialog } = useAct(declaration, onDone, beforeAct, touched);

  return useMemo(() => {
    const may = (button: string): boolean => codes.has(permissionOf(declaration, button));
    const serves = (...verbs: readonly string[]): boolean => declaration.calls.some((verb) => verbs.includes(verb));
    const mayEdit = may('edit') && serves('submit', 'saveOrUpdate', 'update');
    const mayDelete = may('delete') && serves('remove');

    const remove = async (rows: readonly Record_[]): Promise<void> => {
      if (rows.length === 0) return tell.look(text('delete.none'));
      const content = touched(rows) ?? <Touched of={declaration} rows={rows} hidden={0} />;
      if (!(await tell.ask(text('delete.ask'), { content, danger: true }))) return;
      try {
        await post(callOf(declaration, 'remove'), {
          query: { ids: rows.map((row) => row.id) },
          key: intent().keyFor(rows.map((row) => row.id)),
        });
        tell.done(text('done.deleted'));
        onDone();
      } catch (error) {
        tell.trouble(error);
      } finally {
        await renewLists(declaration);
      }
    };
    const freeze = async (rows: readonly Record_[], verb: 'freeze' | 'thaw'): Promise<void> => {
      try {
        const action = text(declaration.life === undefined ? verb : `document.${verb}`);
        const own = verb === 'freeze' ? await beforeFreeze?.(rows) : undefined;
        const names = touched(rows);
        if (own !== undefined || names !== null) {
          const { question, content, okText } = own ?? {
            question: text('list.ask', { action, count: rows.length }),
            content: null,
            okText: action,
          };
          if (
            !(await tell.ask(question, {
              okText,
              content: (
                <>
                  {names}
                  {content}
                </>
              ),
              danger: verb === 'freeze',
            }))
          )
            return;
        }
        await post(callOf(declaration, verb), { query: { ids: rows.map((row) => row.id) } });
        tell.done(text('done.updated'));
        onDone();
      } catch (error) {
        tell.trouble(error);
      } finally {
        await renewLists(declaration);
      }
    };
    const frozenActs = (rows: readonly Record_[]): RowAction[] =>
      (['freeze', 'thaw'] as const)
        .filter(
          (verb) =>
            serves(verb) &&
            may(verb) &&
            rows.length > 0 &&
            rows.every((row) => (row['frozen'] === 1) === (verb === 'thaw')),
        )
        .map((verb) => ({
          key: verb,
          label: text(declaration.life === undefined ? verb : `document.${verb}`),
          run: () => void freeze(rows, verb),
        }));
    const lifeActs = (rows: readonly Record_[]): RowAction[] =>
      [...sharedActions(declaration, rows, codes)]
        .sort(([, a], [, b]) => Number(b.next === true) - Number(a.next === true))
        .map(([name, action]) => ({
          key: name,
          label: label(action.label),
          danger: action.danger === true,
          run: () => void act(name, action, rows),
        }));
    const removal = (rows: readonly Record_[]): RowAction[] =>
      mayDelete && rows.every((row) => isRemovable(declaration, row))
        ? [{ key: 'remove', label: text('delete'), danger: true, run: () => void remove(rows) }]
        : [];
    const edit = (row: Record_): RowAction[] =>
      mayEdit && isEditable(declaration, row)
        ? [
            {
              key: 'edit',
              label: text('edit'),
              run: () =>
                declaration.life === undefined ? open(row) : void navigate(`${declaration.path}/${row.id}?edit=1`),
            },
          ]
        : [];

    return {
      mayAdd: may('add') && serves('submit', 'saveOrUpdate', 'save'),
      mayDelete,
      mayImport: may('import') && serves('importExcelTemplate'),
      mayExport: may('export') && serves('exportExcel'),
      ofRow: (row) => [
        ...lifeActs([row]).filter((action) => action.danger !== true),
        ...edit(row),
        ...frozenActs([row]),
        ...lifeActs([row]).filter((action) => action.danger === true),
        ...removal([row]),
      ],
      ofRows: (rows) => [...lifeActs(rows), ...frozenActs(rows)],
      remove,
      dialog,
    };
  }, [act, beforeFreeze, codes, declaration, dialog, label, navigate, onDone, open, tell, text, touched]);
}
