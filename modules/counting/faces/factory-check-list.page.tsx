import { declarationOf } from '../../../kernel/web/catalogue.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { atFactories } from '../../stock/warehouses/at-factories.view.ts';
import { FACTORY_COUNTS } from './factory-check.calls.ts';

const OF = atFactories(declarationOf(FACTORY_COUNTS)!);

/** Counts of the stores of factories. */
export default function FactoryCheckListPage() {
  return <ListPage of={OF} />;
}
