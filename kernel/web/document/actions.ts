import { permissionOf, type Action, type Declaration, type When } from '../../core/declaration.ts';
import type { Label } from '../../core/label.ts';
import type { texts } from '../texts.ts';

type Row = Readonly<Record<string, unknown>>;
type TextKey = keyof typeof texts;

/** An action as a button: pressable, or grey with a reason. */
export interface Offered {
  readonly name: string;
  readonly action: Action;
  readonly why?: { readonly key: TextKey; readonly state?: Label; readonly action: Label };
}

/** The actions a person sees at a document, in declared order; grey where only the state forbids them. */
export function offeredActions(
  declaration: Declaration,
  row: Row,
  codes: ReadonlySet<string>,
  userId: string,
  options: { readonly dirty?: boolean; readonly acts?: Readonly<Record<string, unknown>> | undefined } = {},
): readonly Offered[] {
  const state = String(row['status'] ?? '');
  return Object.entries(declaration.life?.actions ?? {}).flatMap(([name, action]): Offered[] => {
    if (action.page === true && options.acts?.[name] === undefined) return [];
    if (!isWhen(action.when, row)) return [];
    const offer = (key: TextKey): Offered[] => {
      const label = declaration.life?.states[state]?.label;
      return [{ name, action, why: { key, action: action.label, ...(label === undefined ? {} : { state: label }) } }];
    };
    if (!codes.has(permissionOf(declaration, action.button)))
      return action.from.includes(state) ? offer('document.why.right') : [];
    if (!action.from.includes(state)) return offer('document.why.state');
    if (action.notByApplicant === true && row['applyUserId'] !== '' && row['applyUserId'] === userId)
      return offer('document.why.applicant');
    if (options.dirty === true) return offer('document.why.dirty');
    return [{ name, action }];
  });
}

const isWhen = (when: When | undefined, row: Row): boolean =>
  when === undefined || String(row[when[0]] ?? '') === String(when[1]);

/** What may be done with all of the chosen documents; with one alone also the next act that has a page. */
export const sharedActions = (
  declaration: Declaration,
  rows: readonly Row[],
  codes: ReadonlySet<string>,
): readonly (readonly [name: string, action: Action])[] =>
  rows.length === 0
    ? []
    : Object.entries(declaration.life?.actions ?? {}).filter(
        ([, action]) =>
          (action.page !== true || (action.next === true && rows.length === 1)) &&
          codes.has(permissionOf(declaration, action.button)) &&
          rows.every((row) => action.from.includes(String(row['status'] ?? '')) && isWhen(action.when, row)),
      );

/** May the record be edited in the state it is in? Rights are asked elsewhere. */
export const isEditable = (declaration: Declaration, row: Row | undefined): boolean => {
  const { life } = declaration;
  if (life === undefined) return true;
  return (
    life.editable.includes(String(row?.['status'] ?? life.first)) &&
    (row === undefined || isWhen(life.editableWhen, row))
  );
};
/** May the record be removed in the state it is in? Rights are asked elsewhere. */
export const isRemovable = (declaration: Declaration, row: Row): boolean =>
  declaration.life === undefined || declaration.life.removable.includes(String(row['status'] ?? ''));
