import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { projectDeptCentralFactory } from './project-dept-central-factory.resource.ts';
import { WhoServes } from './who-serves.view.tsx';

/** Which factories serve which sites, and who serves one of them with a material on a day. */
export default function FactoryRelationListPage() {
  return <ListPage of={projectDeptCentralFactory} toolbar={<WhoServes />} />;
}
