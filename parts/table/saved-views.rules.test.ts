import { expect, test } from 'vitest';
import {
  renamedView,
  standsAs,
  viewOf,
  withDefault,
  withoutView,
  withView,
  type Asked,
  type SavedView,
  type Arrangement,
} from './saved-views.rules.ts';

const columns: Arrangement = { order: ['code'], hidden: [], added: ['brand'], widths: { code: 120 } };
const asked: Asked = { keyword: '米', filters: { type_equal: '7' }, shown: { type_equal: '粮' }, status: '', size: 30 };
const one = viewOf('早上', asked, columns);
const two = viewOf('缺货', { ...asked, keyword: '', sort: { field: 'qty', down: true } }, columns);

test('a view keeps what is asked, the order and the columns; the rows of a page only where somebody chose them', () => {
  expect(viewOf('早上', asked, columns)).toEqual({
    name: '早上',
    asked: { keyword: '米', filters: { type_equal: '7' }, shown: { type_equal: '粮' }, status: '' },
    columns,
  });
  expect(viewOf('早上', { ...asked, sized: true }, columns).asked).toMatchObject({ size: 30, sized: true });
});

test.each<[string, Asked, Arrangement, string | undefined]>([
  ['as it was kept, in whatever order it is written', { ...asked, shown: {} }, columns, '早上'],
  ['with other columns', asked, { ...columns, added: [] }, undefined],
  ['with other words', { ...asked, keyword: '面' }, columns, undefined],
  ['in another order', { ...asked, keyword: '', sort: { field: 'qty', down: false } }, columns, undefined],
  ['in the same order', { ...asked, keyword: '', sort: { down: true, field: 'qty' } }, columns, '缺货'],
  ['on another window', { ...asked, size: 50 }, columns, '早上'],
  ['with rows somebody chose', { ...asked, size: 50, sized: true }, columns, undefined],
])('a list %s stands as the view or as none', (_how, now, arranged, name) => {
  expect(standsAs([one, two], viewOf('', now, arranged))?.name).toBe(name);
});

const names = (views: readonly SavedView[]): string =>
  views.map(({ name, opensList }) => `${name}${opensList === true ? '*' : ''}`).join(' ');
test.each<[string, (views: readonly SavedView[]) => readonly SavedView[], string]>([
  ['another one', (views) => withView(views, viewOf('新', asked, columns)), '早上 缺货* 新'],
  [
    'one of the same name, which stays the default',
    (views) => withView(views, viewOf('缺货', asked, columns)),
    '早上 缺货*',
  ],
  ['one less', (views) => withoutView(views, '早上'), '缺货*'],
  ['another default', (views) => withDefault(views, '早上'), '早上* 缺货'],
  ['no default', (views) => withDefault(views, undefined), '早上 缺货'],
  ['another name', (views) => renamedView(views, '缺货', ' 要买 '), '早上 要买*'],
  ['no name', (views) => renamedView(views, '缺货', '  '), '早上 缺货*'],
  ['the name of another', (views) => renamedView(views, '缺货', '早上'), '早上 缺货*'],
])('views with %s', (_what, change, after) => {
  expect(names(change(withDefault([one, two], '缺货')))).toBe(after);
});
