import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, day, flag, integer, price, quantity, ref, refs, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { frozen, remark } from '../../master-data/materials/validity.fields.ts';

const ALL_STALLS = label('不填为项目部的全部档口', 'Leave empty for all stalls of the site');

/**
 * 商品体系: the shelf of a site's stalls, what they may sell and ask for. A stall without one in use is not limited; the
 * first one put into use limits it.
 */
export const goodsSystem = resource('goodsSystem', {
  label: label('商品体系', 'Goods system'),
  service: 'gear-operation',
  segment: 'geargoodssys',
  path: '/gear/geargoodssys',
  purpose: label(
    '档口可以卖什么菜、可以要什么货的货架。没有启用的商品体系时不限制；启用第一个后，计划、菜单和领料只能选货架上的商品；货架上没有物料时只限制菜品。',
    'The shelf of a stall: which dishes it sells and which goods it asks for. Without one in use nothing is limited; once the first is, plans, menus and pick bills keep to it. While it names no goods, only dishes are limited.',
  ),
  fields: {
    code: code('编码', 'Code', {
      optional: true,
      unique: true,
      max: 32,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    name: text('名称', 'Name', { max: 60, list: true, search: true }),
    gearProjectDeptSysDeptId: ref('项目部门', 'Site', 'dept', {
      offer: OFFER.sites,
      list: true,
      search: true,
    }),
    gearOperationDeptIds: refs('适用档口', 'Stalls', 'dept', {
      offer: OFFER.stalls,
      optional: true,
      list: true,
      search: true,
      hint: ALL_STALLS,
    }),
    useStatus: choice(
      '启用状态',
      'In use',
      [
        ['enabled', '启用', 'In use', 'done'],
        ['stopped', '停用', 'Out of use', 'plain'],
      ],
      { readonly: true, default: 'stopped', list: true, search: true },
    ),
    frozen,
    remark,
  },
  lines: {
    details: {
      label: label('商品', 'Goods'),
      table: 'goods_system_detail',
      fields: {
        goodsKind: choice(
          '类别',
          'Kind',
          [
            ['dish', '菜品', 'Dish'],
            ['material', '物料', 'Material'],
          ],
          { list: true, default: 'dish' },
        ),
        dishId: ref('菜品', 'Dish', 'dish', {
          offer: { dishKind: 'finished' },
          optional: true,
          list: true,
          onlyWith: ['goodsKind', 'dish'],
        }),
        materialId: ref('物料', 'Material', 'material', {
          optional: true,
          list: true,
          onlyWith: ['goodsKind', 'material'],
        }),
        isRequireGoods: flag('可要货', 'May be asked for', { default: 1, list: true }),
        unitId: ref('单位', 'Unit', 'materialUnit', {
          optional: true,
          list: true,
          hint: label('物料必填', 'Needed for materials'),
        }),
        salePrice: price('售价', 'Price', {
          optional: true,
          positive: true,
          places: 2,
          list: true,
          hint: label('每份；菜品不填取参考售价', 'Per portion; for a dish its own where left empty'),
        }),
        minQty: quantity('最小要货量', 'At least', { default: '0', min: 0, unit: 'unitId' }),
        orderMultiple: quantity('倍数', 'Multiples of', { default: '1', positive: true, unit: 'unitId' }),
        warehouseId: ref('供货仓库', 'From warehouse', 'warehouse', {
          optional: true,
          hint: label('不填为档口的领料仓库', 'Leave empty for the stall’s own'),
        }),
        factoryId: ref('供货工厂', 'From factory', 'dept', { offer: OFFER.factories, optional: true }),
        sort: integer('排序', 'Order', { default: 0, min: 0 }),
        lineStatus: choice(
          '状态',
          'State',
          [
            ['on', '在用', 'On', 'done'],
            ['off', '停用', 'Off', 'plain'],
          ],
          { default: 'on', list: true },
        ),
      },
    },
  },
  calls: ['page', 'detail', 'submit', 'remove', 'select', 'freeze', 'thaw'],
  keyword: ['code', 'name'],
  sort: 'code',
  scope: 'gearProjectDeptSysDeptId',
});

/** What the page of the list reads of a row beside the columns it shows. */
export const goodsSystemReads = ['useStatus', 'frozen'] as const;

/** 商品体系菜谱模板: which menu templates the planners of a goods system take dishes from, and when. */
export const goodsSystemMenuTemplate = resource('goodsSystemMenuTemplate', {
  label: label('商品体系菜谱模板', 'Menu of a goods system'),
  service: 'gear-operation',
  segment: 'geargoodssysmenutemplate',
  path: '/gear/geargoodssysmenutemplate',
  purpose: label(
    '商品体系使用哪些已审批的菜谱模板、哪些天使用。营销计划从中选菜。',
    'Which approved menus a goods system uses, and on which days. Sales plans take their dishes from them.',
  ),
  few: true,
  fields: {
    goodsSystemId: ref('商品体系', 'Goods system', 'goodsSystem', { list: true, search: true }),
    menuTemplateId: ref('菜谱模板', 'Menu', 'menuTemplate', {
      offer: { status: 'approved', enabled: '1' },
      list: true,
      search: true,
    }),
    gearProjectDeptSysDeptId: ref('项目部门', 'Site', 'dept', {
      offer: OFFER.sites,
      readonly: true,
      optional: true,
    }),
    gearOperationDeptIds: refs('档口', 'Stalls', 'dept', {
      offer: OFFER.stalls,
      optional: true,
      list: true,
      hint: label('不填为商品体系的全部档口', 'Leave empty for all stalls of the goods system'),
    }),
    startDate: day('开始', 'From', { withYear: true, list: true }),
    endDate: day('结束', 'To', { withYear: true, optional: true, list: true }),
    sort: integer('排序', 'Order', { default: 0, min: 0 }),
  },
  calls: ['page', 'submit', 'remove', 'detail'],
  title: 'id',
  sort: 'goodsSystemId,sort,startDate',
  constraints: { days_ck: 'check (end_date is null or end_date >= start_date)' },
  scope: 'gearProjectDeptSysDeptId',
});
