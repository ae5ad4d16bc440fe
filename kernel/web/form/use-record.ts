import { kinds } from '../../core/kinds.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { sentenceOf } from '../../core/refusal.ts';
import { isWritable, readDraft as readBody, readValue } from '../../core/validate.ts';
import { intent, post } from '../../../parts/client/api.ts';
import { callOf } from '../catalogue.ts';
import { draftKey } from './draft-key.ts';
import { dropDraft, readDraft, writeDraft } from '../../../parts/state/drafts.ts';
import { passable } from './ask-dialog.tsx';
import { ApiError, type Said, staleIn } from '../../../parts/client/errors.ts';
import { language } from '../../../parts/language/language.ts';
import { say } from '../i18n.ts';
import { fetchRecord, renewLists } from '../list/list-data.ts';
import { uploading, uploadsFailed } from '../kinds/files-kept.ts';
import { queries } from '../queries.ts';
import { useStore } from '../../../parts/state/store.ts';
import { bodyOf, type Faults, without, type LineFault, startValues, type Values } from './values.ts';
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

export { withKey } from './versions.ts';

interface Draft_ {
  /** When this device last kept it; undefined while nothing is unsaved. */
  readonly savedAt: number | undefined;
  /** It was found here, from an earlier sitting. */
  readonly restored: boolean;
  readonly failed: boolean;
}
/** What speaks against a save, and lets it pass all the same; what was asked and answered before. */
interface Against {
  readonly said: readonly Said[];
  readonly answered: Values;
}
const NO_DRAFT: Draft_ = { savedAt: undefined, restored: false, failed: false };
/** So often a save goes out again because others were faster. */
const TURNS = 6;
/** Well within the half second a person may lose. */
const KEEP_AFTER_MS = 300;

/** A password typed into a form is never kept on the device. */
const openly = (declaration: Declaration, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = declaration.fields[name];
      return field === undefined || !kinds[field.kind].sealed;
    }),
  );

/** One record being edited: its values, its lines, its draft on this device, and saving it. */
export function useRecord(declaration: Declaration, id: string | undefined, initial?: Values) {
  const key = useMemo(() => draftKey(declaration.name, id), [declaration.name, id]);
  const detail = useQuery({
    queryKey: ['detail', declaration.name, id],
    queryFn: id === undefined ? skipToken : ({ signal }): Promise<Values> => fetchRecord(declaration, id, signal),
    staleTime: 5_000,
  });
  const fresh = useMemo(() => ({ ...startValues(declaration.fields), ...initial }), [declaration, initial]);
  const stored = id === undefined ? fresh : detail.data;

  const [edited, setEdited] = useState<Edited>();
  const [draft, setDraft] = useState<Draft_>(NO_DRAFT);
  const [looked, setLooked] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
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

  // A draft from an earlier sitting comes back before anything is typed.
  useEffect(() => {
    let gone = false;
    readDraft(key).then(
      (found) => {
        if (gone) return;
        if (found !== undefined) {
          setEdited({ values: found.values, lines: found.lines, base: found.base ?? {} });
          setDraft({ savedAt: found.savedAt, restored: true, failed: false });
        }
        setLooked(true);
      },
      () => {
        if (!gone) {
          setDraft({ ...NO_DRAFT, failed: true });
          setLooked(true);
        }
      },
    );
    return () => {
      gone = true;
    };
  }, [key]);

  const latest = useRef(edited);
  latest.current = edited;
  const unkept = useRef(false);
  const keep = useCallback(() => {
    const now = latest.current;
    if (!unkept.current || now === undefined) return;
    unkept.current = false;
    const savedAt = Date.now();
    writeDraft(key, { values: openly(declaration, now.values), lines: now.lines, base: now.base, savedAt }).then(
      () => setDraft((before) => ({ ...before, savedAt, failed: false })),
      () => setDraft((before) => ({ ...before, failed: true })),
    );
  }, [declaration, key]);
  useEffect(() => {
    if (!unkept.current) return;
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [edited, keep]);
  // Leaving the tab, the page or the browser keeps at once.
  useEffect(() => {
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') keep();
    };
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', keep);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  // What is being worked on stays what it was begun on, whatever is read meanwhile: others' changes come in when it is saved.
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
      unkept.current = true;
      setEdited((now) => {
        const before = now ?? { values: {}, lines: {}, base: stored ?? {} };
        return { ...before, ...change(before) };
      });
    },
    [stored],
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
      const value = latest.current?.values[name] ?? stored?.[name];
      const read = readValue(name, field, value === undefined ? '' : value);
      if ('refusal' in read && (value === undefined || value === null || value === ''))
        setFaults((now) => ({ ...now, [name]: sentenceOf(read.refusal, language()) }));
    },
    [declaration, stored],
  );
  const setLines = useCallback(
    (lineKey: string, rows: readonly Values[]) => {
      edit((now) => ({ lines: { ...now.lines, [lineKey]: rows } }));
      setLineFaults((now) => (now.length === 0 ? now : now.filter((fault) => fault.lines !== lineKey)));
    },
    [edit],
  );

  const forget = useCallback(async (): Promise<void> => {
    unkept.current = false;
    setEdited(undefined);
    setDraft(NO_DRAFT);
    setFaults({});
    setLineFaults([]);
    setMeeting(undefined);
    setAgainst(undefined);
    once.current.done();
    await dropDraft(key).catch(() => undefined);
  }, [key]);

  const show = useCallback(
    (
      said: readonly {
        readonly message: string;
        readonly field?: string | undefined;
        readonly line?: number | undefined;
        readonly lines?: string | undefined;
      }[],
    ): boolean => {
      const only = Object.keys(declaration.lines ?? {})[0] ?? '';
      setFaults(
        Object.fromEntries(
          said
            .filter((each) => each.line === undefined && each.field !== undefined)
            .map((each) => [each.field ?? '', each.message]),
        ),
      );
      setLineFaults(
        said.flatMap((each): LineFault[] =>
          each.line === undefined
            ? []
            : [
                {
                  lines: each.lines ?? only,
                  line: each.line,
                  message: each.message,
                  ...(each.field === undefined ? {} : { field: each.field }),
                },
              ],
        ),
      );
      return (
        said.length > 0 &&
        said.every(
          (each) =>
            each.line !== undefined || (each.field !== undefined && declaration.fields[each.field] !== undefined),
        )
      );
    },
    [declaration],
  );

  const begin = useCallback((next: Edited): void => {
    unkept.current = true;
    latest.current = next;
    setEdited(next);
  }, []);

  /** What was typed while the save was on its way goes on over what was saved: of a new record, on its own page. */
  const begunAfter = useCallback(
    async (sent: Edited, saved: Values, isNew: boolean): Promise<void> => {
      const since = typedSince(declaration, sent, latest.current, saved);
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
      unkept.current = true;
      setEdited((now) => typedSince(declaration, sent, now, saved));
    },
    [declaration, forget],
  );

  /** Sends the record, and again with what others saved first, as long as nobody changed the same. Answers what stands then; undefined where somebody did. */
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
          if (taken > 0) merged.current = say('stale.merged', { who: whoIn(chosen.by), count: taken });
          sent = begunOn(chosen.current, together);
          begin(sent);
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
    [begin, begunAfter, declaration, forget, meeting, show],
  );

  /** Saves, with `choices` where others changed the same. Resolves with the stored record, or undefined when something has to be corrected or chosen first; throws what is not about the form. */
  const save = useCallback(
    async (choices?: Choices): Promise<Values | undefined> => {
      // The button turns meanwhile; a save without them would lose them. It goes once they are here, by a form that has them.
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
        await renewLists(declaration);
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
    leaveMeeting: () => setMeeting(undefined),
    against,
    /** With nothing it is not saved; with answers the next save carries them. */
    settleAgainst: (answers: Values = {}) => {
      passes.current = answers;
      setAgainst(undefined);
    },
  };
}
export type RecordEditor = ReturnType<typeof useRecord>;
