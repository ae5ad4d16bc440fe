import type { Declaration } from '../../core/declaration.ts';
import { useEdits } from './use-edits.ts';
import { useFaults } from './use-faults.ts';
import { useSave } from './use-save.ts';
import type { FormValues, Values } from './values.ts';

/** A record in a form by its declared names. */
export type RecordEditor<D extends Declaration = Declaration> = AnyEditor & {
  readonly values: FormValues<D>;
  readonly stored: FormValues<D> | undefined;
};
type AnyEditor = ReturnType<typeof useAnyRecord>;

/** One record being edited: its values, its lines, its draft on this device, and saving it. */
export function useRecord<D extends Declaration>(of: D, id?: string, initial?: FormValues<D>): RecordEditor<D>;
// Of any declaration: each has names of its own.
export function useRecord(of: Declaration, id?: string, initial?: Values): RecordEditor {
  return useAnyRecord(of, id, initial);
}
function useAnyRecord(declaration: Declaration, id: string | undefined, initial?: Values) {
  const faults = useFaults(declaration);
  const edits = useEdits(declaration, id, initial, faults);
  const saving = useSave(declaration, id, edits, faults);
  const { values, lines, stored, draft, set, checkOnBlur, setLines, isLoading, edited, detail } = edits;
  return {
    ...saving,
    of: declaration,
    values,
    lines,
    stored,
    faults: faults.faults,
    lineFaults: faults.lineFaults,
    draft,
    set,
    checkOnBlur,
    setLines,
    isDirty: edited !== undefined,
    isLoading,
    error: detail.error,
    reload: detail.refetch,
  };
}
