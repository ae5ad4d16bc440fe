import type { Tone } from '../../kernel/core/field.ts';
import { type Label, label } from '../../kernel/core/label.ts';
import { contrast, isDark, mix, readable } from './colours.ts';

/** The few colours a theme decides. Everything else on the screen is derived from them. */
export interface Theme {
  readonly name: string;
  readonly label: Label;
  readonly dark: boolean;
  readonly primary: string;
  /** On buttons of the primary colour, where white letters would need it dull. */
  readonly letters?: string;
  readonly page: string;
  readonly surface: string;
  /** Menus, dialogs: what floats above the surface. */
  readonly raised: string;
  readonly text: string;
  readonly line: string;
  readonly sidebar: string;
  readonly sidebarText: string;
  readonly topBar: string;
  readonly topBarText: string;
  /** Ground of the sign-in picture. */
  readonly picture: string;
  /** Roundness of corners; 6 where nothing is said. */
  readonly radius?: number;
}

/**
 * What a theme does not say: the bar on top and what floats are as the surface is, and the letters on the bar as those
 * on it.
 */
const themed = (own: Omit<Theme, 'dark' | 'raised' | 'topBar' | 'topBarText'> & Partial<Theme>): Theme => ({
  dark: false,
  raised: own.surface,
  topBar: own.surface,
  topBarText: own.text,
  ...own,
});

export const standard = themed({
  name: 'default',
  label: label('默认', 'Standard'),
  primary: '#409EFF',
  page: '#f4f6f9',
  surface: '#ffffff',
  text: '#1d2733',
  line: '#e3e8ee',
  sidebar: '#1f2d3d',
  sidebarText: '#c3cfdc',
  picture: '#e9f1f8',
});

/** The first is what stands when nothing was chosen. The names are those people know, one misspelling included. */
export const themes: readonly Theme[] = [
  standard,
  themed({
    name: 'white',
    label: label('洁白', 'White'),
    primary: '#2563eb',
    page: '#ffffff',
    surface: '#ffffff',
    text: '#16181d',
    line: '#ececec',
    sidebar: '#ffffff',
    sidebarText: '#4b5160',
    picture: '#f4f5f7',
  }),
  themed({
    name: 'dark',
    label: label('深色', 'Dark'),
    dark: true,
    primary: '#409EFF',
    page: '#0e1217',
    surface: '#161b22',
    raised: '#1f262f',
    text: '#dfe5ec',
    line: '#2c3540',
    sidebar: '#12171d',
    sidebarText: '#a9b5c2',
    picture: '#141c26',
  }),
  themed({
    name: 'star',
    label: label('星空', 'Starry'),
    dark: true,
    primary: '#7c9cff',
    letters: '#0b1140',
    page: '#0b1140',
    surface: '#141c56',
    raised: '#1e286c',
    text: '#e6eafc',
    line: '#303b80',
    sidebar: '#070b2c',
    sidebarText: '#aab4e8',
    topBar: '#101749',
    topBarText: '#e4e8fb',
    picture: '#0d1438',
  }),
  themed({
    name: 'bule',
    label: label('湛蓝', 'Blue'),
    primary: '#1d6fe0',
    page: '#eff4fc',
    surface: '#ffffff',
    text: '#14263f',
    line: '#dbe6f5',
    sidebar: '#e3edfb',
    sidebarText: '#27466f',
    topBar: '#1556c0',
    topBarText: '#ffffff',
    picture: '#dbe8fb',
  }),
  themed({
    name: 'iview',
    label: label('青碧', 'Teal'),
    primary: '#0f9d90',
    page: '#f3f6f6',
    surface: '#ffffff',
    text: '#1f2a2a',
    line: '#dfe7e6',
    sidebar: '#2d3033',
    sidebarText: '#c0c5c9',
    picture: '#e2f1ef',
  }),
  themed({
    name: 'vip',
    label: label('黑金', 'Black and gold'),
    dark: true,
    primary: '#d4af37',
    letters: '#17130a',
    page: '#0c0b09',
    surface: '#16140f',
    raised: '#211e16',
    text: '#ece4d0',
    line: '#3a3423',
    sidebar: '#080705',
    sidebarText: '#c8b98c',
    topBar: '#100e0a',
    topBarText: '#e8d28f',
    picture: '#14120c',
  }),
  themed({
    name: 'cool',
    label: label('冷灰', 'Cool grey'),
    primary: '#00a3b8',
    page: '#e9edf0',
    surface: '#f9fbfc',
    raised: '#ffffff',
    text: '#1f2e36',
    line: '#cfd9de',
    sidebar: '#3b4a54',
    sidebarText: '#d3dce1',
    topBar: '#dde5e9',
    picture: '#dbe6ea',
  }),
  themed({
    name: 'd2',
    label: label('灰蓝', 'Grey-blue'),
    primary: '#5878b4',
    page: '#eaeff6',
    surface: '#fdfefe',
    raised: '#ffffff',
    text: '#2b3a52',
    line: '#d8e0ec',
    sidebar: '#eaeff6',
    sidebarText: '#4a5b77',
    topBar: '#eaeff6',
    picture: '#dfe7f2',
    radius: 4,
  }),
  themed({
    name: 'hey',
    label: label('暖珊瑚', 'Warm coral'),
    primary: '#ee7f3f',
    page: '#faf1e8',
    surface: '#fffdfa',
    text: '#3a2c27',
    line: '#efdfd2',
    sidebar: '#ffe8d9',
    sidebarText: '#6d5549',
    picture: '#fbe9de',
    radius: 10,
  }),
  themed({
    name: 'lte',
    label: label('石板', 'Slate'),
    primary: '#3c8dbc',
    page: '#ecf0f5',
    surface: '#ffffff',
    text: '#222d32',
    line: '#d2d6de',
    sidebar: '#222d32',
    sidebarText: '#b8c7ce',
    topBar: '#2c6f96',
    topBarText: '#ffffff',
    picture: '#dde7ee',
    radius: 0,
  }),
];

const TONES: Readonly<Record<Tone, string>> = {
  next: '#409eff',
  done: '#2f9e5f',
  look: '#d98a00',
  stop: '#e5484d',
  waiting: '#64809b',
  system: '#8e5bd0',
  plain: '#8a94a0',
};

/** The colour in ten steps, each a tenth nearer to white, and one darker. */
export const tints = (colour: string): readonly string[] => [
  ...Array.from({ length: 10 }, (_, step) => mix(colour, '#ffffff', step / 10)),
  mix(colour, '#000000', 0.1),
];

/** Readable on each of the grounds. */
const readOn = (colour: string, ...grounds: readonly string[]): string =>
  grounds.reduce((ink, ground) => readable(ink, ground), colour);

/** Shades computed once per theme; `strong` carries white or black text, `ink` is text on the surface. */
export function shades(theme: Theme): Readonly<Record<string, string>> {
  const hover = mix(theme.surface, theme.text, theme.dark ? 0.07 : 0.045);
  const soft = readOn(mix(theme.text, theme.surface, 0.32), theme.page, hover, theme.raised);
  const onPrimary = '#ffffff';
  const strong = readable(theme.primary, onPrimary);
  const stop = readable(TONES.stop, onPrimary);
  // A colour somebody chose himself may be too dark for them.
  const isBright = theme.letters !== undefined && contrast(theme.primary, theme.letters) >= 5;
  const button = isBright ? theme.primary : strong;
  const wash = mix(theme.surface, theme.primary, theme.dark ? 0.18 : 0.1);
  const tones = Object.entries(TONES).flatMap(([tone, colour]) => [
    [`tone-${tone}`, colour],
    [`tone-${tone}-ink`, readOn(colour, theme.surface, theme.page)],
    [`tone-${tone}-wash`, mix(theme.surface, colour, theme.dark ? 0.16 : 0.09)],
  ]);
  const [sidebarIsDark, topBarIsDark] = [isDark(theme.sidebar), isDark(theme.topBar)];
  const sidebarActive = mix(theme.sidebar, theme.primary, sidebarIsDark ? 0.28 : 0.14);
  const sidebarSunken = mix(theme.sidebar, sidebarIsDark ? '#000000' : theme.text, sidebarIsDark ? 0.12 : 0.025);
  const sidebarHover = mix(theme.sidebar, theme.sidebarText, 0.12);
  // A saturated bar darkens under the mouse, or white could no longer be read on it.
  const topBarHover =
    topBarIsDark && !theme.dark
      ? mix(theme.topBar, '#000000', 0.16)
      : mix(theme.topBar, theme.topBarText, topBarIsDark ? 0.14 : 0.06);
  const [darker, ...lighter] = tints(theme.primary).toReversed();
  return {
    primary: theme.primary,
    ...Object.fromEntries(lighter.toReversed().map((colour, step) => [`primary-${step}`, colour])),
    'primary-darker': darker!,
    'primary-strong': strong,
    // Under the pointer and pressed: deeper, so that white stays readable on it.
    'primary-hover': mix(strong, '#000000', 0.12),
    'primary-pressed': mix(strong, '#000000', 0.22),
    'switch-off': readable(mix(theme.line, theme.text, 0.4), onPrimary),
    'primary-ink': readOn(theme.primary, theme.surface, theme.page, theme.raised, wash),
    'primary-wash': wash,
    'on-primary': onPrimary,
    button,
    'button-hover': mix(button, isBright ? '#ffffff' : '#000000', 0.12),
    'button-pressed': mix(button, isBright ? '#ffffff' : '#000000', 0.22),
    'on-button': isBright ? theme.letters! : onPrimary,
    'stop-strong': stop,
    'stop-hover': mix(stop, '#000000', 0.12),
    'stop-pressed': mix(stop, '#000000', 0.22),
    page: theme.page,
    surface: theme.surface,
    raised: theme.raised,
    sunken: mix(theme.surface, theme.text, theme.dark ? 0.04 : 0.025),
    hover,
    text: theme.text,
    'text-soft': soft,
    line: theme.line,
    'line-strong': mix(theme.line, theme.text, 0.25),
    // A field is seen by its border alone.
    'control-line': readable(mix(theme.line, theme.text, 0.25), theme.surface, 3),
    sidebar: theme.sidebar,
    'sidebar-text': readOn(theme.sidebarText, theme.sidebar, sidebarSunken),
    'sidebar-strong': readOn(sidebarIsDark ? '#ffffff' : theme.text, theme.sidebar, sidebarHover),
    'sidebar-sunken': sidebarSunken,
    'sidebar-hover': sidebarHover,
    'sidebar-active': sidebarActive,
    'sidebar-active-text': readable(sidebarIsDark ? '#ffffff' : theme.primary, sidebarActive),
    'sidebar-line': mix(theme.sidebar, theme.line, sidebarIsDark ? 0 : 1),
    'top-bar': theme.topBar,
    'top-bar-text': readOn(theme.topBarText, theme.topBar, topBarHover),
    'top-bar-soft': readOn(mix(theme.topBarText, theme.topBar, 0.25), theme.topBar, topBarHover),
    'top-bar-hover': topBarHover,
    'top-bar-focus': readable(theme.primary, theme.topBar, 3),
    'top-bar-line': topBarIsDark && !theme.dark ? mix(theme.topBar, theme.topBarText, 0.35) : theme.line,
    picture: theme.picture,
    ...Object.fromEntries(tones),
  };
}

/** Rounding of corners in a theme, in pixels. */
export const radiusOf = (theme: Theme): number => theme.radius ?? 6;
