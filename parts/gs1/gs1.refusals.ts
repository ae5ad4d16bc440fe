import { declareRefusals } from '../../kernel/core/refusal.ts';

/** What is wrong with a code that was read. */
declareRefusals({
  'gs1.check-digit': {
    zh: '条码 {code} 的校验位不对，应为 {expected}；请重扫，仍不对请按纸面录入',
    en: 'The check digit of {code} is wrong, it should be {expected}; scan again, or enter what is printed',
  },
  'gs1.places': {
    zh: '条码中的重量（AI {ai}）不能有 {places} 位小数，最多 5 位；请按标签上的重量录入',
    en: 'The weight in the code (AI {ai}) cannot have {places} decimals, 5 at most; enter the weight on the label',
  },
  'gs1.date': {
    zh: '条码中的日期（AI {ai}）{value} 不是一天；请按标签上的日期录入',
    en: 'The date in the code (AI {ai}), {value}, is not a day; enter the date on the label',
  },
  'gs1.length': {
    zh: '条码中 AI {ai} 的内容「{value}」长度不对；请重扫',
    en: 'What the code has for AI {ai}, “{value}”, has the wrong length; scan again',
  },
  'gs1.not-digits': {
    zh: '条码中 AI {ai} 的内容「{value}」应全是数字；请重扫',
    en: 'What the code has for AI {ai}, “{value}”, should be digits only; scan again',
  },
  'gs1.unknown': {
    zh: '条码中「{rest}」不是 GS1 的内容；请重扫，仍不行请按标签录入',
    en: '“{rest}” in the code is nothing GS1 knows; scan again, or enter what is on the label',
  },
  'gs1.twice': {
    zh: '条码中 AI {ai} 有两个不同的值：{first} 和 {second}；请按标签录入',
    en: 'The code has two values for AI {ai}: {first} and {second}; enter what is on the label',
  },
});
