/** What sites and stalls are of: their kinds, how they are run, where they lie. */
import type { CompanyClient } from './company-client.ts';
import { save } from './saving.ts';

const TYPES = [
  ['enterprise', '企业'],
  ['school', '学校'],
  ['hospital', '医院'],
  ['government', '机关'],
] as const;
const MODELS = [
  ['self', '自营', 'self'],
  ['joint', '联营', 'joint'],
  ['managed', '托管', 'managed'],
  ['rent', '租赁', 'rent'],
] as const;
const OPERATIONS = [
  ['fast', '快餐'],
  ['noodle', '面食'],
  ['special', '特色'],
  ['buffet', '自助'],
  ['drinks', '水吧'],
] as const;

/** Ids by code. */
interface ProfileKinds {
  readonly types: ReadonlyMap<string, string>;
  readonly models: ReadonlyMap<string, string>;
  readonly operations: ReadonlyMap<string, string>;
  readonly districtId: string;
}

/** The kinds of a company that begins. */
export async function buildProfileKinds(admin: CompanyClient): Promise<ProfileKinds> {
  const [types, models, operations] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()];
  for (const [sort, [code, name]] of TYPES.entries())
    types.set(code, await made(admin, 'gearprojectdepttype', { code, name, sort }));
  for (const [sort, [code, name, settleKind]] of MODELS.entries())
    models.set(code, await made(admin, 'gearbusinessmodel', { code, name, settleKind, sort }));
  for (const [sort, [code, name]] of OPERATIONS.entries())
    operations.set(code, await made(admin, 'gearoperationtype', { code, name, sort }));
  const districtId = await made(admin, 'geardistrict', { code: 'east', name: '华东区' });
  return { types, models, operations, districtId };
}

const made = (admin: CompanyClient, segment: string, row: Readonly<Record<string, unknown>>): Promise<string> =>
  save(admin, `gear-operation/${segment}/saveOrUpdate`, row);
