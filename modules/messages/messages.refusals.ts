import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
export const messagesRefusals = declareRefusals({
  'notice.end': label('结束时间须晚于通知时间', 'It has to end after it begins'),
  'message.receivers': label('一封邮件最多发给 {max} 人，收到 {count} 人', 'Mail goes to at most {max} people; {count} were given'),
  'message.receiver-gone': label('有 {count} 位收件人不存在或已停用，请重新选择', '{count} of the people do not exist or may not sign in; choose again'),
  'message.stream': label('该接口只提供事件流，请以 text/event-stream 请求', 'This call answers a stream of events only; ask for text/event-stream'),
});
