// Loaded before everything else in each process of a test run.
import { shiftDate, shiftMs } from './shifted-date.ts';

if (shiftMs() !== 0) shiftDate(shiftMs());
