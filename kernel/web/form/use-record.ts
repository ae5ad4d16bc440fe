import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { sentenceOf } from '../../core/refusal.ts';
import { isWritable, readDraft as readBody, readValue } from '../../core/validate.ts';
import { intent, post } from '../../../parts/client/api.ts';
import { callOf } from '../catalogue.ts';
import { draftKey } from './draft-key.ts';
import { writeDraft } from '../../../parts/state/drafts.ts';
import { passable } from './ask-dialog.tsx';
import { ApiError, type FieldProblem, staleIn } from '../../../parts/client/errors.ts';
import { language } from '../../../parts/language/language.ts';
import { translate } from '../i18n.ts';
import { fetchRecord, invalidateLists } from '../list/list-data.ts';
import { uploading, uploadsFailed } from '../kinds/stored-files.ts';
import { queries } from '../queries.ts';
import { useStore } from '../../../parts/state/store.ts';
import { openly, useDraft } from './use-draft.ts';
import { bodyOf, startValues, without } from './values.ts';
import type { FieldErrors, FormValues, LineFault, Values } from './values.ts';
import {
  begunOn,
  type Choices,
  type Edited,
  linesIn,
  type LineTables,
  type Meeting,
  mergedWith,
  onScreen,
  typedSince,
  whoIn,
} from './versions.ts';

/** What speaks against a save, and lets it pass all the same; what was asked and answered before. */
interface Against {
  readonly said: readonly FieldProblem[];
  readonly answered: Values;
}
/** So often a save goes out again because others were faster. */
const TURNS = 6;
/** A sentence and the cell it belongs to. */
interface Sentence {
  readonly message: string;
  readonly field?: string | undefined;
  readonly line?: number | undefined;
  readonly lines?: string | undefined;
}

/** Sentences by the field or line they stand at; `isShown` where each of them has such a place. */
function faultsIn(declaration: Declaration, said: readonly Sentence[]) {
  const only = Object.keys(declaration.lines ?? {})[0] ?? '';
  const faults: FieldErrors = Object.fromEntries(
    said.flatMap(({ line, field, message }) => (line === undefined && field !== undefined ? [[field, message]] : [])),
  );
  const lineFaults = said.flatMap(({ line, lines = only, field, message }): LineFault[] =>
    line === undefined ? [] : [{ lines, line, message, ...(field === undefined ? {} : { field }) }],
  );
  const isShown =
    said.length > 0 &&
    said.every(
      ({ line, field }) => line !== undefined || (field !== undefined && declaration.fields[field] !== undefined),
    );
  return { faults, lineFaults, isShown };
}

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
  const key = useMemo(() => draftKey(declaration.name, id), [declaration.name, id]);
  const detail = useQuery({
    queryKey: ['detail', declaration.name, id],
    queryFn: id === undefined ? skipToken : ({ signal }): Promise<Values> => fetchRecord(declaration, id, signal),
    staleTime: 5_000,
  });
  const fresh = useMemo(() => ({ ...startValues(declaration.fields), ...initial }), [declaration, initial]);
  const stored = id === undefined ? fresh : detail.data;

  const [edited, setEdited] = useState<Edited>();
  const [faults, setFaults] = useState<FieldErrors>({});
  const [lineFaults, setLineFaults] = useState<readonly LineFault[]>([]);
  const [meeting, setMeeting] = useState<Meeting>();
  /** What the last save brought in of others, in words. */
  const merged = useRef<string>(undefined);
  const [against, setAgainst] = useState<Against>();
  /** What lets the next save pass. */
  const passes = useRef<Values>({});
  const [saving, setSaving] = useState(false);
  const once = useRef(intent());
  const filesTravel = useStore(uploading) > 0;
  /** Saves that wait for them, and the save of the form as it was drawn last. */
  const arrived = useRef<(() => void)[]>([]);
  const latestSave = useRef<(choices?: Choices) => Promise<Values | undefined>>(undefined);

  const { draft, looked, typed, touch, replace, forgetDraft } = useDraft(declaration, key, edited, setEdited);

  // What is being worked on stays what it was begun on, whatever is read meanwhile: others' changes come in when it is
  // saved.
  const base = edited === undefined ? stored : edited.base;
  const values = useMemo((): Values => ({ ...base, ...edited?.values }), [base, edited?.values]);
  const baseLines = useMemo(() => linesIn(declaration, base ?? {}), [declaration, base]);
  const lines = useMemo(
    (): LineTables => (edited === undefined ? baseLines : { ...baseLines, ...edited.lines }),
    [baseLines, edited],
  );

  const edit = useCallback(
    (
      change: (now: { readonly values: Values; readonly lines: LineTables }) => { values?: Values; lines?: LineTables },
    ) => {
      touch();
      setEdited((now) => {
        const before = now ?? { values: {}, lines: {}, base: stored ?? {} };
        return { ...before, ...change(before) };
      });
    },
    [stored, touch],
  );
  const set = useCallback(
    (name: string, value: unknown, beside?: Values) => {
      edit((now) => ({ values: { ...now.values, ...beside, [name]: value } }));
      setFaults((now) => without(now, name));
    },
    [edit],
  );
  /** A field that has words for being empty says them as soon as it is left so. */
  const leave = useCallback(
    (name: string) => {
      const field = declaration.fields[name];
      if (field?.rules.missing === undefined || !isWritable(field)) return;
      const value = typed()?.values[name] ?? stored?.[name];
      const read = readValue(name, field, value === undefined ? '' : value);
      if ('refusal' in read && (value === undefined || value === null || value === ''))
        setFaults((now) => ({ ...now, [name]: sentenceOf(read.refusal, language()) }));
    },
    [declaration, stored, typed],
  );
  const setLines = useCallback(
    (lineKey: string, rows: readonly Values[]) => {
      edit((now) => ({ lines: { ...now.lines, [lineKey]: rows } }));
      setLineFaults((now) => (now.length === 0 ? now : now.filter((fault) => fault.lines !== lineKey)));
    },
    [edit],
  );

  const forget = useCallback(async (): Promise<void> => {
    setEdited(undefined);
    setFaults({});
    setLineFaults([]);
    setMeeting(undefined);
    setAgainst(undefined);
    once.current.done();
    await forgetDraft();
  }, [forgetDraft]);

  const show = useCallback(
    (said: readonly Sentence[]): boolean => {
      const found = faultsIn(declaration, said);
      setFaults(found.faults);
      setLineFaults(found.lineFaults);
      return found.isShown;
    },
    [declaration],
  );

  /** What was typed while the save was on its way goes on over what was saved: of a new record, on its own page. */
  const begunAfter = useCallback(
    async (sent: Edited, saved: Values, isNew: boolean): Promise<void> => {
      const since = typedSince(declaration, sent, typed(), saved);
      if (since === undefined || isNew) {
        await forget();
        if (since !== undefined)
          await writeDraft(draftKey(declaration.name, String(saved['id'])), {
            values: openly(declaration, since.values),
            lines: since.lines,
            base: since.base,
            savedAt: Date.now(),
          }).catch(() => undefined);
        return;
      }
      setMeeting(undefined);
      once.current.done();
      touch();
      setEdited((now) => typedSince(declaration, sent, now, saved));
    },
    [declaration, forget, touch, typed],
  );

  /** Sends the record, merged with what others saved meanwhile. Answers what is stored; undefined on a conflict. */
  const send = useCallback(
    async (first: Edited, isNew: boolean, answered: Values, choices?: Choices): Promise<Values | undefined> => {
      const verb = callOf(declaration, declaration.calls.includes('submit') ? 'submit' : 'saveOrUpdate');
      let sent = first;
      let taken = 0;
      let chosen = choices === undefined ? undefined : meeting?.stale;
      setMeeting(undefined);
      merged.current = undefined;
      for (let turn = 1; ; turn += 1) {
        if (chosen !== undefined) {
          const together = mergedWith(declaration, sent, chosen.current, turn === 1 ? choices : undefined);
          if (together.conflicts.length > 0) {
            setMeeting({ stale: chosen, merged: together });
            return undefined;
          }
          taken += together.taken;
          if (taken > 0) merged.current = translate('stale.merged', { who: whoIn(chosen.by), count: taken });
          sent = begunOn(chosen.current, together);
          replace(sent);
        }
        const screen = onScreen(declaration, sent);
        const body = { ...bodyOf(declaration, screen.values, screen.lines), ...answered };
        const { refusals } = readBody(declaration, body, isNew);
        if (refusals.length > 0) {
          show(
            refusals.map((refusal) => ({
              message: sentenceOf(refusal, language()),
              field: refusal.field,
              line: refusal.line,
            })),
          );
          return undefined;
        }
        try {
          const saved = await post<Values>(verb, { json: body, key: once.current.keyFor(body) });
          if (typeof saved !== 'object') {
            await forget();
            return screen.values;
          }
          await begunAfter(sent, saved, isNew);
          return saved;
        } catch (error) {
          chosen = staleIn(error);
          if (chosen === undefined || turn === TURNS) throw error;
        }
      }
    },
    [begunAfter, declaration, forget, meeting, replace, show],
  );

  /** Saves, with `choices` of conflicts. Answers the stored record; undefined when something is left to correct. */
  const save = useCallback(
    async (choices?: Choices): Promise<Values | undefined> => {
      // A save without the running uploads would lose them: it waits for them.
      if (uploading.get() > 0) {
        const failed = uploadsFailed.get();
        await new Promise<void>((resolve) => {
          arrived.current.push(resolve);
        });
        return uploadsFailed.get() === failed ? latestSave.current?.(choices) : undefined;
      }
      const answered = passes.current;
      passes.current = {};
      setSaving(true);
      try {
        const saved = await send(
          edited ?? { values: {}, lines: {}, base: stored ?? {} },
          id === undefined,
          answered,
          choices,
        );
        if (saved === undefined) return undefined;
        if (id !== undefined)
          queries.setQueryData(['detail', declaration.name, id], (before: Values | undefined) => ({
            ...before,
            ...saved,
          }));
        await invalidateLists(declaration);
        return saved;
      } catch (error) {
        const said = passable(error);
        if (said !== undefined) {
          setAgainst({ said, answered });
          return undefined;
        }
        // What can be put right elsewhere is told as well, with the way there.
        if (
          error instanceof ApiError &&
          error.trouble === 'refused' &&
          show(error.said) &&
          error.said.every(({ way }) => way === undefined)
        )
          return undefined;
        throw error;
      } finally {
        setSaving(false);
      }
    },
    [declaration, edited, id, send, show, stored],
  );
  useEffect(() => {
    latestSave.current = save;
    if (!filesTravel) for (const go of arrived.current.splice(0)) go();
  }, [save, filesTravel]);

  return {
    values,
    lines,
    stored,
    faults,
    lineFaults,
    draft,
    meeting,
    merged,
    saving: saving || filesTravel,
    set,
    leave,
    setLines,
    save,
    discard: forget,
    isDirty: edited !== undefined,
    isLoading: !looked || (id !== undefined && detail.data === undefined && detail.error === null),
    error: detail.error,
    reload: detail.refetch,
    closeConflicts: () => setMeeting(undefined),
    against,
    /** With nothing it is not saved; with answers the next save carries them. */
    mergeWith: (answers: Values = {}) => {
      passes.current = answers;
      setAgainst(undefined);
    },
  };
}
