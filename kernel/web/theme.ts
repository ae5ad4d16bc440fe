import { type Label, label } from '../core/label.ts';
import type { Tone } from '../core/field.ts';
import { mix, readable } from './colours.ts';
import { recall, remember } from './remembered.ts';
import { store } from './store.ts';

/** The few colours a theme decides. Everything else on the screen is derived from them. */
export interface Theme {
  readonly name: string;
  readonly label: Label;
  readonly dark: boolean;
  readonly primary: string;
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
}

const standard: Theme = {
  name: 'default', label: label('默认', 'Default'), dark: false, primary: '#409EFF',
  page: '#f4f6f9', surface: '#ffffff', raised: '#ffffff', text: '#1d2733', line: '#e3e8ee',
  sidebar: '#1f2d3d', sidebarText: '#c3cfdc', topBar: '#ffffff', topBarText: '#1d2733', picture: '#e9f1f8',
};

/** The first is what stands when nothing was chosen. */
export const themes: readonly Theme[] = [
  standard,
  {
    name: 'dark', label: label('深色', 'Dark'), dark: true, primary: '#409EFF',
    page: '#0e1217', surface: '#161b22', raised: '#1f262f', text: '#dfe5ec', line: '#2c3540',
    sidebar: '#12171d', sidebarText: '#a9b5c2', topBar: '#161b22', topBarText: '#dfe5ec', picture: '#141c26',
  },
];

export type Density = 'compact' | 'comfortable';
export interface Look {
  readonly theme: string;
  readonly density: Density;
  /** The person's own primary colour, over the theme's. */
  readonly primary?: string;
}

const prefersDark = typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches;
export const look = store<Look>(recall<Look>('look', { theme: prefersDark ? 'dark' : 'default', density: 'compact' }));

export function changeLook(change: Partial<Look>): void {
  look.update((now) => ({ ...now, ...change }));
  remember('look', look.get());
}

export function themeOf(now: Look): Theme {
  const theme = themes.find((each) => each.name === now.theme) ?? standard;
  return now.primary === undefined ? theme : { ...theme, primary: now.primary };
}

const TONES: Readonly<Record<Tone, string>> = {
  next: '#409eff',
  done: '#2f9e5f',
  look: '#d98a00',
  stop: '#e5484d',
  waiting: '#64809b',
  system: '#8e5bd0',
  plain: '#8a94a0',
};

/** Readable on each of the grounds. */
const readOn = (colour: string, ...grounds: readonly string[]): string => grounds.reduce((ink, ground) => readable(ink, ground), colour);

/** Shades computed once per theme; `strong` carries white or black text, `ink` is text on the surface. */
export function shades(theme: Theme): Readonly<Record<string, string>> {
  const soft = readable(mix(theme.text, theme.surface, 0.32), theme.page);
  const onPrimary = '#ffffff';
  const strong = readable(theme.primary, onPrimary);
  const wash = mix(theme.surface, theme.primary, theme.dark ? 0.18 : 0.1);
  const tones = Object.entries(TONES).flatMap(([tone, colour]) => [
    [`tone-${tone}`, colour],
    [`tone-${tone}-ink`, readOn(colour, theme.surface, theme.page)],
    [`tone-${tone}-wash`, mix(theme.surface, colour, theme.dark ? 0.16 : 0.09)],
  ]);
  return {
    primary: theme.primary,
    'primary-strong': strong,
    'switch-off': readable(mix(theme.line, theme.text, 0.4), onPrimary),
    'primary-ink': readOn(theme.primary, theme.surface, theme.page, theme.raised, wash),
    'primary-wash': wash,
    'on-primary': onPrimary,
    page: theme.page,
    surface: theme.surface,
    raised: theme.raised,
    sunken: mix(theme.surface, theme.text, theme.dark ? 0.04 : 0.025),
    hover: mix(theme.surface, theme.text, theme.dark ? 0.07 : 0.045),
    text: theme.text,
    'text-soft': soft,
    line: theme.line,
    'line-strong': mix(theme.line, theme.text, 0.25),
    sidebar: theme.sidebar,
    'sidebar-text': readable(theme.sidebarText, theme.sidebar),
    'sidebar-hover': mix(theme.sidebar, theme.sidebarText, 0.12),
    'sidebar-active': mix(theme.sidebar, theme.primary, 0.28),
    'sidebar-active-text': readable('#ffffff', mix(theme.sidebar, theme.primary, 0.28)),
    'top-bar': theme.topBar,
    'top-bar-text': theme.topBarText,
    picture: theme.picture,
    ...Object.fromEntries(tones),
  };
}

/** Paints the document; called at start and whenever the look changes. */
export function paint(): void {
  const now = look.get();
  const theme = themeOf(now);
  const root = document.documentElement;
  for (const [name, colour] of Object.entries(shades(theme))) root.style.setProperty(`--${name}`, colour);
  root.style.setProperty('--row', now.density === 'compact' ? '36px' : '44px');
  root.style.colorScheme = theme.dark ? 'dark' : 'light';
  root.dataset['theme'] = theme.name;
  root.dataset['density'] = now.density;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme.topBar);
}

export function keepPainted(): () => void {
  paint();
  return look.subscribe(paint);
}
