import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'attach.used': label(
    '附件已被引用，不能删除：“{name}”被{by}使用',
    'A record refers to it, so it cannot be removed: “{name}” is used by {by}',
  ),
  'attach.name': label(
    '名称最多 200 个字，不能含斜杠或换行',
    'A name has at most 200 characters, no slash and no line break',
  ),
  'oss.endpoint': label(
    '资源地址 {endpoint} 不在允许的范围内，请管理员把它加入参数 oss.allowedHosts',
    'The endpoint {endpoint} is not allowed; ask an administrator to add it to the parameter oss.allowedHosts',
  ),
  'oss.in-use': label('启用中的配置不能删除', 'What is in use cannot be removed'),
  'oss.not-empty': label('其中还有 {count} 个文件，不能删除', '{count} files are kept there; it cannot be removed'),
  'oss.moved': label(
    '其中还有 {count} 个文件，不能改编号、地址、空间和分类；请另建一个配置',
    '{count} files are kept there; code, endpoint, bucket and kind stay. Make another configuration',
  ),
  'oss.unreachable': label(
    '存储 {code} 试写失败，没有启用：{reason}',
    'The storage {code} could not be written to and was not enabled: {reason}',
  ),
});
