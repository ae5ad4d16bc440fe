import { label } from '../../../kernel/core/label.ts';

/** What the list of materials says. */
export const materialTexts = {
  types: label('物料类型', 'Types of material'),
  'types.all': label('全部类型', 'All types'),
  'freeze.ask': label('停用 {count} 种物料？', 'Deactivate {count} {count:material|materials}?'),
  'freeze.lead': label(
    '停用后不能再选用；已有单据照常办完。以下地方正在使用：',
    'It can be chosen no more; what is under way is finished. It is in use here:',
  ),
  'freeze.none': label('没有菜谱、BOM、计划、订单或库存在使用。', 'No menu, BOM, plan, order or stock uses it.'),
  'freeze.ok': label('停用', 'Deactivate'),
  lamps: label('可{open}', 'Ready to {open}'),
  'lamps.none': label('尚未完备', 'Not ready for anything'),
  'ready.all': label(
    '计划、采购、核算和标签所需的资料齐全。',
    'All that planning, buying, costing and labelling need is here.',
  ),
  'ready.missing': label('还缺', 'Still missing'),
  'conversion.first': label(
    '填好两边的数量和单位后，在这里读出换算',
    'Give quantity and unit on both sides, and it reads here',
  ),
  'conversion.reads': label('读作', 'It reads'),
  'merge.ask': label('把「{from}」并入「{into}」？', 'Merge {from} into {into}?'),
  'merge.done': label('已合并，改到新物料 {moved} 处', 'Merged; {moved} {moved:record|records} moved'),
  'merge.into': label('并入 {into}', 'Into {into}'),
  'merge.how': label(
    '「{from}」将停用，名称和别名成为「{into}」的别名；需求和配方今后按 1:1 换成「{into}」。可随时撤销。',
    '{from} is frozen, its names become aliases of {into}, and plans and recipes count it as {into}, one for one. It can be undone.',
  ),
  'merge.kept': label('留在原物料上', 'Staying with it'),
  'merge.moves': label('改到新物料', 'Moving over'),
  'merge.ok': label('合并', 'Merge'),
  'merge.pair': label('把「{from}」并入「{into}」', 'Merge {from} into {into}'),
  'merge.units': label(
    '单位含量不同，请自行处理',
    'Not moved, since a unit holds another amount; look after these yourself',
  ),
  'merge.stays': label(
    '不改动（已发布、在办或库存），照常办完',
    'Untouched (released, under way or in stock) and finished as it is',
  ),
  'pairs.alias': label('别名相同', 'One’s alias'),
  'pairs.alike': label('名称相近', 'Look alike'),
  'pairs.find': label('查找重复', 'Find duplicates'),
  'pairs.narrow': label(
    '物料较多，相近名称需缩小范围查找：请输入关键词。',
    'With so many materials, names that look alike are told of a part: type a word.',
  ),
  'pairs.none': label(
    '在 {looked} 种物料中没有发现重复。',
    'No duplicates among {looked} {looked:material|materials}.',
  ),
  'pairs.open': label('待确认', 'To decide'),
  'pairs.apart': label('不是同一物料', 'Not one'),
  'pairs.apart.do': label('不是同一物料', 'These are not one'),
  'pairs.apart.done': label('已标记，不再提示这一对', 'Marked; they are not told any more'),
  'pairs.apart.none': label('还没有标记过。', 'Nothing was marked so far.'),
  'pairs.together': label('撤销标记', 'Take back'),
  'pairs.together.done': label('已撤销，重新列入待确认', 'Taken back; they are told again'),
  'pairs.same': label('名称相同', 'Same name'),
  'pairs.word': label('编码、名称或别名', 'Code, name or alias'),
  'undo.ask': label('撤销把「{from}」并入「{into}」？', 'Undo the merge of {from} into {into}?'),
  'undo.done': label('已撤销，恢复 {back} 处', 'Undone; {back} {back:record|records} put back'),
  'undo.how': label(
    '「{from}」恢复使用，名称和改动的记录恢复原样；合并后已发布或又改过的不动。',
    '{from} is thawed, its names and records are put back; what was released or changed since is left.',
  ),
  'undo.left': label(
    '已撤销，恢复 {back} 处；{left} 处合并后已有变化，保持不动',
    'Undone; {back} put back, {left} had changed since and were left',
  ),
  undo: label('撤销', 'Undo'),
  pictures: label('批量上传图片', 'Pictures'),
  'pictures.close': label('知道了', 'Close'),
  'pictures.done': label('{good} 张图片已放到各自的物料上', '{good} {good:picture is|pictures are} on their materials'),
  'pictures.how': label(
    '文件按物料编码或条码命名，如 V10001.jpg；同一物料多张写 V10001_2.jpg',
    'Name each file after the code or barcode of its material, such as V10001.jpg; further ones V10001_2.jpg',
  ),
  'pictures.left': label('还有 {count} 张在上传', '{count} still on their way'),
  'pictures.some': label(
    '{good} 张成功，{bad} 张没有放上，原因如下',
    '{good} are in place, {bad} are not, for these reasons',
  ),
} as const;
