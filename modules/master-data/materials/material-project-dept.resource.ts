import { resource } from '../../../kernel/core/declaration.ts';
import { flag, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { sapSyncTime } from './sap.fields.ts';

/**
 * A material as SAP extends it to a site or factory; written by the sync alone. It reads as an authorisation of that
 * place.
 */
export const materialProjectDept = resource('materialProjectDept', {
  label: label('物料项目部关系', 'Material at a plant'),
  service: 'master-data',
  segment: 'sapmaterialprojectdept',
  path: '/masterdata/sapmaterialprojectdept',
  purpose: label(
    'SAP中物料扩展到的项目部和工厂，由同步写入；相当于该地点的授权。',
    'Where SAP extends materials to; written by the sync. It reads as an authorisation of that place.',
  ),
  fields: {
    materialId: ref('物料', 'Material', 'material', { readonly: true, list: true, search: true }),
    deptId: ref('项目部或工厂', 'Site or factory', 'dept', {
      offer: OFFER.sites,
      readonly: true,
      list: true,
      search: true,
    }),
    sapFactory: text('SAP工厂', 'SAP plant', { readonly: true, max: 4, list: true, search: true }),
    purchaseGroup: text('采购组', 'Purchasing group', { readonly: true, optional: true, max: 10, list: true }),
    plantStatus: text('工厂状态', 'Plant status', { readonly: true, optional: true, max: 10, list: true }),
    active: flag('有效', 'Active', { readonly: true, default: 1, list: true, search: true }),
    sapSyncTime,
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  title: 'sapFactory',
  sort: 'materialId,sapFactory',
  unique: [['materialId', 'sapFactory']],
  indexes: [['deptId', 'active', 'materialId']],
  scope: null,
});
