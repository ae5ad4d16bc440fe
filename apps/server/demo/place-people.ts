import { sitePeople } from '../../../modules/admin/rights/demonstration-roles.ts';
import { addPerson, settlePeople } from '../../../modules/admin/seed/seed-people.server.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import { OFFICES, POST_OF } from './office-life.ts';

/**
 * Once the company stands: people of the head office belong to their departments, those of the factory to it, others
 * to the company as a whole, and the supplier's person to whom most is ordered from.
 */
export async function placePeople(tx: Transaction): Promise<void> {
  await tx.run(sql`
    update app_user set supplier_id = (select supplier_id from purchase_order group by supplier_id
    order by count(*) desc, supplier_id limit 1)
    where party_type = 'supplier' and supplier_id is null`);
  const departments = await tx.rows<{ id: string; name: string; kind: string }>(sql`
    select id, dept_name as name, dept_category::text as kind from dept
    where dept_category in ('1', '5', '6') order by id`);
  await settlePeople(tx, (role) =>
    departments
      .filter(({ name, kind }) =>
        role.startsWith('factory-') ? kind === '6' : OFFICES[role] ? name === OFFICES[role] : kind === '1',
      )
      .map(({ id }) => id),
  );
}

/** People of single sites and restaurants, and the posts that are held, which stand already. `hash`: of a password. */
export async function placeSitePeople(tx: Transaction, hash: string): Promise<void> {
  const places = await tx.rows<{ id: string; kind: string }>(sql`
    select d.id, d.dept_category as kind from dept d left join dept p on p.id = d.parent_id
    where d.dept_category in ('2', '3')
    order by case when d.dept_category = '2' then d.sort else p.sort end, d.sort, d.id`);
  const idOf = {
    'last site': places.findLast(({ kind }) => kind === '2')!.id,
    'last restaurant': places.findLast(({ kind }) => kind === '3')!.id,
  };
  for (const { account, label, role, place } of sitePeople)
    await addPerson(
      tx,
      { account, name: label.zh, roles: [role, 'user'], depts: [idOf[place]], hash, mustChange: false },
      null,
    );
  await tx.run(sql`
    update app_user u set post_id = array[p.id]
    from unnest(${Object.keys(POST_OF)}::text[], ${Object.values(POST_OF)}::text[]) as held(account, code)
    join post p on p.post_code = held.code where u.account = held.account`);
}
