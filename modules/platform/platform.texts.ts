import { label } from '../../kernel/core/label.ts';

/** What the pages of this area say. */
export const platformTexts = {
  'region.search': label('区划名称、编号、拼音', 'Name, code or pinyin'),
  'region.below': label('新增下级', 'Add below'),
  'region.tree': label('区划树', 'Tree of regions'),
  'region.none': label('没有匹配的区划', 'No region matches'),
  'region.first': label('从左侧选择一个区划，查看或修改', 'Choose a region on the left to see or change it'),
  'region.more': label('只列出前 {count} 个，请输入更多文字', 'The first {count} are listed; type more to narrow'),
  'region.below.count': label('下级区划', 'Regions below'),
  'region.below.none': label('没有下级', 'Nothing below'),
  'region.where': label('所在', 'Lies in'),
} as const;
