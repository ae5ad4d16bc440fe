import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { themes } from '../../parts/theme/themes.ts';
import { antdThemeOf } from './frame/theme-antd.ts';
import { componentsIn, rulesOf, stylesOf } from './component-styles.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const components = componentsIn(
  ['apps/web/frame', 'kernel/web', 'parts', 'modules'].map((folder) => path.join(ROOT, folder)),
);
const styles = stylesOf(components, '.larder');

test('a component is styled together with those it is made of, and what nobody uses is left out', () => {
  expect([...components]).toEqual(
    expect.arrayContaining(['table', 'pagination', 'select', 'tooltip', 'drawer', 'tree-select']),
  );
  for (const name of [
    'ant-table-thead',
    'ant-pagination-item',
    'ant-select-dropdown',
    'ant-tooltip',
    'ant-drawer',
    'ant-select-tree',
    'ant-btn-primary',
    'anticon',
  ])
    expect(styles).toContain(`.${name}`);
  expect(styles).not.toMatch(/\.ant-(carousel|calendar|transfer|mentions|watermark)/);
});

test('no rule reaches a link or a button outside the library', () => {
  expect(rulesOf(styles).filter((rule) => /^(a|button|input|\*|body|html)\b/.test(rule))).toEqual([]);
});

// The stylesheet is the library's own, made once for its example theme: it may stand for ours only while no rule
// depends on a theme.
test.each(
  themes.flatMap((theme) => (['compact', 'comfortable'] as const).map((density) => ({ theme: theme.name, density }))),
)('what $theme, $density, would make in the browser is in the stylesheet', (look) => {
  const load = createRequire(import.meta.url);
  const library = path.dirname(load.resolve('antd/package.json'));
  const { createCache, extractStyle, StyleProvider } = createRequire(path.join(library, 'lib/index.js'))(
    '@ant-design/cssinjs',
  );
  const { createElement } = load('react');
  const { renderToString } = load('react-dom/server');
  const { ConfigProvider } = load('antd');
  const official = new Set(rulesOf(fs.readFileSync(path.join(library, 'dist/antd.css'), 'utf8')));
  const strange: string[] = [];
  for (const [folder, name = folder] of [
    ['button', 'btn'],
    ['table'],
    ['select'],
    ['pagination'],
    ['menu'],
    ['input'],
    ['date-picker', 'picker'],
    ['checkbox'],
    ['dropdown'],
    ['drawer'],
    ['modal'],
    ['tooltip'],
    ['tag'],
    ['switch'],
    ['upload'],
    ['tree'],
    ['alert'],
    ['message'],
  ] as const) {
    const cache = createCache();
    const { default: useStyle } = load(`antd/lib/${folder}/style/index.js`);
    const Styled = (): null => {
      useStyle(`ant-${name}`, `ant-${name}-css-var`);
      return null;
    };
    renderToString(
      createElement(
        StyleProvider,
        { cache },
        createElement(ConfigProvider, { theme: { ...antdThemeOf(look), zeroRuntime: false } }, createElement(Styled)),
      ),
    );
    const made = rulesOf(extractStyle(cache, { plain: true, types: ['style'] })).filter(
      (rule) => !/^\.data-ant-|^\.ant-[a-z-]*-css-var/.test(rule),
    );
    expect(made.length).toBeGreaterThan(20);
    strange.push(...made.filter((rule) => !official.has(rule)));
  }
  expect(strange).toEqual([]);
});
