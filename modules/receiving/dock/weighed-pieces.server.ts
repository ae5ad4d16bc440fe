import type { Decimal } from '../../../kernel/core/decimal.ts';
import type { RecordValues } from '../../../kernel/core/validate.ts';
import type { StoredLine } from '../bill-lines.server.ts';
import { pieceWeight } from '../piece-weight.rules.ts';
import type { Entered } from '../read-delivery.server.ts';

/** What a piece weighed, and what it was measured by. */
export const weighed = (line: StoredLine, lot: Entered, baseQty: Decimal): RecordValues => ({
  pieceWeight: line.traits.isCatchWeight ? (pieceWeight(baseQty, lot.aux)?.toString() ?? null) : null,
  bandMean: line.band?.mean.toString() ?? null,
  bandSigma: line.band?.sigma.toString() ?? null,
  bandCount: line.band?.count ?? null,
});
