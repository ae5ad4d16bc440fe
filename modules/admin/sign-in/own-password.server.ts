import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { inTransaction } from '../../../kernel/server/own-transaction.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { matches, passwordHashOf } from './password.server.ts';
import { attempt } from './sign-in-attempts.server.ts';

/** Whether this is the caller's own password. No connection is held while it is compared. */
export async function isOwnPassword({ database }: Services, context: Context, password: string): Promise<boolean> {
  const hash = await inTransaction(database, context, ({ tx, user }) => passwordHashOf(tx, user.userId), {
    readOnly: true,
  });
  return matches(hash, password);
}

/** The same as an attempt to sign in: counted, and refused while the account is locked. */
export async function tryOwnPassword(services: Services, context: Context, password: string): Promise<boolean> {
  const { tenant, account } = context.user;
  const outcome = await attempt(services.database, { tenant, account, address: context.peer?.address ?? '' }, () =>
    isOwnPassword(services, context, password),
  );
  if (outcome === 'locked') throw new Refused(refuse('sign-in.locked'));
  return outcome === 'right';
}
