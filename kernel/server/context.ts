import type { Inputs } from '../core/contract.ts';
import type { Language } from '../core/label.ts';
import type { Shape } from '../core/shape.ts';
import { Fault } from '../../parts/http/fault.ts';
import type { UploadedFile } from '../../parts/http/request-input.ts';
import type { Transaction } from '../../parts/postgres/database.ts';
import type { Registry } from './registry.ts';
import './record.refusals.ts';

/** Rows a person may see: those they created, of these departments, and those that are or name one of these records. */
export type DataScope =
  | { readonly all: true }
  | {
      readonly all: false;
      readonly depts: readonly string[];
      readonly records?: ReadonlyMap<string, readonly string[]>;
    };

/** Rows of one record kind: all, the person's own, or those whose field names one of these departments. */
export type MoreScope =
  | { readonly which: 'all' }
  | { readonly which: 'own' }
  | { readonly which: 'depts'; readonly field: string; readonly depts: readonly string[] };

/** Who acts. Loaded at sign-in and again whenever rights change (within 5 seconds). */
export interface SignedIn {
  readonly userId: string;
  readonly tenant: string;
  readonly timeZone: string;
  readonly account: string;
  readonly realName: string;
  readonly deptId: string;
  readonly roles: readonly string[];
  /** Button codes and menu codes held. */
  readonly permissions: ReadonlySet<string>;
  readonly scope: DataScope;
  /** Rows beyond `scope`, by the name of the record: scopes only add. */
  readonly moreScopes?: ReadonlyMap<string, readonly MoreScope[]>;
  /** Addresses permitted without the right of their button; the last part may be `*`. */
  readonly paths?: readonly string[];
  readonly sessionId: string;
  /** An outsider: of calls open to everybody signed in, only those for outsiders; of lists, only their own rows. */
  readonly outsider?: boolean;
  /** Keeps the tenants themselves, but nothing within another than his own. */
  readonly keepsTenants?: boolean;
  /** Came with a password somebody else gave: may do nothing before choosing one of his own. */
  readonly mustChangePassword?: boolean;
  /** The screen is locked: nothing answers before it is unlocked. */
  readonly locked?: boolean;
  /** Somebody else vouches for him, and he has no account here yet: the proof he came with. */
  readonly unregistered?: string;
}

/** What a handler is given. One transaction, one person, one moment. */
export interface Context {
  readonly tx: Transaction;
  /** The program it happens in. */
  readonly registry: Registry;
  readonly user: SignedIn;
  readonly tenant: string;
  /** yyyy-MM-dd HH:mm:ss in the tenant's time zone. */
  readonly now: string;
  /** yyyy-MM-dd in the tenant's time zone. */
  readonly today: string;
  readonly language: Language;
  readonly requestId: string;
  /** What `prepare` of the call answered, before the transaction was opened. */
  readonly prepared?: unknown;
  /** Where the request came from; absent for work without a request. */
  readonly peer?: Peer;
  allowed(permission: string): boolean;
}

/** The context of a piece of work: in which transaction and program, for whom, when. */
export function contextOf(
  work: Pick<Context, 'tx' | 'registry' | 'user' | 'now' | 'language' | 'requestId' | 'peer'>,
): Context {
  const { user, now } = work;
  return {
    ...work,
    tenant: user.tenant,
    today: now.slice(0, 10),
    allowed: (permission) => user.permissions.has(permission),
  };
}

const oncePerTransaction = new WeakMap<Transaction, Map<string, unknown>>();
/** What `make` answers, made when first asked for in this transaction: for what hooks of one request share. */
export function once<T>({ tx }: Pick<Context, 'tx'>, key: string, make: () => T): T {
  const made = oncePerTransaction.get(tx) ?? new Map<string, unknown>();
  oncePerTransaction.set(tx, made);
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as T;
}

/** The other end of the line. */
export interface Peer {
  readonly address: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What a request brought, read from query, form, JSON or multipart alike; the query wins. */
export type Input = Readonly<Record<string, unknown>>;

/** A call of the API. Without a permission it does not mount. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'GET+POST';
  readonly service: string;
  /** Address below the service, for example `invrequireplan/generatePlan`. */
  readonly path: string;
  /** Codes of which one is needed, or `SESSION` or `PUBLIC`. */
  readonly permission: string | readonly string[];
  readonly summary: { readonly zh: string; readonly en: string };
  /** What it reads; further keys are left to the handler. */
  readonly input?: Inputs;
  /** What it answers, of a call with a contract. */
  readonly answer?: Shape;
  /** Takes one file as `file`. Rows of a `sheet` (of a `sheet or job`: a small one) are read before the transaction. */
  readonly upload?: boolean | 'sheet' | 'sheet or job';
  /** Of a public one: throws where what stands in the address opens nothing, before the body is read. */
  admit?(query: Input, now: string | undefined): Promise<void>;
  /** Takes up to so many uploaded files, whatever their fields are called. */
  readonly uploads?: number;
  /** POST that only reads: runs read-only and needs no idempotency. */
  readonly reads?: boolean;
  /** Is about a tenant, which `tenantId` names; of every other call it names the caller's own. */
  readonly namesTenant?: boolean;
  /** With `SESSION`: open to outsiders, too. */
  readonly outsiders?: boolean;
  /** With `SESSION`: offers records of this declaration, to whoever may list them or refer to them. */
  readonly chooses?: string;
  /** Opens its own transactions, as public calls do, and holds none while it waits. Idempotency keys are ignored. */
  readonly ownTransactions?: boolean;
  /** Open also to somebody who must choose a password first: to choose it, to see who he is, to leave. */
  readonly beforeOwnPassword?: boolean;
  /** Open also while the screen is locked: to unlock it, and to leave. */
  readonly whileLocked?: boolean;
  /** Open also to somebody without an account: to ask for one, and what a program asks when it starts. */
  readonly beforeRegistered?: boolean;
  /**
   * Waits for something else than the database, such as a hash or another system: runs before the transaction is
   * opened, and its answer is `prepared` of the handler's context. `inTransaction` of its context opens a short one.
   */
  prepare?(context: Context, input: Input, file: UploadedFile | null): Promise<unknown> | undefined;
  handle(context: Context, input: Input, file: UploadedFile | null, files?: readonly UploadedFile[]): Promise<unknown>;
}

/** 404: no such record, or none the person may see. `name`: what kind of record. */
export const unknownRecord = (name: { zh: string; en: string }): Fault =>
  new Fault(404, { zh: `${name.zh}不存在或已删除`, en: `${name.en} does not exist or was removed` });

/** 403 of every call but those with `beforeOwnPassword`, until the person has chosen a password. */
export const ownPasswordFirst = (): Fault =>
  new Fault(403, {
    zh: '请先把初始密码改成自己的密码，再继续操作',
    en: 'Change the password you were given into one of your own first; everything else opens after that',
  });

/** 403 of every call but those with `whileLocked`, while the person's screen is locked. */
export const screenLocked = (): Fault =>
  new Fault(403, { zh: '屏幕已锁定，请先解锁', en: 'The screen is locked; unlock it first' }, 'session.locked');

/** 403: the person has no right to the call. */
export const notPermitted = (): Fault =>
  new Fault(403, {
    zh: '没有操作权限，请联系管理员授权',
    en: 'You do not have the right to do this; ask an administrator to grant it',
  });
