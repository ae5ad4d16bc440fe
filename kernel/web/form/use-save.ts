import { useCallback, useRef, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { sentenceOf } from '../../core/refusal.ts';
import { readDraft as readBody } from '../../core/validate.ts';
import { intent, post } from '../../../parts/client/api.ts';
import { ApiError, type FieldProblem, passable, staleIn } from '../../../parts/client/errors.ts';
import { language } from '../../../parts/language/language.ts';
import { writeDraft } from '../../../parts/state/drafts.ts';
import { callOf } from '../catalogue.ts';
import { translate } from '../i18n.ts';
import { useInTurn } from '../../../parts/form/in-turn.ts';
import { invalidateLists } from '../list/list-data.ts';
import { queries } from '../queries.ts';
import { draftKey } from '../../../parts/state/draft-key.ts';
import { openly } from './use-draft.ts';
import type { Edits } from './use-edits.ts';
import type { Faults, Sentence } from './use-faults.ts';
import { bodyOf } from '../../../parts/form/record-body.ts';
import type { Values } from './values.ts';
import {
  begunOn,
  type Choices,
  type Edited,
  type Meeting,
  mergedWith,
  onScreen,
  typedSince,
  whoIn,
} from './versions.ts';

/** What speaks against a save, and lets it pass all the same; what was asked and answered before. */
interface Against {
  readonly refusals: readonly FieldProblem[];
  readonly answered: Values;
}
/** So often a save goes out again because others were faster. */
const ATTEMPTS_MAX = 6;

/** Saving a record: merged with what others saved meanwhile, once all entries are there, past what may be confirmed. */
export function useSave(declaration: Declaration, id: string | undefined, edits: Edits, faults: Faults) {
  const [against, setAgainst] = useState<Against>();
  /** What lets the next save pass. */
  const passes = useRef<Values>({});
  const closeAgainst = useCallback(() => setAgainst(undefined), []);
  const { send, ...sending } = useSend(declaration, id, edits, faults, closeAgainst);
  const { edited, stored } = edits;
  const { show } = faults;

  /** Saves, with `choices` of conflicts. Answers the stored record; undefined when something is left to correct. */
  const saveNow = useCallback(
    async (choices?: Choices): Promise<Values | undefined> => {
      const answered = passes.current;
      passes.current = {};
      try {
        const saved = await send(edited ?? { values: {}, lines: {}, base: stored ?? {} }, answered, choices);
        if (saved === undefined) return undefined;
        if (id !== undefined)
          queries.setQueryData(['detail', declaration.name, id], (before: Values | undefined) => ({
            ...before,
            ...saved,
          }));
        await invalidateLists(declaration);
        return saved;
      } catch (error) {
        const refusals = passable(error);
        if (refusals !== undefined) {
          setAgainst({ refusals, answered });
          return undefined;
        }
        if (isShownInForm(error, show)) return undefined;
        throw error;
      }
    },
    [declaration, edited, id, send, show, stored],
  );
  return {
    ...sending,
    ...useInTurn(saveNow, edits.typed),
    against,
    /** With nothing it is not saved; with answers the next save carries them. */
    mergeWith: (answers: Values = {}) => {
      passes.current = answers;
      setAgainst(undefined);
    },
  };
}

/** Are all refusals shown in the form? What can be put right on another page is shown outside it too, with a link. */
const isShownInForm = (error: unknown, show: Faults['show']): boolean =>
  error instanceof ApiError &&
  error.errorKind === 'refused' &&
  show(error.problems) &&
  error.problems.every(({ remedy }) => remedy === undefined);

/** Sends a record until it is stored: merged with what others saved before, as often as that happens. */
function useSend(of: Declaration, id: string | undefined, edits: Edits, faults: Faults, closeAgainst: () => void) {
  const isNew = id === undefined;
  const [meeting, setMeeting] = useState<Meeting>();
  /** What the last save merged of others, in words. */
  const merged = useRef<string>(undefined);
  const once = useRef(intent());
  const { setEdited, forgetDraft, replace } = edits;
  const { clear, show } = faults;

  const discard = useCallback(async (): Promise<void> => {
    setEdited(undefined);
    clear();
    setMeeting(undefined);
    closeAgainst();
    once.current.done();
    await forgetDraft();
  }, [clear, closeAgainst, forgetDraft, setEdited]);
  const resume = useCallback(() => {
    setMeeting(undefined);
    once.current.done();
  }, []);
  const continueAfter = useContinueAfter(of, isNew, edits, discard, resume);

  /** Answers what is stored; undefined on a conflict or a refusal. */
  const send = useCallback(
    async (first: Edited, answered: Values, choices?: Choices): Promise<Values | undefined> => {
      const verb = callOf(of, of.calls.includes('submit') ? 'submit' : 'saveOrUpdate');
      let sent = first;
      let taken = 0;
      let newer = choices === undefined ? undefined : meeting?.stale;
      setMeeting(undefined);
      merged.current = undefined;
      for (let attempt = 1; ; attempt += 1) {
        if (newer !== undefined) {
          const together = mergedWith(of, sent, newer.current, attempt === 1 ? choices : undefined);
          if (together.conflicts.length > 0) {
            setMeeting({ stale: newer, merged: together });
            return undefined;
          }
          taken += together.taken;
          if (taken > 0) merged.current = translate('stale.merged', { who: whoIn(newer.by), count: taken });
          sent = begunOn(newer.current, together);
          replace(sent);
        }
        const screen = onScreen(of, sent);
        const body = { ...bodyOf(of, screen.values, screen.lines), ...answered };
        const refusals = refusalsOf(of, body, isNew);
        if (refusals.length > 0) {
          show(refusals);
          return undefined;
        }
        try {
          const saved = await post<Values>(verb, { json: body, key: once.current.keyFor(body) });
          if (typeof saved !== 'object') {
            await discard();
            return screen.values;
          }
          await continueAfter(sent, saved);
          return saved;
        } catch (error) {
          newer = staleIn(error);
          if (newer === undefined || attempt === ATTEMPTS_MAX) throw error;
        }
      }
    },
    [continueAfter, of, discard, isNew, meeting, replace, show],
  );
  return { send, discard, meeting, merged, closeConflicts: () => setMeeting(undefined) };
}

/** What the declaration refuses of a record before it is sent. */
const refusalsOf = (declaration: Declaration, body: Values, isNew: boolean): readonly Sentence[] =>
  readBody(declaration, body, isNew).refusals.map((refusal) => ({
    message: sentenceOf(refusal, language()),
    field: refusal.field,
    line: refusal.line,
  }));

/** What was typed while the save was on its way continues over what was saved: of a new record, on its own page. */
function useContinueAfter(
  declaration: Declaration,
  isNew: boolean,
  { setEdited, touch, typed }: Edits,
  discard: () => Promise<void>,
  resume: () => void,
) {
  return useCallback(
    async (sent: Edited, saved: Values): Promise<void> => {
      const since = typedSince(declaration, sent, typed(), saved);
      if (since === undefined || isNew) {
        await discard();
        if (since !== undefined)
          await writeDraft(draftKey(declaration.name, String(saved['id'])), {
            values: openly(declaration, since.values),
            lines: since.lines,
            base: since.base,
            savedAt: Date.now(),
          }).catch(() => undefined);
        return;
      }
      resume();
      touch();
      setEdited((now) => typedSince(declaration, sent, now, saved));
    },
    [declaration, discard, isNew, resume, setEdited, touch, typed],
  );
}
