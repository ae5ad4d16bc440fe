import { resource } from '../../../kernel/core/declaration.ts';
import {
  choice,
  code,
  flag,
  integer,
  json,
  longtext,
  percent,
  pictures,
  price,
  quantity,
  ref,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { materialKinds, receivingTraits, storageTraits, withRules } from './material-traits.fields.ts';
import { GATE_FACTS, GATES } from './readiness.rules.ts';
import { FROM_SAP, frozenReason, sapSyncTime } from './sap.fields.ts';
import { frozen, remark } from './validity.fields.ts';

/** Groups of the form. */
const SECTION = {
  units: label('单位', 'Units'),
  purchasing: label('采购', 'Purchasing'),
  storage: label('储存', 'Storage'),
  other: label('其他', 'Other'),
};

const AS_BASE = label(
  '不填则为基本单位；其他单位需先维护换算',
  'Leave empty for the base unit; another unit needs a conversion',
);

/**
 * Of a reference to materials that lie there or came: those that are frozen are dealt with until nothing is left of
 * them.
 */
export const MAY_BE_FROZEN = { mayBeFrozen: true } as const;

/** Anything bought, stored or cooked with. */
export const material = resource('material', {
  label: label('物料', 'Material'),
  service: 'master-data',
  segment: 'material',
  path: '/masterdata/material',
  purpose: label(
    '采购、库存和配方用到的一切。先建立计量单位和物料类型，或用模板导入。',
    'Everything bought, kept and cooked with. Enter units and material types first, or import a sheet.',
  ),
  fields: {
    name: text('物料名称', 'Name', { max: 100, list: true, search: true }),
    materialTypeId: ref('物料类型', 'Type', 'materialType', { list: true, search: true }),
    baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', {
      fixed: true,
      list: true,
      hint: label('库存以它计数，建立后不能修改', 'Stock is counted in it; it never changes'),
    }),
    code: code('物料编码', 'Code', {
      optional: true,
      unique: true,
      max: 40,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    spec: text('规格型号', 'Specification', { optional: true, max: 100, search: true }),
    shortName: text('简称', 'Short name', { optional: true, max: 50 }),
    nameEn: text('英文名', 'English name', { optional: true, max: 100 }),
    aliases: text('别名', 'Other names', {
      optional: true,
      max: 1000,
      hint: label(
        '用逗号分隔；搜索、粘贴和导入时都能识别',
        'Separate with commas; search, paste and import recognise them',
      ),
    }),
    brand: text('品牌', 'Brand', { optional: true, max: 50, search: true }),
    grade: text('等级', 'Grade', { optional: true, max: 50 }),
    originPlace: text('产地', 'Origin', { optional: true, max: 50 }),
    barcode: text('条码', 'Barcode', { optional: true, unique: true, max: 32, search: true }),
    /** What it is ready for, in words; `readyMissing` says what keeps it from the rest. */
    readyFor: text('完备', 'Ready to', { max: 200, readonly: true, computed: true, optional: true }),
    /** The base unit, and the unit it is bought in where that is another. */
    unitNames: text('单位', 'Units', { max: 20, readonly: true, computed: true, optional: true, list: true }),
    /** What an order takes today; null where nobody offers it. */
    todayPrice: price('采购价', 'Purchase price', {
      readonly: true,
      computed: true,
      optional: true,
      list: true,
      right: 'purchaseprice_see',
      hint: label('今天的最优报价，含税，每基本单位', 'The best offer today, with tax, per base unit'),
    }),
    /** In the warehouses whose stock the reader sees; none for whoever sees no stock. */
    availableQty: quantity('可用量', 'Available', {
      readonly: true,
      computed: true,
      optional: true,
      list: true,
      unit: 'baseUnitId',
      hint: label('各仓库可用合计', 'Available in all warehouses'),
    }),
    readyPlan: flag('可计划', 'Ready to plan', { readonly: true, computed: true, optional: true }),
    readyBuy: flag('可采购', 'Ready to buy', { readonly: true, computed: true, optional: true }),
    readyCost: flag('可核算', 'Ready to cost', { readonly: true, computed: true, optional: true }),
    readyLabel: flag('可标签', 'Ready to label', { readonly: true, computed: true, optional: true }),
    notReadyFor: choice(
      '待完善',
      'Not ready to',
      GATES.map((gate) => [gate, GATE_FACTS[gate].label.zh, GATE_FACTS[gate].label.en] as const),
      { readonly: true, computed: true, optional: true, search: true },
    ),
    materialKind: choice('物料性质', 'Kind', materialKinds, {
      optional: true,
      search: true,
      hint: label('不填则取物料类型的设置，否则为原料', 'Leave empty to inherit from the material type, otherwise raw'),
    }),
    isRequireGoods: flag('要货商品', 'Sites may ask for it', { default: 1, search: true }),
    description: longtext('说明', 'Description', { optional: true, max: 1000 }),
    images: pictures('图片', 'Pictures', { optional: true, max: 9 }),

    purchaseUnitId: ref('采购单位', 'Purchase unit', 'materialUnit', {
      optional: true,
      section: SECTION.units,
      hint: AS_BASE,
    }),
    issueUnitId: ref('领用单位', 'Issue unit', 'materialUnit', {
      optional: true,
      section: SECTION.units,
      hint: AS_BASE,
    }),
    recipeUnitId: ref('配方单位', 'Recipe unit', 'materialUnit', {
      optional: true,
      section: SECTION.units,
      hint: AS_BASE,
    }),
    saleUnitId: ref('销售单位', 'Sale unit', 'materialUnit', { optional: true, section: SECTION.units, hint: AS_BASE }),
    catchWeight: flag('双计量', 'Catch weight', {
      default: 0,
      section: SECTION.units,
      hint: label('按件订货，按重量结算', 'Ordered by piece, valued by weight'),
    }),
    auxUnitId: ref('辅助单位', 'Second unit', 'materialUnit', { optional: true, section: SECTION.units }),
    nominalAuxQty: quantity('每件标称量', 'Nominal content', {
      optional: true,
      positive: true,
      unit: 'baseUnitId',
      section: SECTION.units,
    }),

    leadDays: integer('采购提前期(天)', 'Lead time (days)', {
      default: 1,
      min: 0,
      max: 365,
      section: SECTION.purchasing,
    }),
    sourceKind: choice(
      '默认货源',
      'Usually from',
      [
        ['direct', '供应商直送', 'Supplier direct'],
        ['warehouse', '中心仓', 'Central warehouse'],
        ['factory', '工厂', 'Factory'],
        ['self', '自采', 'Self-purchase'],
      ],
      {
        default: 'direct',
        section: SECTION.purchasing,
        hint: label('没有货源规则时的货源', 'Where no source rule says otherwise'),
      },
    ),
    minOrderQty: quantity('起订量', 'Minimum order', {
      optional: true,
      positive: true,
      unit: 'purchaseUnitId',
      section: SECTION.purchasing,
    }),
    orderMultiple: quantity('订货倍数', 'Order multiple', {
      optional: true,
      positive: true,
      unit: 'purchaseUnitId',
      section: SECTION.purchasing,
    }),
    taxRate: percent('税率(%)', 'Tax rate (%)', {
      optional: true,
      min: 0,
      max: 100,
      section: SECTION.purchasing,
      hint: label('9 表示 9%；不填则取物料类型的设置', '9 means 9 %; leave empty to inherit from the material type'),
    }),
    purchaseForm: choice(
      '采购形态',
      'Bought as',
      [
        ['raw', '毛料', 'Raw'],
        ['clean', '净菜', 'Trimmed'],
      ],
      { default: 'raw', section: SECTION.purchasing },
    ),
    guaranteedCleanRate: percent('保证净菜率(%)', 'Guaranteed yield (%)', {
      optional: true,
      min: 50,
      max: 100,
      section: SECTION.purchasing,
    }),

    ...storageTraits,
    batchManaged: flag('批次管理', 'Kept by lot', { default: 1, section: SECTION.storage }),
    shelfLifeManaged: flag('效期管理', 'Has expiry', { default: 0, section: SECTION.storage }),
    useMarginDays: integer('用前余量(天)', 'Margin before use (days)', {
      default: 0,
      min: 0,
      max: 365,
      section: SECTION.storage,
      hint: label('批次须在用餐日之后仍有这么多天', 'A lot must live so many days beyond the meal'),
    }),
    openedLifeHours: integer('开封后时限(小时)', 'Keeps once opened (hours)', {
      optional: true,
      min: 1,
      max: 8760,
      section: SECTION.storage,
      hint: label(
        '开封后单独成批，取此时限与原到期日中较早的',
        'Opened goods become a lot of their own; the earlier end counts',
      ),
    }),
    thawedLifeHours: integer('解冻后时限(小时)', 'Keeps once thawed (hours)', {
      optional: true,
      min: 1,
      max: 8760,
      section: SECTION.storage,
      hint: label(
        '解冻后单独成批，取此时限与原到期日中较早的',
        'Thawed goods become a lot of their own; the earlier end counts',
      ),
    }),
    storageLossRate: percent('储存损耗率(%)', 'Storage loss (%)', {
      default: '0',
      min: 0,
      max: 50,
      section: SECTION.storage,
    }),

    ...receivingTraits,

    stdYield: percent('标准出成率(%)', 'Standard yield (%)', {
      default: '100',
      positive: true,
      max: 2000,
      section: SECTION.other,
      hint: label('净重÷毛重；木耳等涨发料大于 100', 'Net over gross; above 100 for soaked goods'),
    }),
    highRisk: flag('高风险食材', 'High risk', { default: 0, search: true, section: SECTION.other }),
    allergens: json('过敏原', 'Allergens', { optional: true, section: SECTION.other }),
    authMode: choice(
      '授权方式',
      'Who may use it',
      [
        ['open', '默认开放', 'Everybody, unless denied'],
        ['closed', '按授权', 'As authorised'],
      ],
      {
        optional: true,
        section: SECTION.other,
        hint: label(
          '没有授权范围时是否可用；不填按公司设置',
          'Applies where no authorisation covers the material; leave empty for the company’s setting',
        ),
      },
    ),

    sapCode: text('SAP编码', 'SAP code', {
      optional: true,
      max: 40,
      unique: true,
      section: SECTION.other,
      hint: label('填写后由SAP同步接管名称、类型等', 'With it the SAP sync takes over name, type and so on'),
    }),
    sapMaterialType: text('SAP物料类型', 'SAP type', {
      readonly: true,
      optional: true,
      max: 10,
      section: SECTION.other,
    }),
    sapStatus: text('SAP状态', 'SAP status', { readonly: true, optional: true, max: 10, section: SECTION.other }),
    sapSyncTime: withRules(sapSyncTime, { section: SECTION.other }),
    source: choice(
      '来源',
      'Source',
      [
        ['local', '本地', 'Local'],
        ['sap', 'SAP', 'SAP'],
        ['import', '导入', 'Import'],
      ],
      { readonly: true, default: 'local', search: true, section: SECTION.other },
    ),
    mergedIntoId: ref('已并入', 'Merged into', 'material', {
      readonly: true,
      optional: true,
      section: SECTION.other,
    }),
    frozen,
    frozenReason: withRules(frozenReason, { section: SECTION.other }),
    remark: withRules(remark, { section: SECTION.other }),
  },
  foreign: {
    ...FROM_SAP,
    fields: ['code', 'name', 'barcode', 'materialTypeId', 'materialKind', 'baseUnitId', 'sapCode'],
  },
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'remove',
    'select',
    'freeze',
    'thaw',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  keyword: ['code', 'name', 'nameEn', 'shortName', 'aliases', 'spec', 'barcode'],
  alike: ['name', 'aliases'],
  shown: 'called',
  sort: 'code',
  // The second answers the list of a type, newest change first, and counts it without reading a record.
  indexes: [['frozen'], ['authMode'], ['materialTypeId', 'materialKind', '-updateTime', 'id', 'name'], ['name', 'id']],
  scope: null,
});

/** What the page of the list reads of a row beside the columns it shows. */
export const materialReads = [
  'name',
  'nameEn',
  'spec',
  'frozen',
  'baseUnitName',
  'readyPlan',
  'readyBuy',
  'readyCost',
  'readyLabel',
] as const;
