import { expect, test } from 'vitest';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import { phoneRefusal } from './phone.rules.ts';

test.each([
  ['RULE-219', '', '手机号码不能为空'],
  ['RULE-219', '  ', '手机号码不能为空'],
  ['RULE-220 RULE-317', '1380013800', '手机号码长度不为11位'],
  ['RULE-220', '138001380001', '手机号码长度不为11位'],
  ['RULE-221', '1380013800a', '手机号码格式不正确'],
  ['RULE-221', '23800138000', '手机号码格式不正确'],
  ['RULE-221 RULE-317', '13800138000', undefined],
])('%s: the mobile number "%s": %s', (_rules, phone, sentence) => {
  const refusal = phoneRefusal(phone, 'phone');
  expect(refusal && sentenceOf(refusal, 'zh')).toBe(sentence);
});
