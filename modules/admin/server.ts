import type { Behaviour } from '../../kernel/server/behaviour.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { captchaCall } from './sign-in/captcha.server.ts';
import { clientBehaviour } from './sign-in/client.server.ts';
import { demonstrationCall } from './sign-in/demonstration.server.ts';
import { deptBehaviour } from './people/dept.server.ts';
import { deptCalls } from './people/dept-calls.server.ts';
import { dictBehaviours, dictCalls } from './dictionaries/dict.server.ts';
import { redeemer, ticketCalls } from './sign-in/download-ticket.server.ts';
import { guestCalls } from './people/guest.server.ts';
import { menuBehaviour, topMenuBehaviour } from './menus/menu.server.ts';
import { menuCalls } from './menus/menu-calls.server.ts';
import { ownLinkCalls } from './sign-in/own-links.server.ts';
import { ownSessionCalls } from './sign-in/own-sessions.server.ts';
import { ownProfileCalls } from './people/own-profile.server.ts';
import { paramBehaviour } from './dictionaries/param.server.ts';
import { postBehaviour } from './people/post.server.ts';
import { roleBehaviour } from './rights/role.server.ts';
import { roleCalls } from './rights/role-calls.server.ts';
import { scopeBehaviours } from './rights/scope.server.ts';
import { sessionCalls } from './sign-in/session.server.ts';
import { lockCalls } from './sign-in/session-lock.server.ts';
import { tokenCall } from './sign-in/sign-in.server.ts';
import { createIdentity } from './rights/signed-in.server.ts';
import { socialProviderBehaviour } from './sign-in/social-provider.server.ts';
import { socialCalls } from './sign-in/social-sign-in.server.ts';
import { startUpCalls } from './sign-in/start-up-calls.server.ts';
import { createTokens } from './sign-in/token.server.ts';
import { userBehaviour } from './people/user.server.ts';
import { userCalls } from './people/user-calls.server.ts';
import { explainCall } from './rights/explain.server.ts';
import { userPlatformCalls } from './people/user-platform.server.ts';
import { userLookUps } from './people/user-look-ups.server.ts';
import './admin.refusals.ts';

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
      demonstrationCall(services),
      ...socialCalls(services),
      ...guestCalls(services),
      ...ownLinkCalls(services),
      ...sessionCalls(identity),
      ...lockCalls(services, identity),
      ...ownSessionCalls(identity),
      ...ticketCalls(services),
      ...startUpCalls(services),
      ...userCalls(services, identity),
      ...ownProfileCalls(services, identity),
      ...userLookUps,
      ...userPlatformCalls(services),
      explainCall(services),
      ...roleCalls(services, identity),
      ...menuCalls,
      ...deptCalls,
      ...dictCalls,
    ],
    constraintRefusals: { app_user_account_uq: 'user.exists-somehow', client_validity_ck: 'client.validity' },
    authenticate: identity.authenticate,
    redeem: redeemer(services, identity),
    userOf: identity.userOf,
  };
};
