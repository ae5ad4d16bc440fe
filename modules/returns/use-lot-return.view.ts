import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { Decimal } from '../../kernel/core/decimal.ts';
import { callOf } from '../../kernel/web/catalogue.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { intent, post } from '../../parts/client/api.ts';
import { textOf } from '../stock/on-hand/place.view.ts';
import { purchaseReturn } from './purchase-return.document.ts';

type Lot = Readonly<Record<string, unknown>>;

/** What of a lot nobody was promised. */
const freeOf = (lot: Lot): Decimal =>
  Decimal.of(textOf(lot['qty']) || '0').minus(Decimal.of(textOf(lot['reservedQty']) || '0'));

/** Whether lots can go back together: they lie at one warehouse and came from one supplier. */
export const isReturnable = (lots: readonly Lot[]): boolean =>
  lots.length > 0 &&
  lots.every((lot) => textOf(lot['supplierId']) !== '' && Decimal.of(textOf(lot['qty']) || '0').isPositive()) &&
  new Set(lots.map((lot) => `${textOf(lot['supplierId'])}/${textOf(lot['warehouseId'])}`)).size === 1;

/** Begins a return of lots to their supplier, of all that is free of them, and opens it. Undefined: who may not. */
export function useLotReturn(): ((lots: readonly Lot[]) => Promise<void>) | undefined {
  const navigate = useNavigate();
  const notify = useNotify();
  const codes = useAllowedCodes();
  const once = useMemo(() => intent(), []);
  if (!codes.has('purchasereturn_add')) return undefined;
  return async (lots) => {
    const bill = {
      supplierId: textOf(lots[0]!['supplierId']),
      warehouseId: textOf(lots[0]!['warehouseId']),
      returnReason: lots.every((lot) => lot['lifeState'] === 'expired') ? 'expired' : 'quality',
      details: lots.map((lot) => ({
        materialId: textOf(lot['materialId']),
        batchId: textOf(lot['batchId']),
        unitId: textOf(lot['baseUnitId']),
        qty: freeOf(lot).toString(),
      })),
    };
    try {
      const { id } = await post<{ readonly id: string }>(callOf(purchaseReturn, 'submit'), {
        json: bill,
        key: once.keyFor(bill),
      });
      void navigate(`${purchaseReturn.path}/${id}`);
    } catch (error) {
      notify.error(error);
    }
  };
}
