/** What is wrong with a request, whichever call it asks. */
import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

declareRefusals({
  'body.not-an-object': label('请求内容不是有效的数据', 'The request body is not valid data'),
  'body.too-many': label(
    '请求内容过多，最多 {max} 项，请分批提交',
    'The request holds too much; send at most {max} values at a time',
  ),
  'body.too-deep': label(
    '请求内容层次过深，最多 {max} 层',
    'The request is nested too deeply; at most {max} levels are read',
  ),
  'body.nul': label(
    '内容中有无法保存的字符（U+0000），请删除后重试',
    'The text holds a character that cannot be kept (U+0000); remove it and try again',
  ),
  'idempotency.reused': label(
    '同一个请求编号用于了不同的内容，请刷新页面后重试',
    'The same idempotency key came with different content; reload the page and try again',
  ),
  'idempotency.key': label('请求编号最长 {max} 个字符', 'An idempotency key may have at most {max} characters'),
});
