import type { Behaviour } from '../../kernel/server/behaviour.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { captchaCall } from './captcha.server.ts';
import { clientBehaviour } from './client.server.ts';
import { deptBehaviour } from './dept.server.ts';
import { deptCalls } from './dept-calls.server.ts';
import { dictBehaviours, dictCalls } from './dict.server.ts';
import { redeemer, ticketCalls } from './download-ticket.server.ts';
import { guestCalls } from './guest.server.ts';
import { menuBehaviour, topMenuBehaviour } from './menu.server.ts';
import { menuCalls } from './menu-calls.server.ts';
import { ownLinkCalls } from './own-links.server.ts';
import { ownSessionCalls } from './own-sessions.server.ts';
import { paramBehaviour } from './param.server.ts';
import { postBehaviour } from './post.server.ts';
import { roleBehaviour } from './role.server.ts';
import { roleCalls } from './role-calls.server.ts';
import { scopeBehaviours } from './scope.server.ts';
import { sessionCalls } from './session.server.ts';
import { lockCalls } from './session-lock.server.ts';
import { tokenCall } from './sign-in.server.ts';
import { createIdentity } from './signed-in.server.ts';
import { socialProviderBehaviour } from './social-provider.server.ts';
import { socialCalls } from './social-sign-in.server.ts';
import { startUpCalls } from './start-up-calls.server.ts';
import { createTokens } from './token.server.ts';
import { userBehaviour } from './user.server.ts';
import { userCalls } from './user-calls.server.ts';
import { explainCalls } from './explain.server.ts';
import { userPlatformCalls } from './user-platform.server.ts';
import { userLookUps } from './user-look-ups.server.ts';

/** Administration on the server, and the one place that proves who a token belongs to. */
export const adminServer = (services: Services): ServerModule => {
  const tokens = createTokens(services.tokenSecret);
  const identity = createIdentity(services.database, tokens, services.registry);
  return {
    name: 'admin',
    behaviours: [
      userBehaviour(services, identity),
      roleBehaviour(services, identity),
      deptBehaviour(identity),
      menuBehaviour(identity),
      topMenuBehaviour,
      paramBehaviour(services),
      postBehaviour,
      clientBehaviour,
      socialProviderBehaviour(services),
      ...dictBehaviours,
      ...scopeBehaviours(services, identity),
    ] as readonly Behaviour[],
    calls: [
      tokenCall(services, tokens),
      captchaCall(services.database),
      ...socialCalls(services),
      ...guestCalls(services),
      ...ownLinkCalls(services),
      ...sessionCalls(identity),
      ...lockCalls(services, identity),
      ...ownSessionCalls(identity),
      ...ticketCalls(services),
      ...startUpCalls(services),
      ...userCalls(services, identity),
      ...userLookUps,
      ...userPlatformCalls(services),
      ...explainCalls(services),
      ...roleCalls(services, identity),
      ...menuCalls(services),
      ...deptCalls(services),
      ...dictCalls(services),
    ],
    constraintRefusals: { app_user_account_uq: 'user.exists-somehow', client_validity_ck: 'client.validity' },
    authenticate: identity.authenticate,
    redeem: redeemer(services, identity),
    userOf: identity.userOf,
  };
};
