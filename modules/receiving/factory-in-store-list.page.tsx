import { declarationOf } from '../../kernel/web/catalogue.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { atFactories } from '../stock/warehouses/at-factories.view.ts';
import { FACTORY_BILLS } from './factory-in-store.calls.ts';

const OF = atFactories(declarationOf(FACTORY_BILLS)!);

/** What comes to the stores of factories. */
export default function FactoryInStoreListPage() {
  return <ListPage of={OF} />;
}
