import type { RightLetter, RoleSeed } from './demonstration-roles.ts';
import { PLATFORM_PAGES } from '../menu.ts';

/** A node of the menu as rights are given: pages and groups of category 1, buttons of category 2. */
export interface RightNode {
  readonly code: string;
  readonly parent: string | null;
  readonly category: number;
  /** A button's action: its code without the permission's prefix. */
  readonly alias: string;
  /** Prefix of the permission codes of the page or the button's record. */
  readonly permission: string;
}

const LOOK = /^(view|view_all|export)$/;
const WRITE = /^(add|edit|delete|import|copy|to_apply|withdraw|freeze|thaw|generate\w*)$/;
const DECIDE =
  /^(do_apply|adopt|refuse|reject|void|override|backdate|short|late|start|finish|check|emergency|grade)$|approv/;
/** Seeing a figure is a right of its own, below whichever page its button is. */
const FIGURE = /_view_cost$|_view_settlement$|_see$|^field_|^dish_cost_view$/;

/** Which buttons a letter gives. Carrying out is whatever is neither looking, writing nor deciding. */
export function givesButton(letter: RightLetter, alias: string): boolean {
  if (LOOK.test(alias)) return true;
  if (letter === 'V') return false;
  const kind: RightLetter = WRITE.test(alias) ? 'E' : DECIDE.test(alias) ? 'A' : 'O';
  return kind === letter;
}

/** Figures of what is requested and ordered. */
const ORDERS = [
  'invpleasepurchase_view_cost',
  'purchaseorder_view_cost',
  'distributionstraight_view_cost',
  'distributionuniform_view_cost',
  'purchasedocument_view_cost',
];
/** What sites are charged for what a factory sends them. */
const PUSHED = ['factorysuppressorder_view_cost', 'factorysuppressinstore_view_cost', 'factoryorder_view_cost'];
const PRICES = ['purchase', 'settlement', 'management', 'joint', 'assessment', 'pricescheme', 'pricerun'];
/** Does a word of the matrix name this field right? */
function namesFieldRight(word: string, code: string): boolean {
  if (word === 'all') return true;
  if (word === 'prices') return PRICES.some((price) => namesFieldRight(price, code));
  if (word === 'settlement' && code.endsWith('_view_settlement')) return true;
  if (PRICES.includes(word)) return code.startsWith(word) && code.endsWith('_see');
  if (word === 'orders') return ORDERS.includes(code);
  if (word === 'pushed') return PUSHED.includes(code);
  if (word === 'cost') return code.endsWith('view_cost') || /^field_(stock_)?cost/.test(code);
  if (word === 'dish-cost') return code === 'dish_cost_view';
  return code === `field_${word}`;
}

/**
 * Codes a seeded role holds: matched pages with the groups above them, the buttons its letters give, its field rights.
 */
export function codesOfRole(seed: RoleSeed, nodes: readonly RightNode[]): ReadonlySet<string> {
  const byCode = new Map(nodes.map((node) => [node.code, node]));
  const above = (node: RightNode): RightNode[] => {
    const parent = node.parent === null ? undefined : byCode.get(node.parent);
    return parent === undefined ? [] : [parent, ...above(parent)];
  };
  // A record without a page of its own lodges below another's page: it belongs to the groups above, not to that page.
  // A page without a record owns the buttons that begin with its code.
  const homes = (node: RightNode): RightNode[] => {
    if (node.category === 1) return [node, ...above(node)];
    const line = above(node);
    const page = line[0]?.permission;
    return page === node.permission || node.permission.startsWith(`${page}_`) ? line : line.slice(1);
  };
  const isPlatform = (node: RightNode): boolean =>
    [node, ...above(node)].some((each) => PLATFORM_PAGES.includes(each.code));
  const held = new Set<string>();
  const hold = (node: RightNode): void => [node, ...above(node)].forEach((each) => held.add(each.code));
  const isFieldRight = (node: RightNode): boolean =>
    node.category === 2 && (node.parent === 'field_right' || FIGURE.test(node.code));
  for (const node of nodes) {
    if (seed.areas === undefined) {
      if (seed.alias === 'administrator' || !isPlatform(node)) hold(node);
      continue;
    }
    if (isFieldRight(node)) {
      if ((seed.fields ?? '').split(' ').some((word) => word !== '' && namesFieldRight(word, node.code))) hold(node);
      continue;
    }
    if (isPlatform(node) && seed.alias !== 'auditor') continue;
    for (const [letter, words] of Object.entries(seed.areas) as [RightLetter, string][]) {
      const areas = words.split(' ');
      const matches =
        areas.includes('*') || areas.includes(node.permission) || homes(node).some((home) => areas.includes(home.code));
      if (matches && (node.category === 1 || givesButton(letter, node.alias))) hold(node);
    }
  }
  return held;
}
