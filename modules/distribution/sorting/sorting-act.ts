import type { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { SortOp } from './distribution-statement-log.resource.ts';

/** One act on one line. What is undefined stays as it is. */
export interface Act {
  readonly id: Id;
  /** 1-based, where several come at once. */
  readonly line?: number;
  readonly op: SortOp;
  /** The second of two who sort a line is refused. */
  readonly isFirst?: boolean;
  readonly num?: Decimal;
  readonly shortReason?: string | null;
  readonly pieces?: number | null;
  readonly weight?: Decimal | null;
  readonly batchId?: Id | null;
  readonly labelNo?: string | null;
  readonly basketNo?: string | null;
  readonly deviceId?: string | null;
  readonly factoryWarehouseId?: Id;
  readonly waveNo?: string;
  readonly reason?: string | null;
  readonly opKey?: string | null;
  /** When it was done, where that was not now. */
  readonly opTime?: string;
}
