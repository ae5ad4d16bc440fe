/** The in-store and its faces: each shows the bills of one kind, at an address of its own. */
import type { HeaderRow } from '../../kernel/core/declaration.ts';
import type { Context } from '../../kernel/server/context.ts';
import { inStore } from './in-store.document.ts';

export type InstoreType = HeaderRow<typeof inStore>['instoreType'];

const FACES: Readonly<Record<InstoreType, string>> = {
  site: inStore.name,
  factory: 'factorywarehouseinstore',
  suppress: 'factorysuppressinstore',
  returned: 'factoryreturnedinstore',
  'self-purchase': 'selfpurchaseinstore',
};

/** What shows bills of a kind. */
export const faceOf = ({ registry }: Pick<Context, 'registry'>, kind: InstoreType): typeof inStore =>
  registry.find(FACES[kind]) as typeof inStore;

/** What the ledger calls bills of a kind: by the address of what shows them. */
export const ledgerTypeOf = (kind: InstoreType): string => (kind === 'site' ? inStore.segment : FACES[kind]);

/** The same of all kinds. */
export const LEDGER_TYPES: readonly string[] = (Object.keys(FACES) as InstoreType[]).map(ledgerTypeOf);
