import type { Plugin } from 'vite';
import { shades, standard, type Theme, themes } from '../../parts/theme/themes.ts';

interface Props {
  /** Items of the browser's storage: there while somebody is signed in, their look, and whether they made their menu narrow. */
  readonly signedIn: string;
  readonly look: string;
  readonly narrow: string;
}

/**
 * Whoever is signed in sees the outline of the application, in the colours of their theme, until it is drawn. It stands
 * in the page itself behind `#root`, is painted by CSS alone, and is gone once the application covers it.
 */
export function waitingShell({ signedIn, look, narrow }: Props): Plugin {
  const item = (key: string): string => `JSON.parse(localStorage.getItem(${JSON.stringify(key)})??'{}').content`;
  return {
    name: 'larder:waiting-shell',
    transformIndexHtml: () => [
      {
        tag: 'script',
        injectTo: 'head',
        children: `try{if(localStorage.getItem(${JSON.stringify(signedIn)})){const{dataset}=document.documentElement;dataset.waiting=${item(look)}?.theme??${JSON.stringify(standard.name)};if(${item(narrow)}??innerWidth<1200)dataset.narrow=''}}catch{}`,
      },
      { tag: 'style', injectTo: 'head', children: [OUTLINE, ...themes.map(coloursOf)].join('') },
      { tag: 'div', injectTo: 'body', attrs: { class: 'waiting', 'aria-hidden': 'true' } },
    ],
  };
}

/** The colours of the outline in a theme; those of the standard one also where the theme is none of these. */
function coloursOf(theme: Theme): string {
  const of = shades(theme);
  const colours = Object.entries({
    side: of['sidebar'],
    item: of['sidebar-hover'],
    bar: of['top-bar'],
    surface: of['surface'],
    page: of['page'],
    line: of['line'],
  }).map(([name, colour]) => `--wait-${name}:${colour}`);
  const selector = theme === standard ? '.waiting' : `[data-waiting=${theme.name}] .waiting`;
  return `${selector}{${colours.join(';')}}`;
}

const area = (colour: string, place: string, size: string): string =>
  `linear-gradient(var(--wait-${colour}) 0 0) ${place}/${size}`;
/** Bars of a height, each so far from the next. */
const bars = (colour: string, height: number, every: number, place: string, size: string): string =>
  `repeating-linear-gradient(var(--wait-${colour}) 0 ${height}px,#0000 0 ${every}px) ${place}/${size}`;

/** Menu, top bar, tabs, a title and rows, with the measures of the frame (shell.css); what is above stands first. */
const LAYERS = [
  bars('item', 12, 40, '20px 68px', 'calc(var(--wait-menu)*.55) 412px'),
  area('side', '0 0', 'var(--wait-menu) 100%'),
  area('line', 'calc(var(--wait-menu) + 16px) var(--wait-top)', '160px 20px'),
  bars(
    'line',
    10,
    36,
    'calc(var(--wait-menu) + 32px) calc(var(--wait-top) + 72px)',
    'calc(100% - var(--wait-menu) - 64px) calc(100% - var(--wait-top) - 120px)',
  ),
  area(
    'surface',
    'calc(var(--wait-menu) + 16px) calc(var(--wait-top) + 40px)',
    'calc(100% - var(--wait-menu) - 32px) calc(100% - var(--wait-top) - 56px)',
  ),
  area('bar', '0 0', '100% 48px'),
  area('surface', '0 48px', '100% calc(var(--wait-top) - 68px)'),
];
const OUTLINE = [
  `.waiting{display:none;position:fixed;inset:0;z-index:-1;--wait-menu:216px;--wait-top:104px;background:${LAYERS.join(',')};background-color:var(--wait-page);background-repeat:no-repeat}`,
  '[data-waiting] .waiting{display:block}',
  '[data-narrow] .waiting{--wait-menu:56px}',
  '@media (width<=767px){.waiting{--wait-menu:0px!important;--wait-top:68px}}',
  // Beside the application stands the dialog of who has to sign in again, closed.
  '#root:has(>:not(dialog))~.waiting{display:none}',
  '@media print{.waiting{display:none!important}}',
].join('');
