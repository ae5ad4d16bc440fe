import { theme as antdTheme } from 'antd';
import { expect, test } from 'vitest';
import { contrast } from '../../../parts/theme/colours.ts';
import { themes } from '../../../parts/theme/themes.ts';
import { antdThemeOf } from './theme-antd.ts';

/** Colours of buttons as the component library paints them: what it derives, and what the theme says of buttons. */
function buttonColours(theme: string, primary?: string): Readonly<Record<string, string>> {
  const config = antdThemeOf({ theme, density: 'compact', ...(primary === undefined ? {} : { primary }) });
  return { ...antdTheme.getDesignToken(config), ...config.components?.Button, white: '#ffffff' } as never;
}

/** A button in some state: ink on ground. White is what the library writes on a filled one. */
const BUTTONS = [
  ['a common button', 'colorText', 'colorBgContainer'],
  ['a common button under the pointer', 'defaultHoverColor', 'colorBgContainer'],
  ['a common button pressed', 'defaultActiveColor', 'colorBgContainer'],
  ['a common button under the pointer in a dialog', 'defaultHoverColor', 'colorBgElevated'],
  ['a primary button', 'primaryColor', 'colorPrimary'],
  ['a primary button under the pointer', 'primaryColor', 'colorPrimaryHover'],
  ['a primary button pressed', 'primaryColor', 'colorPrimaryActive'],
  ['a dangerous button', 'white', 'colorError'],
  ['a dangerous button under the pointer', 'white', 'colorErrorHover'],
  ['a dangerous button pressed', 'white', 'colorErrorActive'],
  ['a button like a link', 'colorLink', 'colorBgElevated'],
  ['a button like a link under the pointer', 'colorLinkHover', 'colorBgElevated'],
  ['a button like a link pressed', 'colorLinkActive', 'colorBgElevated'],
] as const;

test.each(themes.flatMap(({ name }) => BUTTONS.map(([button, ink, ground]) => ({ name, button, ink, ground }))))(
  '$name: $button is read',
  ({ name, ink, ground }) => {
    const colours = buttonColours(name);
    expect(contrast(colours[ink]!, colours[ground]!)).toBeGreaterThanOrEqual(4.5);
  },
);

test.each(['#000000', '#ffffff', '#ffe600'])('nor does a primary colour of one’s own hide a button: %s', (primary) => {
  for (const { name } of themes) {
    const colours = buttonColours(name, primary);
    for (const [button, ink, ground] of BUTTONS)
      expect(contrast(colours[ink]!, colours[ground]!), `${name}: ${button}`).toBeGreaterThanOrEqual(4.5);
  }
});
