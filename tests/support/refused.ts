import { Refused, sentenceOf } from '../../kernel/core/refusal.ts';

/**
 * What a piece of work is refused with: each code with its sentence in both languages. An error where nothing was
 * refused.
 */
export async function refused(work: Promise<unknown>): Promise<(readonly [code: string, zh: string, en: string])[]> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('Nothing was refused');
  return error.refusals.map((refusal) => [refusal.code, sentenceOf(refusal, 'zh'), sentenceOf(refusal, 'en')]);
}
