/** What people of the company do beyond the roles every tenant starts with; granted as an administrator would. */
import type { CompanyClient, Records } from './company-client.ts';

const BEYOND: Readonly<Record<string, readonly string[]>> = {
  'hq-planner': ['invrequireplan_confirm', 'invpleasepurchase_generate'],
  storekeeper: ['pick_short', 'invoutstore_do_picking', 'invoutstore_settle_difference'],
  'restaurant-manager': ['invoutstore_received'],
};

/** Safe to repeat: what a role holds already it keeps. */
export async function grantRights(admin: CompanyClient): Promise<void> {
  const roles = await admin.get<Records<{ id: string; roleAlias: string }>>('blade-system/role/page', { size: '200' });
  for (const [alias, codes] of Object.entries(BEYOND)) {
    const role = roles.records.find((each) => each.roleAlias === alias);
    if (role === undefined) throw new Error(`There is no role ${alias}`);
    const wanted: string[] = [];
    for (const code of codes) wanted.push(...(await admin.get<Records<{ id: string }>>('blade-system/menu/page', { code_equal: code })).records.map((menu) => menu.id));
    const held = await admin.get<{ menu: readonly string[] }>('blade-system/role/role-tree-keys', { roleIds: role.id });
    if (wanted.length < codes.length) throw new Error(`Not every right of ${codes.join(', ')} is in the menu`);
    await admin.post('blade-system/role/grant', { roleIds: role.id, menuIds: [...new Set([...held.menu, ...wanted])].join(',') });
  }
}
