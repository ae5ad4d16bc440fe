/** Price documents in tests: saved, sent by one and approved by another. */
import { place, TODAY, type Kitchen } from '../../master-data/kitchen.testing.ts';

export type Body = Record<string, unknown>;
export interface Plan {
  readonly id: string;
  readonly status: string;
  readonly billCode: string;
  readonly priceSeriesId: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly versions: readonly {
    readonly id: string;
    readonly versionNo: number;
    readonly status: string;
    readonly endDate: string;
  }[];
  readonly details: readonly Body[];
  readonly [field: string]: unknown;
}
/** Somebody else than who saves and sends. */
export const APPROVER = '2';
let nr = 0;

export interface Plans {
  save(body: Body, verb?: string): Promise<string>;
  read(id: string): Promise<Plan>;
  act(action: string, ids: string, more?: Body, who?: string): Promise<unknown>;
  /** Saved, sent and approved. */
  approved(body: Body): Promise<string>;
  /** A new version with the same lines, approved. */
  follow(id: string, startDate: string): Promise<string>;
}
/** Documents of one kind, by the segment of their address. */
export function plansAt(kitchen: () => Kitchen, segment: string): Plans {
  const plans: Plans = {
    save: async (body, verb = 'submit') =>
      (
        (await kitchen().call(`${segment}/${verb}`, {
          name: `Plan ${(nr += 1)}`,
          companyDeptId: place.company,
          startDate: TODAY,
          ...body,
        })) as Plan
      ).id,
    read: async (id) => (await kitchen().call(`${segment}/detail`, { id })) as Plan,
    act: (action, ids, more = {}, who = '1') => kitchen().call(`${segment}/${action}`, { ids, ...more }, who),
    async approved(body) {
      const id = await plans.save(body);
      await plans.act('toApply', id);
      await plans.act('doApply', id, {}, APPROVER);
      return id;
    },
    async follow(id, startDate) {
      await plans.act('newVersion', id, { startDate, changeReason: 'Season' });
      const next = (await plans.read(id)).versions[0]!.id;
      await plans.act('toApply', next);
      await plans.act('doApply', next, {}, APPROVER);
      return next;
    },
  };
  return plans;
}
