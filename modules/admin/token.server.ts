import { createHmac, createHash, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

const ISSUER = 'larder';
const AUDIENCE = 'larder-api';
const TYPE = 'at+jwt';
const KNOWN_MAX = 5_000;

/** What an access token says: who, of which tenant, in which session. Rights are looked up, never carried. */
export interface AccessClaims {
  readonly tenant: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** Signs, reads and derives tokens with the server's one key. */
export interface Tokens {
  access(claims: AccessClaims, seconds: number): Promise<string>;
  /** The claims of an access token in force; null for anything else, a refresh token included. */
  read(token: string): Promise<AccessClaims | null>;
  newRefresh(): string;
  /** The one successor of a refresh token: derived, so that a repeated request gets the same without its being stored. */
  successorOf(refresh: string): string;
}

export function createTokens(secret: string): Tokens {
  if (Buffer.byteLength(secret) < 32) throw new Error('The token secret needs at least 32 bytes');
  const key = new TextEncoder().encode(secret);
  /** What was read stands until it expires: a signature proves the same however often it is looked at. */
  const known = new Map<string, { readonly claims: AccessClaims; readonly until: number }>();
  return {
    access: ({ tenant, userId, sessionId }, seconds) =>
      new SignJWT({ tid: tenant, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE }).setSubject(userId).setIssuer(ISSUER).setAudience(AUDIENCE)
        .setIssuedAt().setExpirationTime(`${seconds}s`).setJti(randomBytes(9).toString('base64url')).sign(key),
    async read(token) {
      const before = known.get(token);
      if (before !== undefined && Date.now() < before.until) return before.claims;
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], typ: TYPE, issuer: ISSUER, audience: AUDIENCE, requiredClaims: ['sub', 'exp', 'tid', 'sid'] });
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
    newRefresh: () => randomBytes(32).toString('base64url'),
    successorOf: (refresh) => createHmac('sha256', key).update(`refresh:${refresh}`).digest('base64url'),
  };
}

/** Refresh tokens are stored as digests. */
export const digestOfRefresh = (refresh: string): string => createHash('sha256').update(refresh).digest('hex');
