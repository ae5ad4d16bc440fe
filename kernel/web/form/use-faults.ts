import { useCallback, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { sentenceOf } from '../../core/refusal.ts';
import { isWritable, readValue } from '../../core/validate.ts';
import { language } from '../../../parts/language/language.ts';
import { without } from './values.ts';
import type { FieldErrors, LineFault } from './values.ts';

/** A sentence and the cell it belongs to. */
export interface Sentence {
  readonly message: string;
  readonly field?: string | undefined;
  readonly line?: number | undefined;
  readonly lines?: string | undefined;
}

/** Sentences by the field or line they stand at; `isShown` where each of them has such a place. */
export function faultsIn(declaration: Declaration, sentences: readonly Sentence[]) {
  const only = Object.keys(declaration.lines ?? {})[0] ?? '';
  const faults: FieldErrors = Object.fromEntries(
    sentences.flatMap(({ line, field, message }) =>
      line === undefined && field !== undefined ? [[field, message]] : [],
    ),
  );
  const lineFaults = sentences.flatMap(({ line, lines = only, field, message }): LineFault[] =>
    line === undefined ? [] : [{ lines, line, message, ...(field === undefined ? {} : { field }) }],
  );
  const isShown =
    sentences.length > 0 &&
    sentences.every(
      ({ line, field }) => line !== undefined || (field !== undefined && declaration.fields[field] !== undefined),
    );
  return { faults, lineFaults, isShown };
}

/** What is wrong with the fields and lines of a form; writing into one clears what is shown at it. */
export function useFaults(declaration: Declaration) {
  const [faults, setFaults] = useState<FieldErrors>({});
  const [lineFaults, setLineFaults] = useState<readonly LineFault[]>([]);
  const clearField = useCallback((name: string) => setFaults((now) => without(now, name)), []);
  const clearLines = useCallback(
    (lines: string) => setLineFaults((now) => (now.length === 0 ? now : now.filter((fault) => fault.lines !== lines))),
    [],
  );
  const clear = useCallback(() => {
    setFaults({});
    setLineFaults([]);
  }, []);
  /** Shows each sentence where it belongs; answers whether all of them have such a place. */
  const show = useCallback(
    (sentences: readonly Sentence[]): boolean => {
      const found = faultsIn(declaration, sentences);
      setFaults(found.faults);
      setLineFaults(found.lineFaults);
      return found.isShown;
    },
    [declaration],
  );
  /** A field with a sentence for being empty shows it as soon as it is left empty. */
  const checkEmpty = useCallback(
    (name: string, value: unknown) => {
      const field = declaration.fields[name];
      if (field?.rules.missing === undefined || !isWritable(field)) return;
      const read = readValue(name, field, value === undefined ? '' : value);
      if ('refusal' in read && (value === undefined || value === null || value === ''))
        setFaults((now) => ({ ...now, [name]: sentenceOf(read.refusal, language()) }));
    },
    [declaration],
  );
  return { faults, lineFaults, clearField, clearLines, clear, show, checkEmpty };
}
export type Faults = ReturnType<typeof useFaults>;
