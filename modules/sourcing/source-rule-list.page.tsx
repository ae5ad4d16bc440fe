import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { sourceInventoryConfigure } from './source-inventory.resource.ts';
import { SourceTrial } from './source-trial.view.tsx';

/** Source rules, and what they come to for a place and a material. */
export default function SourceRuleListPage() {
  return <ListPage of={sourceInventoryConfigure} toolbar={<SourceTrial />} />;
}
