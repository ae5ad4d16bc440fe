import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'notice.end': label('结束时间须晚于通知时间', 'It has to end after it begins'),
  'message.receivers': label(
    '一封邮件最多发给 {max} 人，收到 {count} 人',
    'Mail goes to at most {max} people; {count} were given',
  ),
  'message.receiver-gone': label(
    '有 {count} 位收件人不存在或已冻结，请重新选择',
    '{count} of the people do not exist or may not sign in; choose again',
  ),
  'sms.in-use': label('启用中的配置不能删除', 'What is in use cannot be removed'),
  'sms.provider': label(
    '“{code}”的服务商暂不支持，请选择开发收件箱、云片或阿里云',
    'The provider of “{code}” is not spoken to; choose the outbox, Yunpian or Aliyun',
  ),
  'sms.params': label('参数须是 JSON 对象，如 {"code":"1234"}', 'Parameters are a JSON object such as {"code":"1234"}'),
  'sms.phones': label('一次最多发给 {max} 个号码，收到 {count} 个', 'At most {max} phones at once; {count} were given'),
  'sms.unknown': label('没有编号为“{code}”的短信配置', 'There is no configuration “{code}”'),
  'sms.missing': label('模板参数缺少：{names}', 'The template lacks {names}'),
  'sms.empty': label(
    '短信内容为空，请选择模板或填写参数',
    'The message is empty; choose a template or give its parameters',
  ),
  'sms.not-a-phone': label('不是手机号码，应为 1 开头的 11 位数字', 'Not a phone: 11 digits beginning with 1'),
  'sms.phone-quota': label(
    '该号码今天已发 {most} 条，达到上限',
    'This phone had {most} messages today, which is the limit',
  ),
  'sms.user-quota': label('您今天已发 {most} 条，达到上限', 'You sent {most} messages today, which is the limit'),
  'sms.tenant-quota': label(
    '本租户今天已发 {most} 条，达到上限',
    'The tenant sent {most} messages today, which is the limit',
  ),
  'sms.not-failed': label('只有待发或失败的记录可以重新发送', 'Only what waits or failed can be sent again'),
  'message.stream': label(
    '该接口只提供事件流，请以 text/event-stream 请求',
    'This call answers a stream of events only; ask for text/event-stream',
  ),
});
