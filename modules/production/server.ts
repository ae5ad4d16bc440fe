import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { closeDay } from './day/close-day.server.ts';
import { kitchenBoard } from './day/kitchen-board.server.ts';
import { servedFromPots } from './day/served-portions.server.ts';
import { servedPortions } from '../operations/forecast/served-portions.port.server.ts';
import { cookedYields } from '../master-data/yields/cooked-yields.port.server.ts';
import { yieldsOfPots } from './produce/cooked-yields.server.ts';
import { addLabels, labelBehaviour } from './labels/label.server.ts';
import { watchSamples } from './labels/sample-alarms.server.ts';
import { prepList, tickPrep } from './prep/prep-list.server.ts';
import { produceBehaviour, produceCalls } from './produce/produce.server.ts';
import { splitBomBehaviour } from './produce/split-bom.server.ts';
import { foodWasteBehaviour, foodWasteCalls } from './waste/food-waste.server.ts';
import './production.refusals.ts';

/** The day of a kitchen on the server. */
export const productionServer = (services: Services): ServerModule => ({
  name: 'production',
  provides: [servedPortions.by(servedFromPots), cookedYields.by(yieldsOfPots)],
  behaviours: [splitBomBehaviour, produceBehaviour, labelBehaviour, foodWasteBehaviour],
  calls: [...produceCalls, ...foodWasteCalls, addLabels, kitchenBoard, closeDay, prepList, tickPrep],
  scheduledTasks: [watchSamples(services)],
});
