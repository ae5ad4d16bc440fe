import type { Tone } from '../../../kernel/core/field.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { workflowTexts } from '../workflow.texts.ts';

const TONES: Readonly<Record<string, Tone>> = {
  overdue: 'stop',
  overBudget: 'look',
  afterCutoff: 'look',
  priceDeviation: 'look',
  again: 'waiting',
  urged: 'waiting',
};

/** What is to note about a task, what breaks a rule first. */
export function Warnings({ of }: { readonly of: unknown }) {
  const word = useWords(workflowTexts);
  const all = Array.isArray(of) ? (of as string[]).filter((each) => TONES[each] !== undefined) : [];
  return (
    <span className="work-notes">
      {all.map((each) => (
        <Status key={each} tone={TONES[each]!} word={word(each === 'urged' ? 'urged_' : (each as 'overdue'))} />
      ))}
    </span>
  );
}
