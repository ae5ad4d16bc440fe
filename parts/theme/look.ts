import { radiusOf, shades, standard, type Theme, themes } from './themes.ts';
import { readStored, writeStored } from '../state/device-storage.ts';
import { store } from '../state/store.ts';

export type Density = 'compact' | 'comfortable';
export interface Look {
  readonly theme: string;
  readonly density: Density;
  /** The person's own primary colour, over the theme's. */
  readonly primary?: string;
}

export const look = store<Look>(readStored<Look>('look', { theme: standard.name, density: 'compact' }));

/** Changes the look on this device; undefined takes a choice back. */
export function changeLook(change: { readonly [K in keyof Look]?: Look[K] | undefined }): void {
  look.update((now) => JSON.parse(JSON.stringify({ ...now, ...change })) as Look);
  writeStored('look', look.get());
}

/** The theme of a look, the person's own colour in it. */
export function themeOf(now: Look): Theme {
  const theme = themes.find((each) => each.name === now.theme) ?? standard;
  return now.primary === undefined ? theme : { ...theme, primary: now.primary };
}

/** Paints the document; called at start and whenever the look changes. */
function paint(): void {
  const now = look.get();
  const theme = themeOf(now);
  const root = document.documentElement;
  for (const [name, colour] of Object.entries(shades(theme))) root.style.setProperty(`--${name}`, colour);
  root.style.setProperty('--radius', `${radiusOf(theme)}px`);
  root.style.setProperty('--row', now.density === 'compact' ? '36px' : '44px');
  root.style.colorScheme = theme.dark ? 'dark' : 'light';
  root.classList.remove(...[...root.classList].filter((name) => name.startsWith('theme-')));
  root.classList.add(`theme-${theme.name}`);
  root.dataset['density'] = now.density;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme.topBar);
}

/** Paints the document now and at every change of the look; answers how to stop. */
export function keepPainted(): () => void {
  paint();
  return look.subscribe(paint);
}
