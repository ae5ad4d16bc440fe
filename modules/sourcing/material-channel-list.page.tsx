import type { Declaration } from '../../kernel/core/declaration.ts';
import { ListPage } from '../../kernel/web/list/list-page.tsx';
import { materialChannel } from './material-channel.resource.ts';
import { SourceTrial } from './source-trial.view.tsx';

const of = materialChannel as unknown as Declaration;

/** Channels of materials, and what they and the rules come to for a place and a material. */
export default function MaterialChannelListPage() {
  return <ListPage of={of} toolbar={<SourceTrial />} />;
}
