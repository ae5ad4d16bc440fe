import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
export const platformRefusals = declareRefusals({
  'region.digits': label('区划编号只能是数字', 'A region code has digits only'),
  'region.level': label('区划等级为 0 至 5，收到的是“{level}”', 'The level is 0 to 5; “{level}” was sent'),
  'region.country': label('编号 00 是国家，只此一个', 'Code 00 is the country, and the only one'),
  'region.country-above': label('国家没有上级区划，请清空“上级区划”', 'The country has nothing above it; leave “Above” empty'),
  'region.parent': label('请填写上级区划', 'Say which region it lies in'),
  'region.parent-unknown': label('上级区划“{code}”不存在，请先新增上级', 'There is no region “{code}”; add it first'),
  'region.deeper': label('区划等级须比上级深一级，应为 {level}', 'The level is one deeper than the one above: {level}'),
  'region.length': label('这一级的区划编号为 {digits} 位', 'A code of this level has {digits} digits'),
  'region.prefix': label('区划编号须以上级编号 {code} 开头', 'The code begins with the one above it, {code}'),
  'region.exists': label('行政区划编号已存在', 'This region code exists already'),
});
