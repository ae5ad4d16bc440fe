import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { materialChannel } from './material-channel.resource.ts';
import { SourceTrial } from './source-trial.view.tsx';

/** Channels of materials, and what they and the rules come to for a place and a material. */
export default function MaterialChannelListPage() {
  return <ListPage of={materialChannel} toolbar={<SourceTrial />} />;
}
