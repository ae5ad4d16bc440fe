/** Versions of BOMs in the browser: a new one, copied from one that stands, and the end of one in force. */
import type { Declaration } from '../../../../kernel/core/declaration.ts';
import { isWritable } from '../../../../kernel/core/validate.ts';
import { callOf } from '../../../../kernel/web/catalogue.ts';
import { invalidateLists } from '../../../../kernel/web/list/list-data.ts';
import { queries } from '../../../../kernel/web/queries.ts';
import { get, post } from '../../../../parts/client/api.ts';
import { businessDay } from '../../../../parts/client/business-day.ts';
import { shifted } from '../../../../parts/days/day-text.rules.ts';

type Stored = Readonly<Record<string, unknown>>;
interface Made {
  readonly id: string;
  readonly bomVersion?: unknown;
}
/** What each version says of itself. */
const OWN = new Set(['released', 'startDate', 'endDate', 'changeNote']);

/** Makes a draft from tomorrow on with what a version says and its lines. */
export async function copyVersion(of: Declaration, id: string): Promise<Made> {
  const { details, ...stored } = await get<Stored & { readonly details: readonly Stored[] }>(callOf(of, 'detail'), {
    id,
  });
  const header = Object.entries(of.fields).filter(([name, field]) => isWritable(field) && !OWN.has(name));
  const made = await post<Made>(callOf(of, 'submit'), {
    json: {
      ...Object.fromEntries(header.map(([name]) => [name, stored[name] ?? null])),
      startDate: shifted(businessDay(), 1),
      details: details.map(({ id: _id, lineNo: _no, ...line }) => line),
    },
  });
  await invalidateLists(of);
  return made;
}

/** Ends a version that is in force or to come; its last day is `endDate`. */
export async function endVersion(of: Declaration, { id, version }: Stored, endDate: unknown): Promise<void> {
  await post(callOf(of, 'submit'), { json: { id, version, endDate } });
  await Promise.all([invalidateLists(of), queries.invalidateQueries({ queryKey: ['detail', of.name, id] })]);
}
