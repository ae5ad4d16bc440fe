import {
  choice,
  dictionary,
  type Field,
  flag,
  integer,
  percent,
  quantity,
  type Rules,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** Groups of the form. */
const SECTION = { storage: label('储存', 'Storage'), receiving: label('收货', 'Receiving') };

/** The same field where some of its rules are others. */
export const withRules = <F extends Field>(field: F, rules: Rules): F => ({
  ...field,
  rules: { ...field.rules, ...rules },
});

export const materialKinds = [
  ['raw', '原料', 'Raw'],
  ['semi', '半成品', 'Semi-finished'],
  ['finished', '成品', 'Finished'],
  ['packaging', '包材', 'Packaging'],
  ['consumable', '低耗品', 'Consumable'],
] as const;
const storageZones = [
  ['ambient', '常温', 'Ambient'],
  ['cool', '阴凉', 'Cool'],
  ['chilled', '冷藏', 'Chilled'],
  ['frozen', '冷冻', 'Frozen'],
] as const;

const FROM_TYPE = label('不填则取所属类型的设置', 'Inherited from the type it belongs to if empty');

/** What a material begins with where neither it nor any type above it says something. */
export const OTHERWISE = { materialKind: 'raw', weighAtReceipt: 0, tempCheck: 0 } as const;

/**
 * What a material type hands down to its materials: how they are kept and received. Each material may say otherwise.
 */
export const storageTraits = {
  storageZone: choice('储存条件', 'Storage', storageZones, {
    optional: true,
    search: true,
    section: SECTION.storage,
    hint: FROM_TYPE,
  }),
  shelfLifeDays: integer('保质期(天)', 'Shelf life (days)', {
    optional: true,
    min: 1,
    max: 3650,
    section: SECTION.storage,
    hint: FROM_TYPE,
  }),
  nearExpiryDays: integer('临期(天)', 'Near expiry (days)', {
    optional: true,
    min: 0,
    max: 3650,
    section: SECTION.storage,
    hint: FROM_TYPE,
  }),
};
export const receivingTraits = {
  minRemainingShare: percent('入库最低剩余效期(%)', 'Minimum remaining life (%)', {
    optional: true,
    min: 0,
    max: 100,
    section: SECTION.receiving,
    hint: FROM_TYPE,
  }),
  minRemainingDays: integer('入库最低剩余效期(天)', 'Minimum remaining life (days)', {
    optional: true,
    min: 0,
    max: 3650,
    section: SECTION.receiving,
    hint: FROM_TYPE,
  }),
  overRate: percent('超收(%)', 'Over allowed (%)', {
    optional: true,
    min: 0,
    max: 100,
    section: SECTION.receiving,
    hint: FROM_TYPE,
  }),
  underRate: percent('短收(%)', 'Under allowed (%)', {
    optional: true,
    min: 0,
    max: 100,
    section: SECTION.receiving,
    hint: FROM_TYPE,
  }),
  absTolerance: quantity('绝对容差', 'Absolute tolerance', {
    optional: true,
    min: 0,
    section: SECTION.receiving,
    hint: FROM_TYPE,
  }),
  weighAtReceipt: flag('收货称重', 'Weigh at receipt', { optional: true, section: SECTION.receiving, hint: FROM_TYPE }),
  tempCheck: flag('收货测温', 'Take temperature', { optional: true, section: SECTION.receiving, hint: FROM_TYPE }),
  requiredPapers: dictionary('必备证件', 'Papers asked for', 'materialPaper', {
    optional: true,
    several: true,
    section: SECTION.receiving,
    hint: label(
      '到货时缺少的，批次自动冻结；不填则取物料类型的设置，「不需要」则不受其约束',
      'A lot that comes without them is put on hold; leave empty to inherit it from the material type; “None” exempts it',
    ),
  }),
};
