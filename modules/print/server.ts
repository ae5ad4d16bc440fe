import type { Behaviour } from '../../kernel/server/behaviour.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { printTemplateBehaviour } from './print-template.server.ts';
import { printCalls } from './print.server.ts';
import './print.refusals.ts';

/** Printing on the server. */
export const printServer = (_services: Services): ServerModule => ({
  name: 'print',
  behaviours: [printTemplateBehaviour] as readonly Behaviour[],
  calls: printCalls,
});
