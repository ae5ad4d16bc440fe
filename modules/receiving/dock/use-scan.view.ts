import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { fill } from '../../../kernel/core/label.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { queries } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import type { Gs1 } from '../../../parts/gs1/gs1.rules.ts';
import { useDockAddress } from './dock-address.view.ts';
import type { Entry } from './dock-entry.rules.ts';
import { dockTexts } from './dock.texts.ts';
import * as calls from './scan.calls.ts';
import { isCode, isSameScan, lineOfCode, scanOf, scanRefusal, type ScanMoment, type Scan } from './scan.rules.ts';
import type { Delivery } from './use-delivery.view.ts';

/** What came of the last scan. */
interface Scanned {
  readonly tone: 'done' | 'look' | 'stop';
  readonly text: string;
}
/** A code nobody knows yet, and what it says beside. */
export interface UnknownCode {
  readonly typed: string;
  readonly code: string;
  readonly gs1: Gs1 | null;
}
type Goods = Extract<Scan, { readonly kind: 'goods' }>;

/** What is scanned finds its line and fills it; what nobody knows is learned on the spot. */
export function useScan(instoreId: string, delivery: Delivery) {
  const text = useWords(dockTexts);
  const language = useLanguage();
  const notify = useNotify();
  const navigate = useNavigate();
  const { of } = useDockAddress();
  const before = useRef<ScanMoment>(undefined);
  const [scanned, setScanned] = useState<Scanned>();
  const [unknown, setUnknown] = useState<UnknownCode>();
  const { entries, current, today, fillFrom, show, find } = delivery;

  const onLine = (at: number, gs1: Gs1 | null): void => {
    const entry = entries[at]!;
    const refusal = gs1 === null ? undefined : scanRefusal(entry, gs1);
    if (refusal !== undefined) {
      show(at);
      setScanned({ tone: 'stop', text: sentenceOf(refusal, language) });
      return;
    }
    if (gs1 === null) show(at);
    else fillFrom(at, gs1);
    const facts = gs1 === null ? '' : factsIn(gs1, entry, language);
    setScanned({ tone: 'done', text: [entry.line.materialName, facts].filter(Boolean).join(' · ') });
  };

  /** What is on no line of the bill: a lot, a bill or a material known elsewhere, else something to learn. */
  const ask = async (typed: string, goods: Goods | undefined): Promise<void> => {
    const found = await request(calls.readCode, { instoreId, code: typed });
    if (found.kind === 'bill' && found.id !== instoreId) return void navigate(`${of.path}/${found.id}`);
    const at = entries.findIndex(({ line }) => line.materialId === found.materialId);
    if (found.kind === 'lot') {
      if (at >= 0) show(at);
      const places = { lot: found.title, material: found.materialName };
      return setScanned({ tone: 'look', text: text(at >= 0 ? 'scanLot' : 'scanLotElsewhere', places) });
    }
    if (found.kind === 'material' && at >= 0) return onLine(at, goods?.gs1 ?? null);
    if (found.kind === 'material')
      return setScanned({ tone: 'stop', text: text('scanElsewhere', { material: found.materialName }) });
    if (goods === undefined || !isCode(goods.code))
      return setScanned({ tone: 'stop', text: text('scanNothing', { code: typed }) });
    setUnknown({ typed, ...goods });
    return setScanned(undefined);
  };

  const scan = async (typed: string, at: number): Promise<void> => {
    const moment = { code: typed.trim(), at };
    if (moment.code === '' || isSameScan(before.current, moment)) return;
    before.current = moment;
    setUnknown(undefined);
    const read = scanOf(typed, today);
    if (read.kind === 'refused') return setScanned({ tone: 'stop', text: sentenceOf(read.refusal, language) });
    const goods = read.kind === 'goods' ? read : undefined;
    const line = goods === undefined ? -1 : goods.code === '' ? current : lineOfCode(entries, goods.code);
    if (line >= 0 && entries[line] !== undefined) return onLine(line, goods!.gs1);
    if (goods !== undefined && goods.gs1 === null && find(typed)) return setScanned(undefined);
    try {
      await ask(moment.code, goods);
    } catch (error) {
      notify.error(error);
    }
  };

  const learn = async ({ typed, code, gs1 }: UnknownCode, at: number): Promise<void> => {
    const { line } = entries[at]!;
    try {
      await request(calls.learnCode, { instoreId, code: typed, detailId: line.detailId });
      delivery.learned(line.materialId, code);
      setUnknown(undefined);
      onLine(at, gs1);
      notify.done(text('learned', { code, material: line.materialName }));
      await queries.invalidateQueries({ queryKey: ['list', 'materialAlias'] });
    } catch (error) {
      notify.error(error);
    }
  };
  return { scan, scanned, unknown, learn, forget: () => setUnknown(undefined) };
}

/** Lot, dates and weight of a code, in a line. */
function factsIn(
  { lot, productionDate, expiryDate, netKg, count }: Gs1,
  { line }: Entry,
  language: 'zh' | 'en',
): string {
  const say = (key: 'lot' | 'life' | 'pieces', value: string): string => `${dockTexts[key][language]} ${value}`;
  return [
    lot === null ? '' : say('lot', lot),
    productionDate === null ? '' : say('life', productionDate),
    expiryDate === null ? '' : fill(dockTexts.expires[language], { day: expiryDate }),
    netKg === null
      ? ''
      : line.unitKg === null
        ? fill(dockTexts.scanUnused[language], { weight: netKg })
        : `${netKg} kg`,
    count === null ? '' : say('pieces', count.toString()),
  ]
    .filter(Boolean)
    .join(' · ');
}
