import { expect, test } from 'vitest';
import { chainXml } from './chain.rules.ts';
import { nodeName, withEndNames } from './end-names.rules.ts';

test.each`
  kind       | name      | zh        | en
  ${'start'} | ${'提交'} | ${'提交'} | ${'Sent'}
  ${'end'}   | ${'End'}  | ${'结束'} | ${'End'}
  ${'end'}   | ${'归档'} | ${'归档'} | ${'归档'}
  ${'task'}  | ${'提交'} | ${'提交'} | ${'提交'}
  ${'start'} | ${''}     | ${''}     | ${''}
`('$kind 「$name」 is called $zh and $en', ({ kind, name, zh, en }) => {
  expect([nodeName(kind, name, 'zh'), nodeName(kind, name, 'en')]).toEqual([zh, en]);
});

test('a chain is drawn with its ends in the language of who draws it, and back again', () => {
  const chain = {
    key: 'leave',
    name: '请假',
    steps: [{ id: 'one', name: '提交', settings: { candidates: [] }, when: '' }],
  };
  const xml = chainXml(chain);
  const english = withEndNames(xml, 'en');
  expect([...english.matchAll(/<bpmn:(\w+) [^>]*?name="([^"]+)"/g)].map(([, kind, name]) => [kind, name])).toEqual([
    ['process', '请假'],
    ['startEvent', 'Sent'],
    ['userTask', '提交'],
    ['endEvent', 'End'],
  ]);
  expect(withEndNames(english, 'zh')).toBe(xml);
});
