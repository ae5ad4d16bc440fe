import { expect, test } from 'vitest';
import { modules } from '../../modules.ts';
import { entryOf, valueInWords } from './param-entry.rules.ts';

test.each`
  key                     | value               | by           | zh                  | en
  ${'ui.languageSwitch'}  | ${'1'}              | ${'switch'}  | ${'开启'}           | ${'On'}
  ${'ui.languageSwitch'}  | ${'0'}              | ${'switch'}  | ${'关闭'}           | ${'Off'}
  ${'ui.languageSwitch'}  | ${''}               | ${'switch'}  | ${''}               | ${''}
  ${'ui.languageSwitch'}  | ${'yes'}            | ${undefined} | ${'yes'}            | ${'yes'}
  ${'store.cost.method'}  | ${'moving-average'} | ${'choice'}  | ${'移动平均'}       | ${'Moving average'}
  ${'store.cost.method'}  | ${'fifo'}           | ${undefined} | ${'fifo'}           | ${'fifo'}
  ${'account.failCount'}  | ${'5'}              | ${'figure'}  | ${'5 次'}           | ${'5 times'}
  ${'account.failCount'}  | ${'five'}           | ${'figure'}  | ${'five'}           | ${'five'}
  ${'embed.allowedHosts'} | ${'bi.example.com'} | ${undefined} | ${'bi.example.com'} | ${'bi.example.com'}
  ${'__proto__'}          | ${'1'}              | ${undefined} | ${'1'}              | ${'1'}
`('$key "$value" is entered by $by and read as $en', ({ key, value, by, zh, en }) => {
  expect(entryOf(key, value)?.by).toBe(by);
  expect(valueInWords(key, value)).toEqual({ zh, en });
});

const declared = modules.flatMap((module) => Object.entries(module.parameters ?? {}));

test('whoever sees 0 or 1 is told what it means: every parameter that begins as one is a switch or has a unit', () => {
  expect(
    declared.flatMap(([key, { value }]) => (/^[01]$/.test(value) && entryOf(key, value) === undefined ? [key] : [])),
  ).toEqual([]);
});

test.each(declared.filter(([key]) => entryOf(key, '') !== undefined))(
  '%s: what it begins with can be shown by its entry',
  (key, { value }) => {
    const by = entryOf(key, '')!.by;
    expect([by, entryOf(key, value)?.by]).toEqual([by, by]);
    if (by === 'figure') expect(value).toMatch(/^-?\d+(\.\d+)?$/);
  },
);
