import { sample } from '../../tests/support/sample.ts';
import { supplier } from './supplier.resource.ts';
import { supplierMaterial, supplierProject } from './supplier-material.resource.ts';
import { newDept } from '../admin/people/dept.sample.ts';
import { unpricedGoods } from '../master-data/materials/material.sample.ts';

export const supplierMaterialSample = sample(supplierMaterial, {
  values: async (maker) => ({ ...(await unpricedGoods(maker)), factor: '', isDefault: 0, sharePercent: '' }),
});

export const supplierProjectSample = sample(supplierProject, {
  values: async (maker) => ({
    supplierId: (await maker.rows(supplier))[0]!.id,
    bladeProjectDeptId: await newDept(maker, '2'),
  }),
});
