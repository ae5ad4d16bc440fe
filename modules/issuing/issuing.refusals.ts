import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'issuing.warehouse-not-serving': {
    zh: '{warehouse} 不服务 {restaurant}',
    en: '{warehouse} does not serve {restaurant}',
  },
  'issuing.stall-elsewhere': { zh: '{stall} 不属于 {restaurant}', en: '{stall} does not belong to {restaurant}' },
  'issuing.off-shelf': {
    zh: '{billCode} 第 {line} 行：物料「{material}」不在档口启用的商品体系内，请更换，或先加入商品体系',
    en: '{billCode}, line {line}: {material} stands in no goods system in use for the stall; take another, or add it there first',
  },
  'issuing.not-a-restaurant': { zh: '{name} 不是餐厅', en: '{name} is not a restaurant' },
  'issuing.need-time-past': { zh: '用料时间不能早于现在', en: 'The goods cannot be needed in the past' },
  'issuing.need-time-far': {
    zh: '用料时间不能晚于 {latest}，请检查年份',
    en: 'The goods cannot be needed after {latest}; check the year',
  },
  'issuing.date-future': { zh: '业务日期不能晚于今天', en: 'The date cannot be after today' },
  'issuing.extra-needs-remark': { zh: '补领请填写备注', en: 'Say in the remark why this is extra' },
  'issuing.picked-already': {
    zh: '{billCode} 已拣货，不能作废',
    en: '{billCode} has been picked and cannot be voided',
  },
  'issuing.line-unknown': {
    zh: '第 {line} 行不属于本单，请刷新后重新拣货',
    en: 'Line {line} is not on this document; reload it and pick again',
  },
  'issuing.pick-too-much': {
    zh: '{material} 拣货数量 {picked} {unit}，大于应发数量 {wanted} {unit}',
    en: '{material}: {picked} {unit} picked, more than the {wanted} {unit} asked for',
  },
  'issuing.pick-invalid': {
    zh: '{material} 的拣货数量必须大于 0',
    en: '{material}: the picked quantity must be above 0',
  },
  'issuing.not-weighed': {
    zh: '{material} 按件数和重量出库，请称重并填写件数和{baseUnit}',
    en: '{material} is issued by piece and by weight: weigh it, then enter the pieces and the {baseUnit}',
  },
  'issuing.base-differs': {
    zh: '{material} 的拣货数量 {qty} {unit}，不是 {base} {baseUnit}，请重新拣货',
    en: '{material}: {qty} {unit} picked does not come to {base} {baseUnit}; pick again',
  },
  'issuing.not-substitute': {
    zh: '{material} 的行不能发其他物料的批次，请选择{material}的批次',
    en: 'The line of {material} cannot be served by a lot of another material; choose a lot of {material}',
  },
  'issuing.short-reason': {
    zh: '{material} 缺货 {short} {unit}，请填写缺货原因',
    en: '{material} is short by {short} {unit}; give the reason',
  },
  'issuing.reason-of-sorting': {
    zh: '{material}：“未到货”和“缺货分摊”是分拣台的原因，请另选一个',
    en: '{material}: “not arrived” and “shared out” are reasons of the sorting table; choose another',
  },
  'issuing.nothing-picked': {
    zh: '还没有拣出任何批次，不能出库：请先拣货，或取消“保留待拣”按建议批次出库；一样也没有时请作废领料单或调拨单',
    en: 'Nothing has been picked, so there is nothing to ship: pick first, or stop keeping the rest open to ship the proposed lots; if there is nothing at all, void the pick bill or the transfer',
  },
  'issuing.over-received': {
    zh: '{material} 批次 {batch} 实收 {received} {unit}，大于发货数量 {sent} {unit}，请登记多收',
    en: '{material} lot {batch}: {received} {unit} received, more than the {sent} {unit} sent',
  },
  'issuing.difference-cause': {
    zh: '{material} 批次 {batch} 少收 {short} {unit}，请填写差异原因',
    en: '{material} lot {batch} is {short} {unit} short; give the cause',
  },
  'issuing.signed-there': {
    zh: '{billCode} 由 {place} 的人签收：请他们在自己的账号里收货',
    en: '{billCode} is signed for by whoever answers for {place}; have them receive it',
  },
  'issuing.outcome': {
    zh: '请选择差异处理方式：loss 在途损失 或 back 冲回发货方',
    en: 'Choose how to settle the difference: loss or back',
  },
  'issuing.claim-outcome': {
    zh: '{material} 的处理方式“{outcome}”不适用：未到的货选冲回、补发或损失，多到的货选入账或退回',
    en: '{material}: “{outcome}” does not apply. Choose back, send again or loss for what is missing; keep or return for what is over',
  },
  'issuing.claim-photo': {
    zh: '{material} 破损、错货请上传照片',
    en: '{material}: damaged or wrong goods need a photo',
  },
  'issuing.claim-over-qty': {
    zh: '{material} 多收了多少？请填写多收数量',
    en: '{material}: enter how much came too many',
  },
  'issuing.claim-instead': {
    zh: '{material} 错货请同时填写错发批次和数量，其他差异不填',
    en: '{material}: of wrong goods enter both the lot that came instead and how much; of other differences neither',
  },
  'issuing.claim-twice': {
    zh: '{material} 同一类差异登记了两次，请合并成一条',
    en: '{material}: a kind of difference is claimed twice; put it into one',
  },
  'issuing.claims-differ': {
    zh: '{material} 批次 {batch} 少收 {missing} {unit}，登记的差异合计须正好是这么多',
    en: '{material} lot {batch} is {missing} {unit} short; the differences claimed must come to just that',
  },
  'issuing.cases-decide': {
    zh: '{billCode} 有 {count} 条差异等双方确认，不能在此处理：请到差异处理确认',
    en: '{billCode} has differences that both sides confirm ({count}); settle them there, not here',
  },
  'issuing.nothing-to-settle': { zh: '没有待处理的差异', en: 'There is no difference to settle' },
});
