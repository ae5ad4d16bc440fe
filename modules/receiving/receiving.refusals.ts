import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'receiving.other-kind': {
    zh: '{billCode} 送到另一类地点：仓库的货在「收货」里建单，工厂仓的货在「工厂仓入库」里建单',
    en: '{billCode} goes to another kind of place: make bills for warehouses under Receiving, those for factories under Factory receiving',
  },
  'receiving.expiry-before-production': {
    zh: '{material} 到期日 {expiryDate} 早于生产日期 {productionDate}',
    en: '{material}: the expiry date {expiryDate} is before the production date {productionDate}',
  },
  'receiving.life-date-missing': {
    zh: '{material} 请填写生产日期或到期日',
    en: '{material}: enter the production date or the expiry date',
  },
  'receiving.life-too-short': {
    zh: '{material} 剩余保质期 {remaining} 低于要求 {required}（{expiryDate} 到期）',
    en: '{material}: the remaining life of {remaining} is below the required {required} (expires {expiryDate})',
  },
  'receiving.more-than-sent': {
    zh: '{material} 不能大于发货数量 {sent} {unit}，多出部分请填多收数量',
    en: '{material}: no more than the {sent} {unit} sent may be accepted; enter the rest as over-delivered',
  },
  'receiving.over-limit': {
    zh: '{material} 累计收货 {received} {unit}，超过上限 {limit} {unit}（订购 {ordered} {unit}，允许超收 {overPercent}%）',
    en: '{material}: {received} {unit} received in all is over the limit of {limit} {unit} (ordered {ordered} {unit}, {overPercent}% over allowed)',
  },
  'receiving.unexplained': {
    zh: '还有 {count} 行未收货也未登记差异：{lines}',
    en: '{count} {count:line is|lines are} neither received nor explained by a difference: {lines}',
  },
  'receiving.produced-later': {
    zh: '{material} 生产日期 {productionDate} 晚于到货日 {receiptDate}',
    en: '{material}: the production date {productionDate} is after the arrival on {receiptDate}',
  },
  'receiving.expired': {
    zh: '{material} 已于 {expiryDate} 过期，不能收货，请填拒收数量',
    en: '{material} expired on {expiryDate} and cannot be received; enter it as refused',
  },
  'receiving.backdated': {
    zh: '到货时间 {arriveTime} 早于允许的 {days} 天',
    en: 'The arrival at {arriveTime} is too long ago: {days} {days:day|days} back is the most',
  },
  'receiving.too-little': {
    zh: '{material} 实收 {qty} {unit}，换算成基本单位为 0，请填更大的数量',
    en: '{material}: {qty} {unit} comes to 0 in the base unit; enter more',
  },
  'receiving.unit-inexact': {
    zh: '{material} 按{unit}订购，{qty} {typed} 无法准确换算为{unit}，请按{unit}填写',
    en: '{material} was ordered by the {unit}; {qty} {typed} does not convert exactly, so enter it in {unit}',
  },
  'receiving.arrives-later': {
    zh: '到货时间 {arriveTime} 不能晚于现在',
    en: 'The arrival at {arriveTime} is in the future',
  },
  'receiving.bearer-outcome': {
    zh: '{outcome}不适用于外部供应商的差异',
    en: '{outcome} does not apply to goods of a supplier',
  },
  'receiving.bearer-supplier': {
    zh: '自己人之间的货没有供应商，责任方请选承运方、发货方或收货方',
    en: 'Goods between our own places have no supplier; choose carrier, sender or receiver',
  },
  'receiving.sent-made': {
    zh: '强压和退货的入库单在发货时自动生成，不能手工建立',
    en: 'In-stores of goods that were sent are made when they ship; none is made by hand',
  },
  'receiving.not-sent-again': {
    zh: '差异 {billCode} 的货不补发：请选冲回发货方或在途损失',
    en: 'The goods of difference {billCode} are not sent again; choose back to sender or loss in transit',
  },
  'receiving.case-exists': {
    zh: '该行已有同类差异待确认，请先确认',
    en: 'A difference of this type is already waiting on the line; confirm it first',
  },
  'receiving.code-missing': { zh: '请提供单据编号', en: 'Give the number of the document' },
  'receiving.confirmed-already': {
    zh: '差异 {billCode} 已由 {user} 于 {time} 确认',
    en: 'Difference {billCode} was confirmed by {user} at {time}',
  },
  'receiving.difference-too-much': {
    zh: '{material} 差异数量大于未收数量 {open} {unit}',
    en: '{material}: the difference exceeds the open quantity of {open} {unit}',
  },
  'receiving.made-by-source': {
    zh: '入库单 {billCode} 由来源单据生成，不能删除',
    en: 'In-store {billCode} was made by its source and cannot be removed',
  },
  'receiving.no-lines': { zh: '请填写至少一行收货数量', en: 'Enter what arrived on at least one line' },
  'receiving.no-zone': { zh: '{warehouse} 没有{zone}区', en: '{warehouse} has no {zone} zone' },
  'receiving.not-of-this-bill': { zh: '第 {line} 行不属于本单', en: 'Line {line} does not belong to this bill' },
  'receiving.nothing-on-line': {
    zh: '{material} 请填写实收或拒收数量',
    en: '{material}: enter what was accepted or refused',
  },
  'receiving.order-in-receipt': {
    zh: '订单的入库单 {billCode} 已开始收货，不能作废；请先冲销它的收货',
    en: 'In-store {billCode} of the order is being received, so the order cannot be voided; reverse its deliveries first',
  },
  'receiving.own-difference': {
    zh: '不能确认自己登记的差异 {billCode}',
    en: 'You recorded difference {billCode} yourself; somebody else must confirm it',
  },
  'receiving.paper-kinds': {
    zh: '{material} 有 {papers} 份证件，但写明了 {kinds} 种；请逐份注明种类',
    en: '{material}: {papers} {papers:paper|papers} but {kinds} {kinds:kind|kinds}; say what each paper is',
  },
  'receiving.paper-unknown': {
    zh: '第 {line} 行的证件 {id} 不存在或已删除，请重新上传',
    en: 'Line {line}: paper {id} does not exist or was removed; upload it again',
  },
  'receiving.papers-of-lot': {
    zh: '批次 {batch} 不是本单收的，请从收它的入库单补交证件',
    en: 'Lot {batch} was not received here; add its papers to the in-store it came on',
  },
  'receiving.papers-none': { zh: '请上传至少一份证件，并注明种类', en: 'Upload at least one paper and say what it is' },
  'receiving.photo-missing': {
    zh: '{material} 破损、错货请上传照片',
    en: '{material}: damaged or wrong goods need a photo',
  },
  'receiving.photo-unknown': {
    zh: '第 {line} 行的照片 {id} 不存在或已删除，请重新上传',
    en: 'Line {line}: photo {id} does not exist or was removed; upload it again',
  },
  'receiving.piece-weight': {
    zh: '{material} 每件 {weight} {unit}，近 {count} 次收货为 {least}~{most} {unit}；请核对，无误则填写件重说明并拍照',
    en: '{material}: a piece weighs {weight} {unit}, in the last {count} deliveries {least} to {most} {unit}; check it, or give the reason and a photo',
  },
  'receiving.received-meanwhile': {
    zh: '{material} 的已收数量已由 {user} 于 {time} 从 {seen} 改为 {received} {unit}，请核对后再收',
    en: '{material}: {user} changed what was received from {seen} to {received} {unit} at {time}; check the line before receiving it',
  },
  'receiving.pieces-missing': { zh: '{material} 请填写件数', en: '{material}: enter the number of pieces' },
  'receiving.refuse-reason': { zh: '{material} 请选择拒收原因', en: '{material}: choose why it was refused' },
  'receiving.reversed-already': { zh: '收货 {code} 已冲销', en: 'Delivery {code} was reversed already' },
  'receiving.source-has-bill': {
    zh: '来源单据已有入库单 {billCode}',
    en: 'The source already has in-store {billCode}',
  },
  'receiving.source-not-approved': {
    zh: '来源单据未审批，不能收货',
    en: 'The source document is not approved, so nothing can be received',
  },
  'receiving.sent-on-its-way': {
    zh: '入库单 {billCode} 的货已发出在途，不能作废；不收的请在收货时拒收',
    en: 'The goods of {billCode} are on their way, so it cannot be void; refuse at the dock what is not wanted',
  },
  'receiving.source-taken': { zh: '来源单据已有入库单', en: 'The source already has an in-store' },
  'receiving.temperature-missing': {
    zh: '{material} 请填写到货温度',
    en: '{material}: enter the temperature on arrival',
  },
  'receiving.temperature-out': {
    zh: '{material} 到货温度 {temperature} 超出 {min}~{max}',
    en: '{material}: its temperature of {temperature} is outside {min} to {max}',
  },
  'receiving.wait-needs-outcome': {
    zh: '差异 {billCode} 在等待补送，请选择取消余量、另行采购或扣款',
    en: 'Difference {billCode} is waiting for goods to follow: choose to cancel the rest, buy elsewhere or charge',
  },
  'receiving.weight-differs': {
    zh: '{material} 实收 {accepted} 不等于毛重减皮重 {net}',
    en: '{material}: accepted {accepted} is not gross minus tare, {net}',
  },
  'receiving.weight-missing': {
    zh: '{material} 请填写毛重和皮重',
    en: '{material}: enter the gross weight and the tare',
  },
  'receiving.paid-too-much': {
    zh: '{material} 实付单价 {paid} 高于审批的 {approved}，不能收货：请按审批的单价收货，或作废后重新提交自采单审批',
    en: '{material} was bought at {paid}, above the approved {approved}; receive it at the approved price, or void the order and send a new one for approval',
  },
  'receiving.case-outcome': {
    zh: '差异 {billCode} 的处理方式“{outcome}”不适用：未到的货选冲回、补发或损失，多到的货选入账或退回',
    en: 'Difference {billCode}: “{outcome}” does not apply. Choose back, send again or loss for what is missing; keep or return for what is over',
  },
  'receiving.case-photo': {
    zh: '差异 {billCode} 是破损或错货，请上传照片',
    en: 'Difference {billCode}: damaged or wrong goods need a photo',
  },
  'receiving.others-turn': {
    zh: '差异 {billCode} 由 {place} 的人处理：请他们在自己的账号里操作',
    en: 'Difference {billCode} is for whoever answers for {place}; have them do it',
  },
  'receiving.no-other-side': {
    zh: '差异 {billCode} 是供应商到货的差异，没有对方可回复：请直接确认',
    en: 'Difference {billCode} is of a delivery by a supplier; nobody has to answer, confirm it',
  },
  'receiving.over-not-there': {
    zh: '差异 {billCode}：发货方批次 {batch} 仅剩 {left} {unit}，不能确认多收',
    en: 'Difference {billCode}: the sender has {left} {unit} of lot {batch} left; what is over cannot be confirmed',
  },
  'receiving.instead-unknown': {
    zh: '发货方没有批次 {batch}，请核对错发货物上的批次号',
    en: 'The sender has no lot {batch}; check the number on the goods that came instead',
  },
  'receiving.agreed-too-much': {
    zh: '差异 {billCode} 确认数量不能大于 {most}',
    en: 'Difference {billCode}: no more than {most} can be agreed',
  },
});
