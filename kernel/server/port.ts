/**
 * A question of an area to the areas below it, which it does not know. The port is declared where it is asked and
 * called like a function; `provides` of a `ServerModule` answers it, in that program alone.
 */
import type { Context } from './context.ts';

/** One provider of one port, for the `provides` of a `ServerModule`. */
export interface Provision {
  readonly port: PortName;
  readonly provided: unknown;
}
/** A port as the registry knows it; two of one name are two ports. */
export interface PortName {
  readonly title: string;
  /** Whether more than one area may provide it. */
  readonly many: boolean;
  /** Whether the program cannot do without a provider. */
  readonly required: boolean;
}
type HasRegistry = Pick<Context, 'registry'>;

/** A question that one area at most answers. */
type Port<F> = F & PortName & { by(provided: F): Provision };
/** What any number of areas add, in the order of modules. */
interface Ports<T> extends PortName {
  by(provided: T): Provision;
  of(context: HasRegistry): readonly T[];
}

/** Declares a question with one provider. `otherwise` answers without one; where it is missing, a program needs one. */
export function port<F extends (context: never, ...rest: never[]) => unknown>(
  title: string,
  { otherwise }: { readonly otherwise?: F } = {},
): Port<F> {
  const ask = (context: HasRegistry, ...rest: unknown[]): unknown => {
    const [provided = otherwise] = context.registry.provided(declared);
    if (provided === undefined) throw new Error(`No area provides ${title}`);
    return (provided as (context: HasRegistry, ...rest: unknown[]) => unknown)(context, ...rest);
  };
  const declared: Port<F> = Object.assign(ask, {
    title,
    many: false,
    required: otherwise === undefined,
    by: (provided: F): Provision => ({ port: declared, provided }),
  }) as unknown as Port<F>;
  return declared;
}

/** Declares what any number of areas may add to. */
export function ports<T>(title: string): Ports<T> {
  const declared: Ports<T> = {
    title,
    many: true,
    required: false,
    by: (provided) => ({ port: declared, provided }),
    of: ({ registry }) => registry.provided(declared) as readonly T[],
  };
  return declared;
}

/** Who provides a port: each area with what it provides, in the order of modules. */
export type Providers = ReadonlyMap<PortName, readonly { readonly area: string; readonly provided: unknown }[]>;

/** Collects what areas provide. A port for one that two provide stops the program here. */
export function providersOf(
  servers: readonly { readonly name: string; readonly provides?: readonly Provision[] }[],
): Providers {
  const providers = new Map<PortName, { area: string; provided: unknown }[]>();
  for (const { name: area, provides = [] } of servers)
    for (const { port: asked, provided } of provides) {
      const earlier = providers.get(asked) ?? [];
      if (!asked.many && earlier.length > 0)
        throw new Error(`${earlier[0]!.area} and ${area} both provide ${asked.title}`);
      providers.set(asked, [...earlier, { area, provided }]);
    }
  return providers;
}
