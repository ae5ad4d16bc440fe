import { createHmac, createHash, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

const ISSUER = 'larder';
const AUDIENCE = 'larder-api';
const TYPE = 'at+jwt';
const GUEST_AUDIENCE = 'larder-register';
const GUEST_TYPE = 'guest+jwt';
const KNOWN_MAX = 5_000;

/** What an access token says: who, of which tenant, in which session. Rights are looked up, never carried. */
export interface AccessClaims {
  readonly tenant: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** User id of somebody who has no account yet, as clients know it. */
export const NOBODY_YET = '-1';

/** Whom a sign-in provider vouched for, who has no account here yet. */
export interface GuestClaims {
  readonly tenant: string;
  readonly oauthId: string;
}

/** Signs, reads and derives tokens with the server's one key. */
export interface Tokens {
  access(claims: AccessClaims, seconds: number): Promise<string>;
  /** The claims of an access token in force; null for anything else, a refresh token included. */
  read(token: string): Promise<AccessClaims | null>;
  /** Good for asking for an account, and nothing else. */
  guest(claims: GuestClaims, seconds: number): Promise<string>;
  readGuest(token: string): Promise<GuestClaims | null>;
  newRefresh(): string;
  /**
   * The one successor of a refresh token: derived, so that a repeated request gets the same without its being stored.
   */
  successorOf(refresh: string): string;
}

/** The tokens of one server. `secret` needs at least 32 bytes. */
export function createTokens(secret: string): Tokens {
  if (Buffer.byteLength(secret) < 32) throw new Error('The token secret needs at least 32 bytes');
  const key = new TextEncoder().encode(secret);
  /** Claims by their token until it expires: a signature need not be verified twice. */
  const known = new Map<string, { readonly claims: AccessClaims; readonly until: number }>();
  return {
    access: ({ tenant, userId, sessionId }, seconds) =>
      new SignJWT({ tid: tenant, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setSubject(userId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(`${seconds}s`)
        .setJti(randomBytes(9).toString('base64url'))
        .sign(key),
    async read(token) {
      const before = known.get(token);
      if (before !== undefined && Date.now() < before.until) return before.claims;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'exp', 'tid', 'sid'],
        });
        const { sub, tid, sid, exp } = payload;
        if (typeof sub !== 'string' || typeof tid !== 'string' || typeof sid !== 'string') return null;
        const claims = { tenant: tid, userId: sub, sessionId: sid };
        if (known.size >= KNOWN_MAX) known.clear();
        known.set(token, { claims, until: exp! * 1000 });
        return claims;
      } catch {
        return null;
      }
    },
    guest: ({ tenant, oauthId }, seconds) =>
      new SignJWT({ tid: tenant })
        .setProtectedHeader({ alg: 'HS256', typ: GUEST_TYPE })
        .setSubject(oauthId)
        .setIssuer(ISSUER)
        .setAudience(GUEST_AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(`${seconds}s`)
        .sign(key),
    async readGuest(token) {
      try {
        const {
          payload: { sub, tid },
        } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: GUEST_TYPE,
          issuer: ISSUER,
          audience: GUEST_AUDIENCE,
          requiredClaims: ['sub', 'exp', 'tid'],
        });
        return typeof sub === 'string' && typeof tid === 'string' ? { tenant: tid, oauthId: sub } : null;
      } catch {
        return null;
      }
    },
    newRefresh: () => randomBytes(32).toString('base64url'),
    successorOf: (refresh) => createHmac('sha256', key).update(`refresh:${refresh}`).digest('base64url'),
  };
}

/** Refresh tokens are stored as digests. */
export const digestOfRefresh = (refresh: string): string => createHash('sha256').update(refresh).digest('hex');
