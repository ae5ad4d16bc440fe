/** A company whose crates travel, for tests: two sites, a supplier, two types of which one has a deposit. */
import { sql } from '../../parts/postgres/database.ts';
import { aBillRoom, type BillRoom } from '../other-moves/other-moves.testing.ts';
import { place } from '../stock/ledger/stock-room.testing.ts';

export const OWNER = '120';
export const crate = { blue: '801', foam: '802' } as const;
export const partner = {
  first: { warehouseId: place.warehouse },
  second: { warehouseId: '502' },
  farm: { supplierId: '600' },
} as const;

export async function aCrateRoom(area = 'crates'): Promise<BillRoom> {
  const room = await aBillRoom(area);
  await room.act(async ({ tx }) => {
    await tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values
      (120, '中央厨房', '中央厨房', 'F1', 100, '6'), (130, '二项目部', '二项目部', 'P2', 100, '2')`);
    await tx.run(sql`insert into warehouse (id, code, name, company_dept_id, project_group_dept_id) values
      (502, 'W3', '二仓', 100, 130)`);
    await tx.run(sql`insert into supplier (id, code, name, contact, contact_phone) values
      (600, 'F', '绿源农场', '农', '13900000001')`);
    await tx.run(sql`insert into crate_type (id, name, tare_kg, deposit, tax_rate) values
      (801, '蓝色周转筐', 2.1, 35.00, 13), (802, '泡沫箱', 0.35, null, null)`);
  });
  return room;
}
