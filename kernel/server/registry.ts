import { type Declaration, titleField } from '../core/declaration.ts';
import type { Fields, Rules } from '../core/field.ts';
import { kinds } from '../core/kinds.ts';
import type { Module } from '../core/module.ts';
import type { Approvals } from './approvals.ts';
import type { Behaviour } from './behaviour.ts';
import type { Call, SignedIn } from './context.ts';
import type { Database, Transaction } from '../../parts/postgres/database.ts';
import type { DownloadLink } from '../../parts/http/download-link.ts';
import type { Observer } from './observe.ts';
import { providersOf, type PortName, type Providers, type Provision } from './port.ts';

/** What the program hands to the server part of an area. */
export interface Services {
  readonly database: Database;
  /** Key that signs tokens, at least 32 bytes. */
  readonly tokenSecret: string;
  /** Folder for uploaded and produced files. */
  readonly fileFolder: string;
  /** What kind of installation this is, for logs. */
  readonly environment?: string;
  /** Password of the accounts of the demonstration, of a program started with it. */
  readonly demonstrationPassword?: string;
  /** Every declaration with its behaviour; complete once the server listens. */
  readonly registry: () => Registry;
  /** Every call there is; complete once the server listens. */
  readonly mounted: () => readonly Call[];
}

/** Work that runs again and again, in one program at a time; the next program repeats an interrupted round. */
export interface ScheduledTask {
  readonly name: string;
  /** From the end of a round to the beginning of the next. */
  readonly everyMs: number;
  run(): Promise<void>;
}

/** What an area adds on the server: behaviour of its declarations and calls beyond the ordinary ones. */
export interface ServerModule {
  readonly name: string;
  readonly behaviours?: readonly Behaviour[];
  readonly calls?: readonly Call[];
  /** What it answers to areas above, which ask through a port. */
  readonly provides?: readonly Provision[];
  /** Constraints written by hand in its migration: constraint name → refusal code. */
  readonly constraintRefusals?: Readonly<Record<string, string>>;
  /** Is told of every call once it was answered. */
  readonly observer?: Observer;
  readonly scheduledTasks?: readonly ScheduledTask[];
  /** What a new tenant begins with of this area, in the transaction that makes it. */
  newTenant?(tx: Transaction): Promise<void>;
  /** Has a say in the actions of all documents; at most one area. */
  readonly approvals?: Approvals;
  /** Proves who a token belongs to; exactly one area has it. */
  authenticate?(token: string): Promise<SignedIn | null>;
  /** Uses a ticket up and says who it stands for at this link. */
  redeem?(ticket: string, link: DownloadLink): Promise<SignedIn | null>;
  /** The rights a person has now, for work that runs later on his behalf; null when the account is disabled. */
  userOf?(tenant: string, userId: string): Promise<SignedIn | null>;
}

/** A stored field that names records of another declaration: one, or a list of several. */
export interface Referrer {
  readonly declaration: Declaration;
  readonly field: string;
  /** The lines it stands in; null in the record itself. */
  readonly lines: string | null;
  readonly rules: Rules;
  readonly isList: boolean;
}

/** Every declaration of the program by name, with its behaviour; checked once at start. */
export interface Registry {
  readonly modules: readonly Module[];
  readonly declarations: readonly Declaration[];
  find(name: string): Declaration;
  behaviour(declaration: Declaration): Behaviour | undefined;
  /** Places that refer to a declaration: for "used by …" and for merging. */
  referrers(name: string): readonly Referrer[];
  readonly calls: readonly Call[];
  /** What areas give a new tenant to begin with, in their order. */
  readonly newTenant: readonly ((tx: Transaction) => Promise<void>)[];
  readonly approvals?: Approvals;
  readonly providers: Providers;
  /** What areas provide for a port, in their order. */
  provided(port: PortName): readonly unknown[];
}

/** Assembles the modules. A mistake in a declaration stops the program, with declaration and field in the message. */
export function buildRegistry(modules: readonly Module[], servers: readonly ServerModule[]): Registry {
  const declarations = modules.flatMap((module) => module.declarations);
  const byName = new Map<string, Declaration>();
  for (const declaration of declarations) {
    if (byName.has(declaration.name)) throw new Error(`${declaration.name} is declared twice`);
    byName.set(declaration.name, declaration);
  }
  const behaviours = new Map<string, Behaviour>();
  for (const behaviour of servers.flatMap((server) => server.behaviours ?? [])) {
    const { name } = behaviour.declaration;
    if (!byName.has(name)) throw new Error(`Behaviour for ${name}, which no module lists`);
    if (behaviours.has(name)) throw new Error(`${name} has two behaviours`);
    behaviours.set(name, behaviour);
  }
  const find = (name: string): Declaration => {
    const declaration = byName.get(name);
    if (declaration === undefined) throw new Error(`No declaration is called ${name}`);
    return declaration;
  };
  for (const declaration of declarations) checkDeclaration(declaration, byName, behaviours.get(declaration.name));
  const [approvals, another] = servers.flatMap((server) => server.approvals ?? []);
  if (another !== undefined) throw new Error('Two areas have a say in the actions of all documents');
  const providers = providersOf(servers);
  const provided = new Map([...providers].map(([port, each]) => [port, each.map((one) => one.provided)]));

  return {
    modules,
    declarations,
    find,
    behaviour: ({ name, of = name }) => behaviours.get(name) ?? behaviours.get(of),
    referrers: (name) =>
      declarations
        .filter(isOwner)
        .flatMap((declaration) => [
          ...referring(declaration, null, declaration.fields, name),
          ...Object.entries(declaration.lines ?? {}).flatMap(([key, { fields }]) =>
            referring(declaration, key, fields, name),
          ),
        ]),
    calls: servers.flatMap((server) => server.calls ?? []),
    newTenant: servers.flatMap((server) => server.newTenant ?? []),
    providers,
    provided: (port) => provided.get(port) ?? [],
    ...(approvals === undefined ? {} : { approvals }),
  };
}

/** Has a table, or rows, of its own; a face shows those of its document. */
export const isOwner = ({ of }: Declaration): boolean => of === undefined;

const referring = (declaration: Declaration, lines: string | null, fields: Fields, name: string): Referrer[] =>
  Object.entries(fields).flatMap(([field, { kind, rules }]) =>
    rules.target === name && !rules.computed && ['one', 'several'].includes(kinds[kind].refers ?? '')
      ? [{ declaration, field, lines, rules, isList: kinds[kind].refers === 'several' }]
      : [],
  );

function checkDeclaration(
  declaration: Declaration,
  byName: ReadonlyMap<string, Declaration>,
  behaviour: Behaviour | undefined,
): void {
  const groups = [declaration.fields, ...Object.values(declaration.lines ?? {}).map((lines) => lines.fields)];
  for (const fields of groups) {
    for (const [name, field] of Object.entries(fields)) {
      const where = `${declaration.name}.${name}`;
      if (['one', 'several'].includes(kinds[field.kind].refers ?? '') && !byName.has(field.rules.target ?? ''))
        throw new Error(`${where} refers to ${field.rules.target}, which no module declares`);
      if (field.rules.unit !== undefined && fields[field.rules.unit] === undefined)
        throw new Error(`${where} takes its unit from ${field.rules.unit}, which is no field beside it`);
    }
  }
  for (const name of [...(declaration.keyword ?? []), titleField(declaration)]) {
    if (name !== 'id' && declaration.fields[name] === undefined)
      throw new Error(`${declaration.name} names the field ${name}, which it does not have`);
  }
  for (const [name, value] of Object.entries(declaration.where ?? {})) {
    const { rules } = declaration.fields[name] ?? {};
    if (rules?.readonly !== true || (rules.choices !== undefined && !rules.choices.some((one) => one.value === value)))
      throw new Error(`${declaration.name}.${name} is no read-only field that can be ${String(value)}`);
  }
  if (declaration.view && behaviour?.source === undefined)
    throw new Error(`${declaration.name} is a view but its module gives no source`);
  for (const action of Object.keys(behaviour?.actions ?? {})) {
    if (declaration.life?.actions[action] === undefined)
      throw new Error(`${declaration.name} has an effect for ${action}, which is not one of its actions`);
  }
}
