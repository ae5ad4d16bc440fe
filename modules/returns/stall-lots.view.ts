import type { PageOf, RecordOf } from '../../kernel/core/shape.ts';
import { get } from '../../parts/client/api.ts';
import type { Hit, RefSource } from '../../parts/line-grid/model.ts';
import type { gearStockBatch } from '../stock/lots/stock-batch.resource.ts';
import { faces, textOf } from '../stock/on-hand/place.view.ts';

type Row = Readonly<Record<string, unknown>>;
const CHOICES = 20;

/**
 * Lots the sender of a document has: a stall, the shared store of its restaurant, or the warehouse that gives back to a
 * factory. One brings its material and unit.
 */
export const lotsOfItsSender = (head: () => Row): RefSource => ({
  async search(text, row, signal): Promise<readonly Hit[]> {
    const isToFactory = head()['returnType'] === 'to-factory';
    const at = isToFactory ? faces.warehouse : faces.stall;
    const place = isToFactory
      ? textOf(head()['warehouseId'])
      : textOf(head()['gearOperationDeptId']) || textOf(head()['useRestaurantDeptId']);
    if (place === '') return [];
    const materialId = textOf(row['materialId']);
    const page = await get<PageOf<RecordOf<typeof gearStockBatch>>>(
      `/${at.service}/${at.lots}/page`,
      {
        [isToFactory ? 'warehouseId_equal' : 'gearOperationDeptId_equal']: place,
        ...(materialId === '' ? {} : { materialId_equal: materialId }),
        tab: 'stock',
        batchCode_like: text.trim(),
        size: CHOICES,
      },
      signal,
    );
    return page.records.map((lot): Hit => ({
      id: textOf(lot.batchId),
      name: textOf(lot.batchCode),
      unit: textOf(lot['baseUnitName']),
      stock: textOf(lot.qty),
      note: textOf(lot['materialName']),
      values: {
        materialId: lot.materialId,
        materialName: lot['materialName'],
        materialCode: lot['materialCode'],
        unitId: lot.baseUnitId,
        unitName: lot['baseUnitName'],
      },
    }));
  },
});
