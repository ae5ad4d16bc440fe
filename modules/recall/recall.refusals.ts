import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with: all judged by the server. */
declareRefusals({
  'recall.no-lot': {
    zh: '请选择批次，或填写供应商批号',
    en: 'Choose a lot, or enter the supplier’s lot number',
  },
  'recall.none-found': {
    zh: '没有供应商批号为 {number} 的批次，请核对批号、供应商和物料',
    en: 'No lot came under number {number}; check the number, the supplier and the material',
  },
  'recall.several-suppliers': {
    zh: '批号 {number} 来自多家供应商：{names}，请填写供应商',
    en: 'Number {number} came from several suppliers: {names}; choose one',
  },
  'recall.several-materials': {
    zh: '批号 {number} 含多种物料：{names}，请选择物料，分别召回',
    en: 'Number {number} has several materials: {names}; choose one and recall each by itself',
  },
  'recall.open': {
    zh: '{billCode} 覆盖率 {coverage}%，未核清：{places}；请补报，或填写未核清的原因后结束',
    en: '{billCode} covers {coverage} %; not accounted for: {places}. Wait for them, or say why it ends all the same',
  },
  'recall.not-your-place': {
    zh: '{place} 由它的人报数，请他们在自己的账号里填写',
    en: '{place} is accounted for by its own people; let them answer under their own account',
  },
  'recall.answered-meanwhile': {
    zh: '{place} 已由 {person} 在 {at} 报数 {qty} {unit}，请刷新后核对再改',
    en: '{person} accounted for {qty} {unit} at {place} at {at}; reload, compare, then change it',
  },
  'recall.too-much': {
    zh: '{place} 报了 {accounted} {unit}，超过到过这里的 {received} {unit}；多出的请按盘点处理',
    en: '{place} accounts for {accounted} {unit}, and only {received} {unit} came there; what is beyond belongs in a count',
  },
});
