import { expect, test } from 'vitest';
import { cleanRichText, isBlank, plainText } from './rich-text.ts';

test.each([
  ['a script goes with what it says', '<p>早</p><script>alert(1)</script>', '<p>早</p>'],
  [
    'so do styles, frames and forms',
    '<style>p{}</style><iframe src="https://a"></iframe><form><input></form><p>好</p>',
    '<p>好</p>',
  ],
  ['handlers go', '<p onclick="x()">点</p>', '<p>点</p>'],
  ['a picture of somebody else goes', '<p>看<img src="https://a/b.png" onerror="x()"></p>', '<p>看</p>'],
  [
    'one of ours stays',
    '<img src="/api/blade-resource/file/picture?tenant=000000&amp;id=1&amp;key=k" alt="图" onload="x()">',
    '<img src="/api/blade-resource/file/picture?tenant=000000&amp;id=1&amp;key=k" alt="图" />',
  ],
  [
    'a link that runs loses its address',
    '<a href="javascript:alert(1)">去</a>',
    '<a target="_blank" rel="noopener noreferrer">去</a>',
  ],
  [
    'also one written with entities',
    '<a href="java&#115;cript:alert(1)">去</a>',
    '<a target="_blank" rel="noopener noreferrer">去</a>',
  ],
  [
    'data is no address',
    '<a href="data:text/html,<script>1</script>">去</a>',
    '<a target="_blank" rel="noopener noreferrer">去</a>',
  ],
  [
    'a good link opens apart',
    '<a href="https://a.cn/b">去</a>',
    '<a href="https://a.cn/b" target="_blank" rel="noopener noreferrer">去</a>',
  ],
  [
    'formatting stays',
    '<h2>标题</h2><ul><li><strong>一</strong></li></ul>',
    '<h2>标题</h2><ul><li><strong>一</strong></li></ul>',
  ],
  [
    'svg and math are no way in',
    '<svg><script>alert(1)</script></svg><math><mtext><img src=x onerror=alert(1)></mtext></math>',
    '',
  ],
])('RULE-185: in formatted text %s', (_name, given, expected) => {
  expect(cleanRichText(given)).toBe(expected);
  expect(cleanRichText(cleanRichText(given))).toBe(cleanRichText(given));
});

test('nothing but markup is nothing; words are what is left of a text', () => {
  expect([
    isBlank('<p> <br></p>'),
    isBlank('<p>&nbsp;</p>'),
    isBlank('<p>0</p>'),
    isBlank('<img src="/api/blade-resource/file/picture?id=1">'),
  ]).toEqual([true, true, false, false]);
  expect(plainText('<h2>停水</h2><p>A &amp; B<br>明天</p>')).toBe('停水 A & B 明天');
});
