import { sample } from '../../tests/support/sample.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { pick } from './pick.document.ts';

export const pickSample = sample(pick, { values: ({ today }) => ({ needTime: `${dayPlus(today, 1)} 08:00:00` }) });
