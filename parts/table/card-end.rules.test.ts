import { expect, test } from 'vitest';
import { document, resource } from '../../kernel/core/declaration.ts';
import { choice, moment, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { approvalLife } from '../../kernel/core/life.ts';
import { cardEnd } from './card-end.rules.ts';

const named = { label: label('甲', 'A'), service: 'x', segment: 'x' };
const fields = {
  name: text('名称', 'Name'),
  at: moment('时间', 'Time'),
  kind: choice('类型', 'Kind', [['a', '甲', 'A']]),
  state: choice('状态', 'State', [['done', '完成', 'Done', 'done']]),
  end: moment('结束', 'End'),
};

const endOf = (of: Parameters<typeof cardEnd>[0], names: readonly string[]): readonly string[] =>
  cardEnd(
    of,
    names.map((name) => ({ name })),
  ).map(({ name }) => name);

test('the foot of a card tells how a row stands and since when', () => {
  const bill = document('bill', { ...named, fields, life: approvalLife('X') });
  expect(endOf(bill, ['billCode', 'status', 'name', 'at', 'state', 'createTime'])).toEqual(['status', 'createTime']);
  const record = resource('record', { ...named, fields });
  expect(endOf(record, ['name', 'at', 'state', 'frozen', 'updateTime'])).toEqual(['frozen']);
  const log = resource('log', { ...named, fields, view: true });
  expect(endOf(log, ['name', 'at', 'kind', 'state', 'end'])).toEqual(['at', 'state']);
  expect(endOf(log, ['name', 'at', 'createTime'])).toEqual(['createTime']);
});
