import { sample } from '../../tests/support/sample.ts';
import { material } from '../master-data/materials/material.resource.ts';
import { materialChannel } from './material-channel.resource.ts';

export const materialChannelSample = sample(materialChannel, {
  values: async (maker) => ({ sourceKind: 'self', materialId: await maker.another(material) }),
});
