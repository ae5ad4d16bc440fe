import type { DecimalText } from '../../kernel/core/field.ts';

/** Who owes what of a document. */
export interface Owed {
  readonly parties: readonly {
    readonly kind: string;
    readonly name: string;
    readonly amount: DecimalText;
    readonly noTax: DecimalText;
    readonly tax: DecimalText;
  }[];
  /** Charge − purchase; null where no site is charged. */
  readonly receiptMargin: DecimalText | null;
  /** Materials a site took without a settlement price of the day. */
  readonly chargesLeftOut: readonly string[];
}
