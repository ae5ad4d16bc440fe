import type { Behaviour } from '../../kernel/server/behaviour.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { attachBehaviour, attachCalls, sweepFiles } from './attach.server.ts';
import { sweepFolder } from './folder-sweep.server.ts';
import { storage, ossBehaviour, ossCalls } from './oss.server.ts';
import './files.refusals.ts';

/** Files on the server. */
export const filesServer = (services: Services): ServerModule => ({
  name: 'files',
  behaviours: [attachBehaviour, ossBehaviour(services)] as readonly Behaviour[],
  calls: [...attachCalls(services), ...ossCalls(services)],
  scheduledTasks: [sweepFiles(services), sweepFolder(services)],
  provides: storage(services),
});
