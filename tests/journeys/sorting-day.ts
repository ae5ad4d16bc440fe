/** A day to be sorted: what lies in the raw store of the factory, and an accepted order of each site. */
import { expect } from 'vitest';
import { type Journey, sessionOf } from '../support/journey.ts';

export interface SortingDay {
  readonly day: string;
  readonly store: string;
  readonly storeName: string;
  readonly sites: readonly { readonly site: string; readonly name: string }[];
  /** 60 kg of it for 20 kg a site. */
  readonly lotus: string;
  /** 10 kg of it for 10 kg a site. */
  readonly lily: string;
}
export const LOTUS = '桂花莲子';
export const LILY = '鲜百合';

/** Sends a call as somebody; what it answers. */
export function posting(stage: Journey) {
  const tokens = new Map<string, string>();
  return async <T = { id: string }>(path: string, body: object, account = 'admin'): Promise<T> => {
    if (!tokens.has(account)) tokens.set(account, (await sessionOf(stage.larder.address, account)).accessToken);
    const headers = { 'content-type': 'application/json', 'blade-auth': `bearer ${tokens.get(account)!}` };
    const address = `${stage.larder.address}/api/store-management/${path}`.replace(
      'store-management/master-data',
      'master-data',
    );
    const answer = (await (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as {
      msg: string;
      data: T;
    };
    expect(answer.msg, path).toMatch(/成功/);
    return answer.data;
  };
}

interface Place {
  readonly store: string;
  readonly storeName: string;
  readonly org: string;
  readonly day: string;
  readonly supplier: string;
  readonly type: string;
  readonly kg: string;
}

/** Made once for a file; the quantities are round, so that a screen can be held against them. */
export async function aSortingDay(
  stage: Journey,
  ordered: { lotus: string; lily: string } = { lotus: '20', lily: '10' },
): Promise<SortingDay> {
  const post = posting(stage);
  const [place] = await stage.larder.rows<Place>(`
    select f.id::text as store, f.name as "storeName", f.factory_dept_id::text as org, (now()::date + 9)::text as day,
      (select id::text from supplier where frozen = 0 order by id limit 1) as supplier,
      (select id::text from material_type order by id desc limit 1) as type,
      (select id::text from material_unit where name in ('千克', '公斤') order by id limit 1) as kg
    from factory_warehouse f where f.type = 'raw' order by f.id limit 1`);
  const { store, storeName, org, day, kg } = place!;
  const [lotus, lily] = [
    await stocked(stage, place!, LOTUS, 'LOTUSSEED', '60'),
    await stocked(stage, place!, LILY, 'LILY', '10'),
  ];
  const sites = await stage.larder.rows<{ site: string; name: string; warehouse: string; profile: string }>(`
    select distinct on (w.project_group_dept_id) w.project_group_dept_id::text as site, d.dept_name as name,
      w.id::text as warehouse, p.id::text as profile from warehouse w
    join project_dept_system p on p.blade_project_dept_id = w.project_group_dept_id
    join dept d on d.id = w.project_group_dept_id
    where w.frozen = 0 and w.warehouse_type is distinct from 'central' order by w.project_group_dept_id, w.id limit 3`);
  await route(stage, place!, sites);
  for (const [at, { site, warehouse, profile }] of sites.entries()) {
    const [order] = await stage.larder.rows<{ id: string }>(
      `insert into factory_order (tenant_id, bill_code, out_org_id, blade_project_dept_id, project_dept_sys_id, warehouse_id,
        delivery_date, factory_warehouse_id, visible_dept_ids, status)
      values ('000000', $1, $2, $3, $4, $5, $6, $7, array[$2, $3]::bigint[], 'pending') returning id::text`,
      [`GD${day.replaceAll('-', '')}-900${at + 1}`, org, site, profile, warehouse, day, store],
    );
    for (const [lineNo, material, qty] of [
      [1, lotus, ordered.lotus],
      [2, lily, ordered.lily],
    ] as const)
      await stage.larder.rows(
        `insert into factory_order_detail (tenant_id, factory_order_id, line_no, material_id, unit_id, order_qty,
          base_unit_id, base_qty) values ('000000', $1, $2, $3, $4, $5, $4, $5)`,
        [order!.id, lineNo, material, kg, qty],
      );
    await post('factoryorder/accept', { ids: order!.id });
  }
  return { day, store, storeName, sites, lotus, lily };
}

/** A new material of which so much lies in the store. */
async function stocked(stage: Journey, place: Place, name: string, code: string, qty: string): Promise<string> {
  const post = posting(stage);
  const { id } = await post('master-data/material/submit', {
    name,
    code,
    materialTypeId: place.type,
    materialKind: 'raw',
    baseUnitId: place.kg,
  });
  const order = await post('purchaseorder/submit', {
    supplierId: place.supplier,
    factoryWarehouseId: place.store,
    deliveryDate: place.day,
    details: [{ materialId: id, unitId: place.kg, orderQty: qty, price: '8' }],
  });
  await post('purchaseorder/toApply', { ids: order.id, lateReason: '当天要用' });
  await post('purchaseorder/doApply', { ids: order.id }, 'tenant-admin');
  const [bill] = await stage.larder.rows<{ id: string; line: string }>(
    `select s.id::text, d.id::text as line from in_store s join in_store_detail d on d.in_store_id = s.id
    where s.source_bill_id = $1`,
    [order.id],
  );
  await post('factorywarehouseinstore/doReceiving', {
    instoreId: bill!.id,
    details: [{ detailId: bill!.line, acceptedQty: qty }],
  });
  return id;
}

/** The first two sites are stops of one tour. */
async function route(
  stage: Journey,
  { store, org }: Place,
  sites: readonly { readonly warehouse: string; readonly profile: string }[],
): Promise<void> {
  const [made] = await stage.larder.rows<{ id: string }>(
    `insert into delivery_route (tenant_id, code, name, out_org_id, factory_warehouse_id, depart_time)
    values ('000000', 'TOUR-E', '城东线', $1, $2, '04:30') returning id::text`,
    [org, store],
  );
  for (const [at, { warehouse, profile }] of sites.slice(0, 2).entries())
    await stage.larder.rows(
      `insert into delivery_route_stop (tenant_id, delivery_route_id, line_no, stop_seq, project_dept_sys_id, warehouse_id)
      values ('000000', $1, $2, $2, $3, $4)`,
      [made!.id, at + 1, profile, warehouse],
    );
}
