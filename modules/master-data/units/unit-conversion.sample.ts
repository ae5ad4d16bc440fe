import { sample } from '../../../tests/support/sample.ts';
import { materialUnit } from './material-unit.resource.ts';
import { basicUnitConversion, itemUnitConversion } from './unit-conversion.resource.ts';

export const basicUnitConversionSample = sample(basicUnitConversion, {
  values: async (maker) => ({
    fromUnitId: await maker.another(materialUnit, { dimension: 'volume', isDimensionBase: 0 }),
  }),
});

export const itemUnitConversionSample = sample(itemUnitConversion, {
  values: async (maker) => ({
    fromUnitId: await maker.another(materialUnit, { dimension: 'pack', isDimensionBase: 0 }),
    packBarcode: '',
  }),
});
