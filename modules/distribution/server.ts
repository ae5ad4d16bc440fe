import type { ServerModule } from '../../kernel/server/registry.ts';
import { straightLineBehaviour, uniformLineBehaviour } from './lists/distribution-lines.server.ts';

/** Distribution on the server. */
export const distributionServer = (): ServerModule => ({
  name: 'distribution',
  behaviours: [straightLineBehaviour, uniformLineBehaviour],
});
