import { theme as antdTheme, type ThemeConfig } from 'antd';
import { readable } from '../../../parts/theme/colours.ts';
import { radiusOf, shades, type Theme } from '../../../parts/theme/themes.ts';
import { type Look, themeOf } from '../../../parts/theme/look.ts';

/** antd's tokens from a theme's few colours. The only place where the component library learns a colour. */
export function antdThemeOf(look: Look): ThemeConfig {
  const theme = themeOf(look);
  const shade = shades(theme);
  const of: Shade = (name) => shade[name] ?? theme.text;
  return {
    algorithm: theme.dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    cssVar: { key: 'larder' },
    // Built, the styles come as a stylesheet, which knows no hash.
    zeroRuntime: import.meta.env.PROD,
    hashed: false,
    token: tokensOf(theme, of),
    components: componentsOf(theme, of, look.density === 'compact'),
  };
}

/** A shade of the theme by its name. */
type Shade = (name: string) => string;

/** What holds for every component: colours, corners, letters, motion. */
const tokensOf = (theme: Theme, of: Shade): NonNullable<ThemeConfig['token']> => ({
  colorPrimary: of('primary-strong'),
  colorPrimaryHover: of('primary-hover'),
  colorPrimaryActive: of('primary-pressed'),
  colorInfo: of('primary-strong'),
  colorLink: of('primary-ink'),
  colorLinkHover: of('primary-ink'),
  colorLinkActive: of('primary-ink'),
  colorSuccess: of('tone-done-ink'),
  colorWarning: of('tone-look-ink'),
  colorError: of('tone-stop-ink'),
  colorText: theme.text,
  colorTextBase: theme.text,
  colorTextSecondary: of('text-soft'),
  colorTextTertiary: of('text-soft'),
  colorTextDescription: of('text-soft'),
  colorTextDisabled: of('text-soft'),
  colorBgMask: 'rgb(10 16 24 / 0.32)',
  colorTextPlaceholder: readable(of('text-soft'), theme.surface),
  colorBgBase: theme.surface,
  colorBgLayout: theme.page,
  colorBgContainer: theme.surface,
  colorBgElevated: theme.raised,
  colorBorder: of('line-strong'),
  colorBorderSecondary: theme.line,
  colorSplit: theme.line,
  borderRadius: radiusOf(theme),
  borderRadiusLG: radiusOf(theme) === 0 ? 0 : radiusOf(theme) + 2,
  borderRadiusSM: Math.min(4, radiusOf(theme)),
  borderRadiusXS: Math.min(2, radiusOf(theme)),
  fontSize: 14,
  fontFamily: 'var(--face)',
  // For whom nothing shall move; base.css stills the rest.
  motion: !(typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches),
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.15s',
  controlHeight: 32,
  boxShadowTertiary: 'none',
  wireframe: false,
});

/** Where a component is to look otherwise than it would by these. */
const componentsOf = (theme: Theme, of: Shade, compact: boolean): NonNullable<ThemeConfig['components']> => ({
  Table: {
    fontSize: 13,
    cellFontSize: 13,
    cellPaddingBlock: compact ? 7 : 11,
    cellPaddingInline: 12,
    headerBg: of('sunken'),
    headerColor: of('text-soft'),
    headerSplitColor: 'transparent',
    rowHoverBg: of('hover'),
    rowSelectedBg: of('primary-wash'),
    rowSelectedHoverBg: of('primary-wash'),
    headerBorderRadius: 0,
    borderColor: theme.line,
  },
  // Under the pointer the library lightens what is to be read; here it stays readable (theme-antd.test.ts).
  Button: {
    colorLink: of('primary-ink'),
    colorLinkHover: of('primary-ink'),
    colorLinkActive: of('primary-ink'),
    colorPrimary: of('button'),
    colorPrimaryHover: of('button-hover'),
    colorPrimaryActive: of('button-pressed'),
    primaryColor: of('on-button'),
    defaultHoverColor: of('primary-ink'),
    defaultHoverBorderColor: of('primary-ink'),
    defaultActiveColor: of('primary-ink'),
    defaultActiveBorderColor: of('primary-ink'),
    colorError: of('stop-strong'),
    colorErrorHover: of('stop-hover'),
    colorErrorActive: of('stop-pressed'),
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    fontWeight: 400,
  },
  Tabs: {
    itemSelectedColor: of('primary-ink'),
    itemActiveColor: of('primary-ink'),
    itemHoverColor: of('primary-ink'),
    inkBarColor: of('primary-ink'),
  },
  // White words on a switch that is off.
  Switch: {
    trackHeight: 24,
    handleSize: 20,
    colorTextQuaternary: of('switch-off'),
    colorTextTertiary: of('switch-off'),
  },
  Drawer: { footerPaddingBlock: 12, footerPaddingInline: 24 },
  Tooltip: { fontSize: 13 },
  // Of inks as dark as these the algorithm would make mud.
  Alert: {
    colorSuccessBg: of('tone-done-wash'),
    colorWarningBg: of('tone-look-wash'),
    colorErrorBg: of('tone-stop-wash'),
    colorInfoBg: of('primary-wash'),
  },
});
