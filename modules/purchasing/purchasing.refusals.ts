import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'purchasing.delivery-far': label(
    '到货日期 {day} 太远，最晚 {latest}，请检查年份',
    'Delivery on {day} is too far ahead; {latest} is the latest, check the year',
  ),
  'purchasing.partly-again': label(
    '{billCode} 已要了其中 {count} 种物料，同一地点、同一天',
    '{billCode} asks for {count} of these for the same place and day already',
  ),
  'purchasing.same-again': label(
    '与 {billCode} 内容完全相同：同一地点、同一天、同样的数量',
    'Exactly what {billCode} asks for: same place, day and quantities',
  ),
  'purchasing.channel-distribution': label(
    '公司规定请购须经直配、统配分配，不能直接下单；请到配送调度生成直配或统配',
    'Requests are distributed by work lists in this company and not ordered at once; generate a list at the dispatch desk',
  ),
  'purchasing.channel-direct': label(
    '请购单 {billCode}：公司规定请购直接下单，不经直配、统配；请在请购分配或请购单上生成采购订单',
    'Request {billCode}: requests are ordered at once in this company, without work lists; generate orders from the request',
  ),
  'purchasing.delivery-before-order': label(
    '到货日期 {delivery} 不能早于订单日期 {order}',
    'Delivery on {delivery} cannot be before the order date {order}',
  ),
  'purchasing.late-in-time': label(
    '{billCode} 在截单前提交，没有加急费',
    '{billCode} was sent before its cut-off and has no late fee',
  ),
  'purchasing.standing-days': label(
    '跳过日期请写成 2026-12-25,2027-01-01',
    'Write skipped days as 2026-12-25,2027-01-01',
  ),
  'purchasing.standing-line': label('第 {line} 行没有任何一天的数量', 'Line {line} wants nothing on any weekday'),
  'purchasing.standing-nothing': label(
    '过去 {weeks} 周没有规律的订货，请直接新增常备单',
    'Nothing was ordered regularly in the last {weeks} weeks; add a standing order by hand',
  ),
  'purchasing.from-document': label(
    '订单来自采购单据，不能增减物料，也不能改数量、供应商、地点和日期；要改请作废订单后重新制单',
    'This order was made of a purchase document: goods, quantities, supplier, place and day stay; void it and make a new document to change them',
  ),
  'purchasing.line-not-open': label(
    '第 {line} 项已订购、已分配或已取消，请刷新后再分配',
    'Item {line} was ordered, distributed or cancelled meanwhile; refresh and distribute what is left',
  ),
  'purchasing.no-price': label(
    '{material} 没有供应商「{supplier}」在 {date} 的协议价，请填写单价，或先维护供应商物料价格',
    "{material} has no price agreed with {supplier} for {date}; enter a price, or set up the supplier's prices first",
  ),
  'purchasing.no-supplier': label(
    '请购单 {billCode} 第 {line} 行没有供应商：请在明细中选择供应商，或先为物料维护供应商',
    'Request {billCode}, line {line} has no supplier: choose one on the line, or set up suppliers of the material first',
  ),
  'purchasing.no-warehouse': label('收货仓库不存在', 'The receiving warehouse does not exist'),
  'purchasing.not-offered': label(
    '请购单 {billCode} 第 {line} 行：所选供应商不供应该物料，或不服务该项目部，请换供应商或先维护其供应物料',
    'Request {billCode}, line {line}: the chosen supplier does not offer the material to this site; choose another, or set up what it supplies first',
  ),
  'purchasing.nothing-open': label('所选请购单没有可订购的明细', 'The chosen requests have nothing left to order'),
  'purchasing.order-received': label(
    '订单 {billCode} 已收货，不能作废；请用退货处理',
    'Order {billCode} was received and cannot be voided; return the goods instead',
  ),
  'purchasing.ordered-meanwhile': label(
    '请购单 {billCode} 第 {line} 行 {material}：{user} 刚订购，未订购由 {seen} 变为 {open}，请核对后再提交',
    'Request {billCode}, line {line}, {material}: {user} has just ordered some, so the open quantity went from {seen} to {open}; check it and send again',
  ),
  'purchasing.over-open': label(
    '请购单 {billCode} 第 {line} 行：本次订购 {qty} {unit}，超过未订购的 {open} {unit}',
    'Request {billCode}, line {line}: {qty} {unit} is more than the {open} {unit} left to order',
  ),
  'purchasing.plan-not-approved': label(
    '需求计划 {billCode} {state}，审批后才能生成请购单',
    'Requirement plan {billCode} is {state}; requests are generated once it is approved',
  ),
  'purchasing.plan-material-frozen': label(
    '需求计划 {billCode} 第 {line} 行：物料「{material}」已冻结，不能请购。请在计划中关闭该行，或先解冻，其余行即可请购',
    'Plan {billCode}, line {line}: {material} is frozen and cannot be requested. Close the line in the plan, or have the material unfrozen; the others can be requested then',
  ),
  'purchasing.plan-warehouse-frozen': label(
    '需求计划 {billCode}：仓库「{warehouse}」已冻结，它的 {count} 行不能请购。请在计划中关闭这些行，或先解冻，其余行即可请购',
    'Plan {billCode}: warehouse {warehouse} is frozen, so its {count} {count:line|lines} cannot be requested. Close {count:it|them} in the plan, or have the warehouse unfrozen; the others can be requested then',
  ),
  'purchasing.plan-nothing-open': label(
    '需求计划没有可请购的明细',
    'The requirement plans have no lines left to request',
  ),
  'purchasing.request-distributed': label(
    '请购单 {billCode} 已分配，不能作废；请先作废直配单或统配单',
    'Request {billCode} is in distribution and cannot be voided; void the work list first',
  ),
  'purchasing.request-not-approved': label(
    '请购单 {billCode} {state}，审批后才能订购',
    'Request {billCode} is {state}; it can be ordered once approved',
  ),
  'purchasing.request-ordered': label(
    '请购单 {billCode} 已订购，不能作废；请先作废订单',
    'Request {billCode} was ordered and cannot be voided; void the order first',
  ),
  'purchasing.request-warehouse-frozen': label(
    '请购单 {billCode} 的收货仓库「{warehouse}」已冻结，不能生成采购订单：请先解冻；不再需要的，请作废该请购单',
    'The receiving warehouse {warehouse} of request {billCode} is frozen, so nothing can be ordered for it: have it unfrozen, or void the request if it is not needed any more',
  ),
  'purchasing.supplier-frozen': label(
    '采购订单 {billCode} 的供应商「{supplier}」已冻结，不能提交或审批：请退回后更换供应商，或先解冻',
    'The supplier {supplier} of order {billCode} is frozen, so it can be neither sent nor approved: take the order back and choose another, or have the supplier unfrozen first',
  ),
});
