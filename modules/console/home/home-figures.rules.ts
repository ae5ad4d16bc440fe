/** Which figures somebody's home page shows: those of the work their rights are for. */
import type { CardKey } from '../cards.ts';

interface RoleFigures {
  /** Whoever may do this. */
  readonly right: string;
  /** The first of these they may see is drawn, the others stand as numbers. */
  readonly figures: readonly CardKey[];
}

/** The more special right first; whoever administers everything looks at the whole. */
const BY_RIGHT: readonly RoleFigures[] = [
  { right: 'role_edit', figures: ['food-cost', 'spend', 'stock', 'warnings', 'waste'] },
  { right: 'priceformula_add', figures: ['warnings', 'spend', 'cover'] },
  { right: 'purchaseorder_add', figures: ['spend', 'received', 'warnings', 'cover', 'expiring', 'stock'] },
  { right: 'invrequireplan_generate', figures: ['cover', 'meals', 'expiring', 'received', 'stock'] },
  { right: 'pick_do_apply', figures: ['expiring', 'received', 'stock', 'waste'] },
  { right: 'purchaseorder_do_apply', figures: ['spend', 'received', 'warnings', 'stock', 'waste'] },
  { right: 'gearsalesplan_do_apply', figures: ['stall-cost', 'meals', 'waste', 'stock'] },
  { right: 'gearsalesplan_add', figures: ['meals', 'received', 'expiring'] },
  { right: 'material_add', figures: ['ready', 'warnings'] },
];
/** What waits for approval is no figure here: the queue says it, of what the person decides. */
const OTHERS: readonly CardKey[] = [
  'meals',
  'food-cost',
  'spend',
  'stock',
  'waste',
  'received',
  'expiring',
  'warnings',
];
const TILES = 4;

/** The figure that is drawn and up to four that stand as numbers, of those the person may see. */
export function figuresFor(
  allowed: (right: string) => boolean,
  seen: ReadonlySet<CardKey>,
): { readonly plot: CardKey | undefined; readonly tiles: readonly CardKey[] } {
  const { figures } = BY_RIGHT.find(({ right }) => allowed(right)) ?? { figures: OTHERS };
  const [plot, ...rest] = figures.filter((key) => seen.has(key));
  return plot === undefined ? { plot, tiles: [] } : { plot, tiles: [plot, ...rest].slice(0, TILES) };
}
