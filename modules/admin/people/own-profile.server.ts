import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { inTransaction } from '../../../kernel/server/own-transaction.ts';
import { readRecord } from '../../../kernel/server/record-query.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { hashOf, requireAllowed, storePassword } from '../sign-in/password.server.ts';
import { isOwnPassword, tryOwnPassword } from '../sign-in/own-password.server.ts';
import { endSessions } from '../sign-in/session.server.ts';
import type { Identity } from '../rights/signed-in.server.ts';
import * as calls from './own-profile.calls.ts';
import { phoneRefusal } from './phone.rules.ts';
import { user } from './user.resource.ts';

/** People see and change their own account whatever their scope. */
const ownUser = { ...user, scope: null };

const ownProfile = serve(
  calls.ownProfile,
  async (context) => (await readRecord(ownUser, context, { id: context.user.userId })) ?? {},
  { outsiders: true },
);

/** What clients send of each password: its digest or clear text, blanks included. */
const textOf = (value: unknown): string => String(value ?? '');

async function changePassword(
  services: Services,
  identity: Identity,
  context: Context,
  { oldPassword, newPassword, newPassword1 }: Input,
): Promise<boolean> {
  const [present, wanted] = [textOf(oldPassword), textOf(newPassword)];
  if (wanted !== textOf(newPassword1)) throw new Refused(refuse('password.differ', {}, { field: 'newPassword1' }));
  await requireAllowed(services, context, wanted, { field: 'newPassword', digests: true });
  if (present.length > 200 || !(await tryOwnPassword(services, context, present)))
    throw new Refused(refuse('password.old', {}, { field: 'oldPassword' }));
  if (await isOwnPassword(services, context, wanted))
    throw new Refused(refuse('password.same', {}, { field: 'newPassword' }));
  const hash = await hashOf(wanted);
  const { userId, sessionId, realName } = context.user;
  await inTransaction(services.database, context, async (inside) => {
    await storePassword(inside.tx, userId, hash, false);
    await endSessions(inside.tx, [userId], 'password', sessionId);
    await audit(inside, [
      { resource: 'user', recordId: userId, action: 'update-password', title: realName, changes: {} },
    ]);
    inside.tx.afterCommit(() => identity.forgetAll());
  });
  return true;
}

const updateOwnProfile = serve(
  calls.updateOwnProfile,
  async (context, input, { body }) => {
    // What is left out stays and what is empty is cleared, so the values are taken as they were sent.
    const own = Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(input, name)));
    const { phone } = own;
    const refusal = textOf(phone) === '' ? undefined : phoneRefusal(textOf(phone), 'phone');
    if (refusal !== undefined) throw new Refused(refusal);
    await saveRecord(ownUser, context, { ...own, id: context.user.userId });
    return true;
  },
  { outsiders: true, lenient: true },
);

/** Calls of a person about their own account. */
export const ownProfileCalls = (services: Services, identity: Identity): readonly Call[] => [
  serve(calls.changePassword, (context, _input, { body }) => changePassword(services, identity, context, body), {
    outsiders: true,
    beforeOwnPassword: true,
    lenient: true,
    ownTransactions: true,
  }),
  serve(
    calls.checkPassword,
    (context, _input, { body: { password } }) => tryOwnPassword(services, context, textOf(password).slice(0, 200)),
    { outsiders: true, lenient: true, ownTransactions: true, reads: false },
  ),
  ownProfile,
  updateOwnProfile,
];
