/** Which area of the business a call or a declaration belongs to. */
import type { Program } from '../apps/server/main.ts';
import type { Declaration } from '../kernel/core/declaration.ts';
import type { Call } from '../kernel/server/context.ts';
import { modules } from '../modules/modules.ts';

/** Where what no area says stands: jobs, files, and what the kernel refuses. */
export const KERNEL = 'kernel';

/** The area that lists a declaration, or the document a face shows. */
export const areaOfDeclaration = ({ name }: Pick<Declaration, 'name'>): string =>
  modules.find(({ declarations }) =>
    declarations.some((each) => each.name === name || Object.hasOwn(each.faces ?? {}, name)),
  )?.name ?? KERNEL;

/** Answers which area serves a call: whose own it is, or whose declaration gives it. */
export function areaOfCall({ parts, registry }: Program): (call: Call) => string {
  const own = new Map(parts.flatMap(({ name, calls = [] }) => calls.map((call) => [call, name] as const)));
  // The longest first: one without a segment takes what is left of its service.
  const prefixes = registry.modules
    .flatMap(({ name, declarations }) =>
      declarations
        .flatMap(({ service, segment, alias = [] }) => [[service, segment] as const, ...alias])
        .map(([service, segment]) => ({ name, prefix: `${service}/${segment === '' ? '' : `${segment}/`}` })),
    )
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
  const declares = ({ service, path }: Call): string | undefined =>
    prefixes.find(({ prefix }) => `${service}/${path}`.startsWith(prefix))?.name;
  return (call) => own.get(call) ?? declares(call) ?? KERNEL;
}
