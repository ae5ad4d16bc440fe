/** What is wrong with entries a device sends later. */
import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

declareRefusals({
  'device.other-person': label(
    '这些数据由另一个账号录入，请由本人登录后上传',
    'Somebody else made these entries; they are sent once that person signs in on this device',
  ),
});
