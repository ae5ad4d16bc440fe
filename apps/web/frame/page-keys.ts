import type { keysTexts } from './keys.texts.ts';

/** Keys, the text that says what they do, and what must stand on the page for them beside that of their group. */
type Key = readonly [keys: string, does: keyof typeof keysTexts, where?: string];
interface KeyGroup {
  readonly title: keyof typeof keysTexts;
  /** What stands on a page where these keys work; absent: everywhere. */
  readonly where?: string;
  readonly keys: readonly Key[];
}

/** What the keyboard does, by what is on a page. */
const GROUPS: readonly KeyGroup[] = [
  {
    title: 'list',
    where: '.search-row',
    keys: [
      ['/', 'search-row'],
      ['n', 'new', '.list-head .ant-btn-primary'],
      ['↑ ↓', 'rows'],
      ['Space', 'select'],
      ['Enter', 'open'],
      ['Ctrl Enter', 'open-tab'],
    ],
  },
  {
    title: 'grid',
    where: '[role=grid]',
    keys: [
      ['Enter · F2', 'edit'],
      ['Tab', 'right'],
      ['Alt ↓', 'pick'],
      ['Ctrl D', 'copy-down'],
      ['Ctrl Enter', 'fill'],
      ['Ctrl V', 'paste'],
      ['Ctrl Z · Ctrl Y', 'undo'],
      ['Ctrl F', 'find'],
    ],
  },
  {
    title: 'dock',
    where: '.dock-lines',
    keys: [
      ['Enter', 'check', '.dock-accept'],
      ['Tab', 'fields'],
      ['Ctrl Enter', 'receive', '.dock-accept'],
    ],
  },
  {
    title: 'picking',
    where: '.pick-page .pick-card',
    keys: [
      ['Enter', 'picked', '.stepper'],
      ['1 … 6', 'reason', '.stepper'],
      ['Enter', 'ship', '.pick-review'],
      ['Tab', 'fields'],
    ],
  },
  {
    title: 'counting',
    where: '.count-desk',
    keys: [
      ['Enter', 'counted'],
      ['F8 · Shift F8', 'problem'],
    ],
  },
  { title: 'form', where: '.record-form', keys: [['Ctrl S', 'save']] },
  {
    title: 'all',
    keys: [
      ['Ctrl K', 'anything'],
      ['Esc', 'close'],
      ['Ctrl P', 'print'],
      ['?', 'help'],
    ],
  },
];

/** The groups of keys that work where `has` finds these elements. */
export const keysOf = (has: (where: string) => boolean): readonly KeyGroup[] =>
  GROUPS.filter(({ where }) => where === undefined || has(where)).map((group) => ({
    ...group,
    keys: group.keys.filter(([, , where]) => where === undefined || has(where)),
  }));
