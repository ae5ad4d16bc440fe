import type { TypeOf } from '../../kernel/core/shape.ts';
import { request } from '../../kernel/web/request.ts';
import { language } from '../../parts/language/language.ts';
import type { Hit, RefSource } from '../../parts/line-grid/model.ts';
import { lotStates } from '../stock/lots/batch.resource.ts';
import { lotsOfSupplier } from '../stock/lots/stock-batch.calls.ts';
import { textOf } from '../stock/on-hand/place.view.ts';
import { stockTexts } from '../stock/stock.texts.ts';

type Row = Readonly<Record<string, unknown>>;
type Lot = TypeOf<typeof lotsOfSupplier.answer>[number];
const CHOICES = 20;

/**
 * Lots of the supplier of a document at its warehouse, with what may go back of each; one brings its material and unit.
 */
export const lotsOfItsSupplier = (head: () => Row): RefSource => ({
  async search(text, row, signal): Promise<readonly Hit[]> {
    const [supplierId, warehouseId] = [textOf(head()['supplierId']), textOf(head()['warehouseId'])];
    if (supplierId === '' || warehouseId === '') return [];
    const materialId = textOf(row['materialId']);
    const lots = await request(
      lotsOfSupplier,
      { supplierId, warehouseId, ...(materialId === '' ? {} : { materialId }) },
      { signal },
    );
    const wanted = text.trim().toLowerCase();
    return lots
      .filter((lot) => `${lot.batchCode} ${lot.materialCode} ${lot.materialName}`.toLowerCase().includes(wanted))
      .slice(0, CHOICES)
      .map((lot): Hit => ({
        id: lot.batchId,
        name: lot.batchCode,
        unit: lot.baseUnitName,
        stock: lot.returnableQty,
        note: noteOf(lot),
        values: {
          materialId: lot.materialId,
          materialName: lot.materialName,
          materialCode: lot.materialCode,
          unitId: lot.baseUnitId,
          unitName: lot.baseUnitName,
        },
      }));
  },
});

/** What it is of, until when it is good, and what keeps it. */
const noteOf = ({ materialName, expiryDate, lotState }: Lot): string =>
  [
    materialName,
    expiryDate ? stockTexts.until[language()].replace('{day}', expiryDate) : '',
    lotState === 'free' ? '' : (lotStates.find(([key]) => key === lotState)?.[language() === 'zh' ? 1 : 2] ?? ''),
  ]
    .filter((part) => part !== '')
    .join(' · ');
