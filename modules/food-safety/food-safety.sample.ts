import { sample } from '../../tests/support/sample.ts';
import { foodSafetyLog } from './ledgers/food-safety-log.resource.ts';
import { safetyDuty } from './ledgers/safety-duty.resource.ts';

/** The fridge again, at another hour. */
export const safetyDutySample = sample(safetyDuty, {
  values: ({ number }) => ({
    logKind: 'temperature',
    dueTime: `${String(number % 24).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}`,
    lowLimit: '0',
    highLimit: '8',
  }),
});

/** A reading today that nobody was asked for. */
export const foodSafetyLogSample = sample(foodSafetyLog, {
  values: ({ today }) => ({
    logKind: 'temperature',
    bizDate: today,
    dutyId: '',
    healthCardId: '',
    offDuty: 0,
    temperature: '4',
    symptoms: '',
    method: '',
    minutes: '',
    pestFound: 0,
    opinion: '',
    ok: 1,
    correctiveAction: '',
  }),
});
