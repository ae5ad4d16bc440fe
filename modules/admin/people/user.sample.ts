import { sample } from '../../../tests/support/sample.ts';
import { user } from './user.resource.ts';

export const userSample = sample(user, {
  values: ({ number }) => ({ account: `tester${number}`, password: 'abc123', password2: 'abc123' }),
});
