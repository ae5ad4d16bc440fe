/**
 * Papers of a lot (trade-rules 6.7; store.md 3, Batch): which of those asked for are missing, why the lot is on hold
 * for it, and what becomes of the hold when they are brought later.
 */
import type { Language } from '../../../kernel/core/label.ts';

/** An entry of `materialPaper` that asks for nothing, and one for a paper of which nobody said what it is. */
const NONE_REQUIRED = 'none';
export const OTHER_PAPER = 'other';

/** The kinds in a text that names several, in its order. */
export const paperKinds = (text: string | null): readonly string[] => (text ?? '').split(',').filter(Boolean);

/** What a lot must bring, of what its material or the nearest of its types says. */
export const requiredPapers = (required: string | null): readonly string[] =>
  [...new Set(paperKinds(required))].filter((kind) => kind !== NONE_REQUIRED && kind !== OTHER_PAPER);

/** The kinds asked for of which no paper was brought. */
export const papersMissing = (requested: readonly string[], brought: readonly string[]): readonly string[] =>
  requested.filter((kind) => !brought.includes(kind));

/** Why the dock itself puts a lot on hold, as it is written on the lot; null where nothing speaks against it. */
export function holdReason(
  lot: { readonly residueFailed: boolean; readonly missing: readonly string[] },
  language: Language,
): string | null {
  const isChinese = language === 'zh';
  const reasons = [
    ...(lot.residueFailed ? [isChinese ? '农残不合格' : 'Residue test failed'] : []),
    ...(lot.missing.length === 0
      ? []
      : [isChinese ? `缺少${lot.missing.join('、')}` : `Papers missing: ${lot.missing.join(', ')}`]),
  ];
  return reasons.length === 0 ? null : reasons.join(isChinese ? '；' : '; ');
}

/** A lot as it stands when papers are brought for it. */
interface LotOnHold {
  readonly lotState: string;
  readonly missing: readonly string[];
  readonly residueFailed: boolean;
  /** A person put it on hold, or went on holding it: only a person lets it go. */
  readonly heldByPerson: boolean;
}
/** What is still missing, and what becomes of the hold: it ends, its reason is written anew, or it is left as it is. */
export function afterPapers(
  lot: LotOnHold,
  brought: readonly string[],
): { readonly missing: readonly string[]; readonly hold: 'ends' | 'changes' | 'stays' } {
  const missing = papersMissing(lot.missing, brought);
  if (lot.lotState !== 'hold' || lot.heldByPerson || missing.length === lot.missing.length)
    return { missing, hold: 'stays' };
  return { missing, hold: missing.length === 0 && !lot.residueFailed ? 'ends' : 'changes' };
}
