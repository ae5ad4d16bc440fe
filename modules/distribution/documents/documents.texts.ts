import { label } from '../../../kernel/core/label.ts';

/** What the pages of purchase documents and factory orders say. */
export const documentsTexts = {
  behind: label('每行背后的需求', 'What stands behind each line'),
  none: label('没有项目部的需求', 'No needs of sites'),
  material: label('物料', 'Material'),
  site: label('项目部', 'Site'),
  warehouse: label('收货仓库', 'Warehouse'),
  need: label('需求日期', 'Needed on'),
  qty: label('数量', 'Quantity'),
  received: label('已收', 'Received'),
  list: label('来源', 'From'),
  advice: label('下单前请注意', 'Before you order'),
  'next.complete': label('下一步：核对后完成，生成订单', 'Next: look it over and complete it, and its order is made'),
  'next.order': label('已生成', 'Became'),
  bills: label('项目部入库单', 'Bills of the site'),
  'bills.none': label('还没有发货', 'Nothing was shipped yet'),
  number: label('单号', 'Number'),
  state: label('状态', 'State'),
  'next.accept': label('下一步：接单，占用库存并开始分拣', 'Next: accept it; stock is held and sorting begins'),
  'next.sort': label('下一步：分拣，分拣完发货', 'Next: sort it, then ship'),
  'next.receive': label('在途，等 {place} 收货', 'On its way: {place} receives it'),
} as const;
