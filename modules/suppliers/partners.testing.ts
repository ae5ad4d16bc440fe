/**
 * Partners in tests: a type of cooperation and enterprises that came into the pool by it, sent by one and approved by
 * another.
 */
import { place, type Kitchen } from '../master-data/kitchen.testing.ts';

type Body = Record<string, unknown>;
export const REGION = '33';
const APPROVER = '2';

export const decided = async (kitchen: Kitchen, segment: string, ids: string): Promise<void> => {
  await kitchen.call(`${segment}/toApply`, { ids });
  await kitchen.call(`${segment}/doApply`, { ids }, APPROVER);
};
/** A draft. */
export const aCooperationType = (kitchen: Kitchen, code: string, body: Body = {}): Promise<string> =>
  kitchen.save('cooperationType', {
    code,
    name: `Type ${code}`,
    kind: 'joint',
    settleWay: 'commission',
    commissionPercent: '12',
    ...body,
  });

let made = 0;
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** A credit code nobody has, with its check character, put together the long way round. */
export function aCreditCode(): string {
  made += 1;
  const head = `9133${String(made).padStart(13, '0')}`;
  let [sum, weight] = [0, 1];
  for (const character of head) {
    sum += weight * CHARACTERS.indexOf(character);
    weight = (weight * 3) % 31;
  }
  return head + CHARACTERS[(31 - (sum % 31)) % 31]!;
}
/** A draft, good for two years. */
export const anEnterprise = (
  kitchen: Kitchen,
  name: string,
  cooperationTypeId: string,
  body: Body = {},
): Promise<string> =>
  kitchen.save('enterprise', {
    name,
    cooperationTypeId,
    creditCode: aCreditCode(),
    companyDeptId: place.company,
    applyDeptId: place.company,
    regionId: REGION,
    legalPerson: 'Wang',
    contact: 'Li',
    contactPhone: '13800000000',
    validStartDate: '2026-01-01',
    validEndDate: '2027-12-31',
    ...body,
  });
/** In the pool. */
export async function aPartner(kitchen: Kitchen, name: string, body: Body = {}): Promise<string> {
  made += 1;
  const type = await aCooperationType(kitchen, `T${made}`, { name: `Type of ${name}` });
  await decided(kitchen, 'cooperationtype', type);
  const id = await anEnterprise(kitchen, name, type, body);
  await decided(kitchen, 'enterprise', id);
  return id;
}
