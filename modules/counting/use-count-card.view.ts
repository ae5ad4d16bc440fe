import { useEffect, useRef, useState } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import { readQuantity } from '../../parts/line-grid/quantity-entry.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { useWords } from '../../parts/language/language.ts';
import type { Entry } from '../../parts/offline/outbox.rules.ts';
import { countingTexts } from './counting.texts.ts';
import { type CountBody, type CountLine, seenOf } from './use-count.view.ts';

/** One weighing of several that make up what was counted. */
interface Part {
  readonly qty: string;
  readonly unitId: string;
}

/**
 * What is entered of one lot: weighings, each in its unit, and pieces. `onCount` saves it and answers a refusal. What
 * was not taken over stands there again, with its reason.
 */
export function useCountCard(
  line: CountLine,
  notTaken: Entry | undefined,
  onCount: (body: CountBody) => Promise<string | undefined>,
) {
  const word = useWords(countingTexts);
  const notify = useNotify();
  const isSecond = line.lineState === 'recount';
  const [base] = line.units;
  const own = notTaken?.body as CountBody | undefined;
  // One weighing stands in the box; of several each may be removed.
  const [single] = own?.parts?.length === 1 ? own.parts : [];
  const [parts, setParts] = useState<readonly Part[]>(() => {
    if (own !== undefined) return single === undefined ? (own.parts ?? []) : [];
    return isSecond ? [] : (line.parts ?? []).map((part) => ({ ...part, unitId: part.unitId ?? base?.unitId ?? '' }));
  });
  const [typed, setTyped] = useState(() => {
    if (own !== undefined) return single?.qty ?? own.countQty ?? '';
    return isSecond || parts.length > 0 ? '' : (line.countBaseQty ?? '');
  });
  const [unitId, setUnitId] = useState(single?.unitId ?? base?.unitId ?? '');
  const [pieces, setPieces] = useState(own?.countAuxQty ?? line.countAuxQty ?? '');
  const [refusal, setRefusal] = useState(notTaken?.refusal);
  const [busy, setBusy] = useState(false);
  const others = useOthersEntry(line, notTaken !== undefined);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (line.mayCount === 1) field.current?.focus();
  }, [line.mayCount]);

  const read = typed.trim() === '' ? undefined : readQuantity(typed);
  const isUnreadable = read !== undefined && (!read.ok || read.value.isNegative());
  const all: readonly Part[] =
    read === undefined || !read.ok ? parts : [...parts, { qty: read.value.toString(), unitId }];
  const type = (text: string): void => {
    setTyped(text);
    setRefusal(undefined);
  };
  const weighAgain = (): void => {
    if (read === undefined) return field.current?.focus();
    if (isUnreadable) return setRefusal(word('unreadable'));
    setParts(all);
    type('');
    field.current?.focus();
  };
  const save = async (body: Partial<CountBody>): Promise<void> => {
    setBusy(true);
    try {
      const aux = line.needsPieces === 1 ? { countAuxQty: pieces === '' ? null : pieces } : {};
      const refused = await onCount({ id: line.id, ...body, ...aux, ...others.seen });
      setRefusal(refused);
      others.setShown(refused !== undefined);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (): void => {
    if (all.length === 0 || isUnreadable) {
      setRefusal(word('unreadable'));
      field.current?.focus();
    } else void save({ parts: all });
  };
  return {
    // Who counted first may correct an own slip; another counts again all the same.
    mayEnter: line.mayCount === 1 || line.mayCorrect === 1,
    isSecond,
    parts,
    removePart: (at: number) => setParts(parts.filter((_, other) => other !== at)),
    all,
    total: Decimal.sum(
      all.map(({ qty, unitId: unit }) => Decimal.of(qty).times(Decimal.of(unitIn(line, unit).factor))),
    ),
    typed,
    type,
    unitId,
    chooseUnit: (unit: string) => {
      setUnitId(unit);
      field.current?.focus();
    },
    pieces,
    setPieces,
    refusal,
    others,
    busy,
    field,
    weighAgain,
    countNone: () => void save({ countQty: '0', countAuxQty: '0' }),
    submit,
  };
}
export type Card = ReturnType<typeof useCountCard>;

/** A unit of the line by its id; the base unit where it has no other. */
export const unitIn = (line: CountLine, id: string): { readonly name: string; readonly factor: string } =>
  line.units.find((each) => each.unitId === id) ?? { name: line.baseUnitName, factor: '1' };

/**
 * What others entered of the line since it was opened: it is overwritten only by who was shown it. `isTold`: why an
 * entry was not taken over said so already.
 */
function useOthersEntry(line: CountLine, isTold: boolean) {
  const [opened] = useState(() => seenOf(line));
  const [isShown, setShown] = useState(isTold);
  return {
    isThere: line.lineState !== 'recount' && line.countBaseQty !== null && seenOf(line).seenQty !== opened.seenQty,
    isShown,
    setShown,
    seen: isShown ? seenOf(line) : opened,
  };
}
