import { declareRefusals } from '../../../kernel/core/refusal.ts';

/** Why a code is not remembered: judged by the server alone. */
declareRefusals({
  'receiving.code-not-learned': {
    zh: '「{code}」不是可以记住的条码：至少 4 位，含数字，只用字母、数字和 . - / +',
    en: '“{code}” is no code to remember: at least 4 signs, with a digit, of letters, digits and . - / +',
  },
  'receiving.code-of-another': {
    zh: '条码 {code} 已是 {material} 的；先在“物料别名”或物料资料中改正，再扫',
    en: 'Code {code} already belongs to {material}; correct it in “Material alias” or in the material first, then scan again',
  },
});
