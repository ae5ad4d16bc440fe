import { sample, type Maker, type Values } from '../../tests/support/sample.ts';
import { gearStock } from '../stock/on-hand/stock.resource.ts';
import { material } from '../master-data/materials/material.resource.ts';
import { gearLabel } from './labels/label.resource.ts';
import { gearProduce } from './produce/produce.document.ts';
import { splitBom } from './produce/split-bom.resource.ts';
import { gearFoodWaste } from './waste/food-waste.document.ts';

/** A stall, and something it has a little of to spare. */
async function spared(maker: Maker): Promise<{ readonly stall: unknown; readonly materialId: unknown }> {
  const rows = await maker.rows(gearStock);
  const some = rows.find(({ availableQty }) => Number(availableQty) > 1)!;
  return { stall: some['gearOperationDeptId'], materialId: some['materialId'] };
}

/** One portion today, of a crumb of whatever the stall has. */
export const gearProduceSample = sample(gearProduce, {
  values: async (maker, { dishId }): Promise<Values> => {
    const { stall, materialId } = await spared(maker);
    return {
      placeKind: 'stall',
      gearOperationDeptId: stall,
      factoryWarehouseId: '',
      fromFactoryWarehouseId: '',
      bizDate: maker.today,
      mealType: 'lunch',
      produceType: 'cook',
      dishId,
      splitBomId: '',
      actualQty: '1',
      leftoverQty: '',
      produceTime: `${maker.today} 00:00:00`,
      expireTime: `${maker.today} 23:59:59`,
      expireReason: '样例',
      overReason: '样例',
      details: [{ materialId, actualQty: '0.001' }],
      outputs: [],
    };
  },
  columns: {
    factory_warehouse_id: null,
    from_factory_warehouse_id: null,
    leftover_qty: null,
    leftover_batch_id: null,
    biz_date: null,
  },
});

/** What came back on plates today. */
export const gearFoodWasteSample = sample(gearFoodWaste, {
  values: ({ today }) => ({
    bizDate: today,
    wasteKind: 'plate',
    materialId: '',
    dishId: '',
    batchId: '',
    labelId: '',
    qty: '',
  }),
  columns: { biz_date: null, qty: null },
});

/** A label of a dish, made now. */
export const gearLabelSample = sample(gearLabel, {
  values: ({ today }) => ({
    labelType: 'dish',
    produceId: '',
    batchId: '',
    produceTime: `${today} 00:00:00`,
    useByTime: `${today} 23:59:59`,
    sampleExpire: '',
    sampleUserId: '',
  }),
});

/** One material cut into another, by weight. */
export const splitBomSample = sample(splitBom, {
  values: async (maker, { materialId }) => {
    const other = (await maker.rows(material)).find(({ id }) => id !== materialId)!;
    return { shareMode: 'weight', outputs: [{ materialId: other.id, outputQty: '0.5' }] };
  },
});
