import { type ReactNode, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { permissionOf, type Declaration } from '../../core/declaration.ts';
import type { RecordOf } from '../../core/shape.ts';
import { intent, post } from '../../../parts/client/api.ts';
import { callOf, titleOf } from '../catalogue.ts';
import { isEditable, isRemovable, sharedActions } from '../document/actions.ts';
import { type Confirmation, type BeforeAct, type RefusedAct, useAct } from '../document/use-act.tsx';
import { useLabel } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { useAllowedCodes } from '../queries.ts';
import { useNotify } from '../use-notify.tsx';
import { type ListRow, invalidateLists } from './list-data.ts';
import type { RowAction } from '../../../parts/table/row-actions.tsx';
import { AffectedRows } from './touched.tsx';

interface Acts {
  readonly mayAdd: boolean;
  readonly mayDelete: boolean;
  readonly mayImport: boolean;
  readonly mayExport: boolean;
  /** What may be done with one row, the likeliest first. */
  readonly ofRow: (row: ListRow) => readonly RowAction[];
  readonly ofRows: (rows: readonly ListRow[]) => readonly RowAction[];
  readonly remove: (rows: readonly ListRow[]) => Promise<void>;
  readonly dialog: ReactNode;
}

/** What is asked before rows are frozen, and what stands beside the question. */
export type BeforeFreeze<D = Declaration, R extends keyof RecordOf<D> = keyof RecordOf<D>> = (
  rows: readonly ListRow<D, R>[],
) => Promise<Confirmation>;

/** The title of the one row, or how many there are. */
const nameOf = (of: Declaration, rows: readonly ListRow[], text: ReturnType<typeof useText>): string =>
  rows.length === 1 ? titleOf(of, rows[0]!) : text('delete.count', { count: rows.length });

type Naming = (rows: readonly ListRow[]) => ReactNode;
/** Told of what went wrong, by the word of its button. */
type Report = (word: string, error: unknown) => void;

/** Removes rows after asking. */
function useRemove(declaration: Declaration, touched: Naming, onDone: () => void, report: Report): Acts['remove'] {
  const text = useText();
  const notify = useNotify();
  return useCallback(
    async (rows) => {
      if (rows.length === 0) return notify.warn(text('delete.none'));
      const content = touched(rows) ?? <AffectedRows of={declaration} rows={rows} hidden={0} />;
      if (!(await notify.ask(text('delete.ask'), { content, danger: true }))) return;
      const ids = rows.map((row) => row.id);
      try {
        await post(callOf(declaration, 'remove'), { query: { ids }, key: intent().keyFor(ids) });
        notify.done(`${text('done.deleted')} · ${nameOf(declaration, rows, text)}`);
        onDone();
      } catch (error) {
        report(text('delete'), error);
      } finally {
        await invalidateLists(declaration);
      }
    },
    [declaration, onDone, notify, report, text, touched],
  );
}

type FreezeVerb = 'freeze' | 'thaw';

/** Freezes rows or takes that back, after asking where several are touched or something else is to be said first. */
function useFreeze(of: Declaration, touched: Naming, onDone: () => void, report: Report, before?: BeforeFreeze) {
  const text = useText();
  const notify = useNotify();
  return useCallback(
    async (rows: readonly ListRow[], verb: FreezeVerb): Promise<void> => {
      try {
        const action = text(verb);
        const own = verb === 'freeze' ? await before?.(rows) : undefined;
        const names = touched(rows);
        const content = (
          <>
            {names}
            {own?.content}
          </>
        );
        const question = own?.question ?? text('list.ask', { action, count: rows.length });
        const isConfirmed = own !== undefined || names !== null;
        const danger = verb === 'freeze';
        if (isConfirmed && !(await notify.ask(question, { okText: own?.okText ?? action, content, danger }))) return;
        await post(callOf(of, verb), { query: { ids: rows.map((row) => row.id) } });
        notify.done(`${text('done.updated')} · ${nameOf(of, rows, text)}`);
        onDone();
      } catch (error) {
        report(text(verb), error);
      } finally {
        await invalidateLists(of);
      }
    },
    [before, of, onDone, notify, report, text, touched],
  );
}

/** Everything a list may do to its rows, by the person's buttons and the rows' states. */
export function useListActs<D extends Declaration>(
  declaration: D,
  open: (row: ListRow<D>) => void,
  onDone: () => void,
  beforeFreeze?: BeforeFreeze,
  beforeAct?: BeforeAct,
  inSight?: (id: string) => boolean,
  report?: Report,
): Acts;
// Of any declaration, as `ListPage`.
export function useListActs(
  declaration: Declaration,
  open: (row: ListRow) => void,
  onDone: () => void,
  beforeFreeze?: BeforeFreeze,
  beforeAct?: BeforeAct,
  inSight: (id: string) => boolean = () => true,
  given?: Report,
): Acts {
  const codes = useAllowedCodes();
  const notify = useNotify();
  const report = useMemo((): Report => given ?? ((_, error) => notify.error(error)), [given, notify]);
  const refused = useCallback(({ word, error }: RefusedAct) => report(word, error), [report]);
  const touched = useCallback(
    (rows: readonly Readonly<Record<string, unknown>>[]): ReactNode => {
      const hidden = rows.filter((row) => !inSight(String(row['id']))).length;
      return rows.length > 1 || hidden > 0 ? <AffectedRows of={declaration} rows={rows} hidden={hidden} /> : null;
    },
    [declaration, inSight],
  );
  const { act, dialog } = useAct(declaration, onDone, beforeAct, touched, refused);
  const remove = useRemove(declaration, touched, onDone, report);
  const freeze = useFreeze(declaration, touched, onDone, report, beforeFreeze);
  const actions = useRowActions({ declaration, codes, open, act, remove, freeze });
  return useMemo(() => {
    const may = (button: string): boolean => codes.has(permissionOf(declaration, button));
    return {
      mayAdd: may('add') && serves(declaration, 'submit', 'saveOrUpdate', 'save'),
      mayDelete: may('delete') && serves(declaration, 'remove'),
      mayImport: may('import') && serves(declaration, 'importExcelTemplate'),
      mayExport: may('export') && serves(declaration, 'exportExcel'),
      ...actions,
      remove,
      dialog,
    };
  }, [actions, codes, declaration, dialog, remove]);
}

const serves = (declaration: Declaration, ...verbs: readonly string[]): boolean =>
  declaration.calls.some((verb) => verbs.includes(verb));

interface Sources {
  readonly declaration: Declaration;
  readonly codes: ReadonlySet<string>;
  readonly open: (row: ListRow) => void;
  readonly act: ReturnType<typeof useAct>['act'];
  readonly remove: Acts['remove'];
  readonly freeze: ReturnType<typeof useFreeze>;
}

/** The acts of single rows and of several, those of danger last. */
function useRowActions({ declaration, codes, open, act, remove, freeze }: Sources): Pick<Acts, 'ofRow' | 'ofRows'> {
  const text = useText();
  const label = useLabel();
  const navigate = useNavigate();
  return useMemo(() => {
    const may = (button: string): boolean => codes.has(permissionOf(declaration, button));
    const frozenActs = (rows: readonly ListRow[]): RowAction[] =>
      (['freeze', 'thaw'] as const)
        .filter(
          (verb) =>
            serves(declaration, verb) &&
            may(verb) &&
            rows.length > 0 &&
            rows.every((row) => (row['frozen'] === 1) === (verb === 'thaw')),
        )
        .map((verb) => ({
          key: verb,
          label: text(verb),
          last: verb === 'freeze',
          run: () => void freeze(rows, verb),
        }));
    const lifeActs = (rows: readonly ListRow[]): RowAction[] =>
      [...sharedActions(declaration, rows, codes)]
        .sort(([, a], [, b]) => Number(b.next === true) - Number(a.next === true))
        .map(([name, action]) => ({
          key: name,
          label: label(action.label),
          danger: action.danger === true,
          run: () =>
            void (action.page === true
              ? navigate(`${declaration.path}/${rows[0]!.id}?act=${name}`)
              : act(name, action, rows)),
        }));
    const removal = (row: ListRow): RowAction[] =>
      may('delete') && serves(declaration, 'remove') && isRemovable(declaration, row)
        ? [{ key: 'remove', label: text('delete'), danger: true, run: () => void remove([row]) }]
        : [];
    const mayEdit = may('edit') && serves(declaration, 'submit', 'saveOrUpdate', 'update');
    const editRow = (row: ListRow): void =>
      declaration.life === undefined ? open(row) : void navigate(`${declaration.path}/${row.id}?edit=1`);
    const edit = (row: ListRow): RowAction[] =>
      mayEdit && isEditable(declaration, row) ? [{ key: 'edit', label: text('edit'), run: () => editRow(row) }] : [];
    return {
      ofRow: (row) => [
        ...lifeActs([row]).filter((action) => action.danger !== true),
        ...edit(row),
        ...frozenActs([row]),
        ...lifeActs([row]).filter((action) => action.danger === true),
        ...removal(row),
      ],
      ofRows: (rows) => [...lifeActs(rows), ...frozenActs(rows)],
    };
  }, [act, codes, declaration, freeze, label, navigate, open, remove, text]);
}
