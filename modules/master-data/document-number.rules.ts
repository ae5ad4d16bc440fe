import type { Label } from '../../kernel/core/label.ts';

/** The number of a document in a sentence, also of one that has none before it is saved. */
export const numberOf = (billCode: string): string | Label =>
  billCode === '' ? { zh: '（未保存）', en: '(not saved yet)' } : billCode;
