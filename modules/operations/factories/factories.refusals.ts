import { declareRefusals } from '../../../kernel/core/refusal.ts';

/** Every sentence about factories, and who serves whom. */
declareRefusals({
  'operations.factory-ship-store': {
    zh: '发货仓「{warehouse}」不是本工厂的仓库，请选择本厂的仓库',
    en: '{warehouse} is not a warehouse of this factory; choose one of its own',
  },
  'operations.factory-frozen': { zh: '{factory} 已冻结，不能下单', en: '{factory} is frozen; nothing can be ordered' },
  'operations.factory-no-store': {
    zh: '请先为 {factory} 设置发货仓',
    en: 'Name the warehouse {factory} ships from first',
  },
  'operations.factory-store-frozen': {
    zh: '{factory} 的发货仓「{warehouse}」已冻结，请解冻或换一个',
    en: '{warehouse}, from which {factory} ships, is frozen; unfreeze it or choose another',
  },
  'operations.factory-relation-overlap': {
    zh: '该项目部与工厂的关系日期重叠：{project} 与 {factory} 已有 {code}（{startDate} 至 {endDate}）',
    en: '{project} and {factory} are related on these days already: {code}, {startDate} to {endDate}',
  },
  'operations.factory-relation-priority': {
    zh: '{project} 在 {startDate} 至 {endDate} 已有优先级 {priority} 的工厂 {factory}（{code}），请换一个优先级',
    en: '{project} has {factory} at priority {priority} from {startDate} to {endDate} ({code}); choose another priority',
  },
  'operations.factory-relation-meanwhile': {
    zh: '刚刚有人保存了日期重叠或优先级相同的关系，请刷新后重试',
    en: 'Somebody has just saved a relation on the same days or at the same priority; reload and try again',
  },
  'operations.factory-other-store': {
    zh: '「{warehouse}」不是 {factory} 的仓库',
    en: '{warehouse} is not a warehouse of {factory}',
  },
  'operations.serves-other-days': {
    zh: '{factory}：只在 {startDate} 至 {endDate} 供货',
    en: '{factory}: serves from {startDate} to {endDate} only',
  },
  'operations.serves-other-types': {
    zh: '{factory}：不供该物料的类型',
    en: '{factory}: does not supply this type of material',
  },
  'operations.serves-further': {
    zh: '{factory}：有更贴近该物料类型的关系',
    en: '{factory}: another row names the type of the material more closely',
  },
  'operations.serves-later': {
    zh: '{factory}：优先级 {priority}，在 {first} 之后',
    en: '{factory}: priority {priority} comes after {first}',
  },
  'operations.serves-older': {
    zh: '{factory}：优先级相同，生效更早（{startDate}）',
    en: '{factory}: the same priority, in force earlier ({startDate})',
  },
  'operations.serves-own-type': {
    zh: '按该物料的类型供货，优先级 {priority}',
    en: 'Supplies the type of the material, priority {priority}',
  },
  'operations.serves-type-above': {
    zh: '按该物料的上级类型供货，优先级 {priority}',
    en: 'Supplies a type above the material, priority {priority}',
  },
  'operations.serves-all': {
    zh: '供全部物料，优先级 {priority}',
    en: 'Supplies all materials, priority {priority}',
  },
});
