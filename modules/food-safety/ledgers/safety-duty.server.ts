import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { isTime } from '../../operations/meals/meal-time.rules.ts';
import { safetyDuty } from './safety-duty.resource.ts';

/** Duties with a time on the clock, and limits the right way round. */
export const safetyDutyBehaviour = behaviour(safetyDuty, {
  beforeSave(_context, { values }) {
    if (!isTime(values.dueTime)) throw new Refused(refuse('food-safety.time', {}, { field: 'dueTime' }));
    const { lowLimit, highLimit } = values;
    if (lowLimit !== null && highLimit !== null && Decimal.of(lowLimit).isAbove(Decimal.of(highLimit)))
      throw new Refused(refuse('food-safety.limits', {}, { field: 'highLimit' }));
  },
});
