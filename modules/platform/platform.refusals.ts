import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'region.digits': label('区划编号只能是数字', 'A region code has digits only'),
  'region.level': label('区划等级为 0 至 5，收到的是“{level}”', 'The level is 0 to 5; “{level}” was sent'),
  'region.country': label('编号 00 是国家，只此一个', 'Code 00 is the country, and the only one'),
  'region.country-above': label(
    '国家没有上级区划，请清空“上级区划”',
    'The country has nothing above it; leave “Above” empty',
  ),
  'region.parent': label('请填写上级区划', 'Say which region it lies in'),
  'region.parent-unknown': label('上级区划“{code}”不存在，请先新增上级', 'There is no region “{code}”; add it first'),
  'region.deeper': label('区划等级须比上级深一级，应为 {level}', 'The level is one deeper than the one above: {level}'),
  'region.length': label('这一级的区划编号为 {digits} 位', 'A code of this level has {digits} digits'),
  'region.prefix': label('区划编号须以上级编号 {code} 开头', 'The code begins with the one above it, {code}'),
  'tenant.platform': label('不可删除管理租户!', 'The platform’s own tenant cannot be removed or stopped'),
  'tenant.platform-ends': label(
    '管理租户不能设置过期时间，请清空',
    'The platform’s own tenant does not end; leave the time empty',
  ),
  'tenant.platform-package': label(
    '管理租户不受套餐限制，不能设置套餐',
    'The platform’s own tenant is not limited by a package',
  ),
  'tenant.name': label('租户名称已存在，请换一个', 'There is a tenant of this name; choose another'),
  'tenant.domain-taken': label('绑定域名已被其他租户使用', 'Another tenant has this domain'),
  'tenant.domain': label('绑定域名须以 http:// 或 https:// 开头', 'The domain begins with http:// or https://'),
  'tenant.background': label(
    '登录背景须是 http(s) 地址或已上传的图片',
    'The picture is an http(s) address or one that was uploaded here',
  ),
  'tenant.time-zone': label(
    '没有时区“{value}”，例如 Asia/Shanghai',
    'There is no time zone “{value}”; for example Asia/Shanghai',
  ),
  'tenant.too-many': label(
    '{tenant} 当前用户数已超过该额度：已有 {there} 个，额度 {most} 个',
    '{tenant} has {there} users already, more than {most}',
  ),
  'tenant.package-used': label(
    '套餐正被租户“{tenant}”使用，不能删除',
    'The tenant “{tenant}” uses this package; it cannot be removed',
  ),
  'tenant.datasource-used': label(
    '数据源正被租户“{tenant}”使用，不能删除',
    'The tenant “{tenant}” uses this data source; it cannot be removed',
  ),
  'code.table': label('数据表 {table} 不存在，无法生成', 'There is no table {table} to print from'),
  'code.system': label('只支持 system=saber，收到的是“{value}”', 'Only system=saber is known; “{value}” was sent'),
  'region.exists': label('行政区划编号已存在', 'This region code exists already'),
});
