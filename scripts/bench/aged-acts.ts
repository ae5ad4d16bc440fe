/**
 * Every act of every document, and the acts of a working day that need a page of their own: order, delivery, picking,
 * count and plan. Each makes what it needs before it is measured.
 */
import type { Action, Declaration, Life } from '../../kernel/core/declaration.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { EVERY_INPUT, makeDocument, type Rows } from '../../tests/contracts/made-documents.ts';
import { samples } from '../../tests/contracts/samples.ts';
import { TENANT } from '../../tests/support/sample.ts';

interface Answered {
  readonly status: number;
  readonly text: string;
}
/** A company that is asked by whoever may do everything. */
export interface Asked extends Rows {
  call(method: 'GET' | 'POST', address: string, input: Readonly<Record<string, unknown>>): Promise<Answered>;
  /** Its day, yyyy-MM-dd. */
  readonly today: string;
}
export interface Act {
  readonly name: string;
  /** Makes what it needs; answers what is measured. */
  ready(): Promise<() => Promise<Answered>>;
}

const HTTP = 'store-management';
type Document = Declaration & { readonly life: Life };
const addressOf = ({ service, segment }: Declaration, call: string): string => `${service}/${segment}/${call}`;
const dataOf = <T>({ text, status }: Answered): T => {
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { data: T }).data;
};

/** Each list as it opens, and what its tabs count. */
export const listsOf = (company: Asked): Act[] =>
  company.program.registry.declarations.flatMap((declaration) => {
    const verb = (['page', 'list'] as const).find((each) => declaration.calls.includes(each));
    if (verb === undefined) return [];
    const asked = (call: string, input: Readonly<Record<string, unknown>>): Act => ({
      name: `${declaration.name} ${call}`,
      ready: async () => () => company.call('GET', addressOf(declaration, call), input),
    });
    return [
      asked(verb, { size: '20' }),
      ...(declaration.life === undefined || declaration.of !== undefined ? [] : [asked('statusCounts', {})]),
    ];
  });

/** Each action a dialog can ask for, from the first state it is possible in; and opening, saving and removing. */
export function actionsOf(company: Asked): Act[] {
  const documents = company.program.registry.declarations.filter(
    (each): each is Document => each.life !== undefined && each.of === undefined,
  );
  return documents.flatMap((declaration) => {
    const made = (name: string, state: string, act: (id: string) => () => Promise<Answered>): Act => ({
      name: `${declaration.name} ${name}`,
      async ready() {
        const { id } = await makeDocument(company, declaration, state);
        for (const statement of samples.get(declaration.name)?.complete ?? []) await company.asOwner(statement, [id]);
        return act(id);
      },
    });
    const { editable, removable, first, actions } = declaration.life;
    return [
      made('detail', first, (id) => () => company.call('GET', addressOf(declaration, 'detail'), { id })),
      ...(editable[0] !== undefined && declaration.calls.includes('submit')
        ? [saved(company, declaration, editable[0])]
        : []),
      ...(removable[0] !== undefined && declaration.calls.includes('remove')
        ? [
            made(
              'remove',
              removable[0],
              (id) => () => company.call('POST', addressOf(declaration, 'remove'), { ids: id }),
            ),
          ]
        : []),
      ...Object.entries<Action>(actions)
        .filter(([, action]) => action.page !== true)
        .map(([name, action]) =>
          made(
            name,
            action.from[0]!,
            (id) => () => company.call('POST', addressOf(declaration, name), { ids: id, ...EVERY_INPUT }),
          ),
        ),
    ];
  });
}

/** A document sent again as it is read. */
const saved = (company: Asked, declaration: Document, state: string): Act => ({
  name: `${declaration.name} submit`,
  async ready() {
    const { id } = await makeDocument(company, declaration, state);
    const record = dataOf<Record<string, unknown>>(await company.call('GET', addressOf(declaration, 'detail'), { id }));
    return () => company.call('POST', addressOf(declaration, 'submit'), { ...record, remark: '再次保存' });
  },
});

let made = 0;
const next = (): number => (made += 1);
const post =
  (company: Asked, call: string, input: Readonly<Record<string, unknown>>): (() => Promise<Answered>) =>
  () =>
    company.call('POST', `${HTTP}/${call}`, input);

/**
 * The acts of a day in their order, each on what the one before left: an order of all that its supplier ever brought,
 * the delivery of it, a pick bill, a count, a plan.
 */
export function daysWorkOf(company: Asked): Act[] {
  const state = { order: '', bill: '', pick: '', outStore: '', check: '', plan: '' };
  const step = (name: string, call: string, input: () => Promise<Readonly<Record<string, unknown>>>): Act => ({
    name,
    ready: async () => post(company, call, await input()),
  });
  return [
    step('day: send an order', 'purchaseorder/toApply', async () => ({
      ids: (state.order = await anOrder(company)),
      lateReason: '当天要用',
    })),
    step('day: approve it', 'purchaseorder/doApply', () => byAnother(company, 'purchase_order', state.order)),
    step('day: prepare its delivery', 'invinstore/preReceiving', async () => {
      state.bill = await idWhere(company, 'in_store', 'source_bill_id = $1', state.order);
      return { instoreId: state.bill };
    }),
    step('day: receive it', 'invinstore/doReceiving', () => aDelivery(company, state.bill)),
    step('day: take the delivery back', 'invinstore/reverseReceiving', async () => ({
      receivingId: await idWhere(company, 'in_store_receiving', 'instore_id = $1', state.bill),
      reason: '理由充分',
    })),
    step('day: send a pick bill', 'pick/toApply', async () => ({ ids: (state.pick = await aPick(company)) })),
    step('day: promise it', 'pick/doApply', async () => ({
      ...(await byAnother(company, 'pick', state.pick)),
      allowShort: 1,
    })),
    step('day: propose lots', 'invoutstore/prePicking', async () => {
      state.outStore = await idWhere(company, 'out_store', 'source_bill_id = $1', state.pick);
      return { outstoreId: state.outStore };
    }),
    step('day: pick', 'invoutstore/doPicking', async () => ({ outstoreId: state.outStore })),
    step('day: sign', 'invoutstore/received', async () => ({ outstoreId: state.outStore })),
    step('day: start a count', 'invcheck/generateDetail', async () => ({ id: (state.check = await aCount(company)) })),
    step('day: enter counts', 'invcheck/saveDetail', async () => ({
      checkId: state.check,
      details: await company.asOwner(
        `select d.id::text, trim_scale(coalesce(b.qty, 0))::text as "countQty" from stock_check_detail d
          join stock_check c on c.tenant_id = d.tenant_id and c.id = d.stock_check_id
          left join stock_batch b on b.tenant_id = d.tenant_id and b.location_id = c.location_id
            and b.batch_id = d.batch_id
          where d.tenant_id = $1 and d.stock_check_id = $2`,
        [TENANT, state.check],
      ),
    })),
    step('day: end counting', 'invcheck/doCheck', async () => ({ id: state.check, ids: state.check })),
    step('day: review a count', 'invcheck/preCheckApproval', async () => ({ checkId: state.check })),
    step('day: post a count', 'invcheck/doCheckApproval', async () => {
      await company.asOwner(
        `update stock_check_detail set count_user_id = (select max(id) from app_user where tenant_id = $1)
          where tenant_id = $1 and stock_check_id = $2`,
        [TENANT, state.check],
      );
      return { id: state.check, details: [] };
    }),
    {
      name: 'day: plan',
      async ready() {
        const input = await aPlan(company);
        return () =>
          company.call('POST', addressOf(company.program.registry.find('requirementPlan'), 'generatePlan'), input);
      },
    },
  ];
}

/** What somebody else sent, so that whoever asks may decide. */
async function byAnother(company: Asked, table: string, id: string): Promise<{ readonly ids: string }> {
  await company.asOwner(`update ${table} set apply_user_id = null where tenant_id = $1 and id = $2`, [TENANT, id]);
  return { ids: id };
}

const idWhere = async (company: Asked, table: string, where: string, value: string): Promise<string> => {
  const [row] = await company.asOwner<{ id: string }>(
    `select id::text from ${table} where tenant_id = '${TENANT}' and ${where} order by id desc limit 1`,
    [value],
  );
  if (row === undefined) throw new Error(`There is no ${table}`);
  return row.id;
};

/** Of the supplier with the most goods: a line of each of its materials, as they were ordered last. */
async function anOrder(company: Asked): Promise<string> {
  const [order] = await company.asOwner<{ id: string }>(
    `with goods as (
      select distinct on (o.supplier_id, d.material_id) o.supplier_id, o.warehouse_id, o.company_dept_id,
        o.blade_project_dept_id, d.* from purchase_order o
      join purchase_order_detail d on d.tenant_id = o.tenant_id and d.purchase_order_id = o.id
      where o.tenant_id = $1 and o.id >= $3 order by o.supplier_id, d.material_id, d.id),
    most as (select supplier_id, min(warehouse_id) as warehouse_id from goods group by 1
      order by count(*) desc, 1 limit 1),
    made as (
      insert into purchase_order (tenant_id, bill_code, supplier_id, warehouse_id, company_dept_id,
        blade_project_dept_id, order_date, delivery_date, line_count)
      select $1, $2, m.supplier_id, o.warehouse_id, o.company_dept_id, o.blade_project_dept_id, current_date,
        current_date, 1
      from most m, lateral (select * from purchase_order o where o.tenant_id = $1 and o.id >= $3
        and o.supplier_id = m.supplier_id and o.warehouse_id = m.warehouse_id order by o.id limit 1) o returning *),
    lines as (
      insert into purchase_order_detail (tenant_id, purchase_order_id, line_no, material_id, unit_id, factor,
        base_unit_id, order_qty, base_qty, price, tax_rate, price_no_tax, amount, over_rate, under_rate)
      select $1, m.id, row_number() over (order by g.material_id), g.material_id, g.unit_id, g.factor, g.base_unit_id,
        g.order_qty, g.base_qty, g.price, g.tax_rate, g.price_no_tax, g.amount, g.over_rate, g.under_rate
      from made m join goods g on g.supplier_id = m.supplier_id returning 1)
    select id::text from made`,
    [TENANT, `AGED${next()}`, await youngest(company, 'purchase_order')],
  );
  return order!.id;
}

const youngestIds = new Map<string, string>();
/** The lowest id a table had when it was asked first: what the company itself made, and not its past. */
async function youngest(company: Asked, table: string): Promise<string> {
  let id = youngestIds.get(table);
  if (id === undefined) {
    const [row] = await company.asOwner<{ id: string }>(
      `select coalesce(min(id), 0)::text as id from ${table} where tenant_id = '${TENANT}'`,
    );
    youngestIds.set(table, (id = row!.id));
  }
  return id;
}
/** Before a past is made: notes what the company made itself. */
export const rememberYoung = async (company: Asked): Promise<void> => {
  for (const table of ['purchase_order', 'pick', 'stock_check', 'requirement_plan']) await youngest(company, table);
  // Whoever makes documents copies those that are there now.
  const leave = company.program.registry.find('leave');
  await makeDocument(company, leave, leave.life!.first);
};

/** All that is open of a bill, as its proposal says. */
async function aDelivery(company: Asked, instoreId: string): Promise<Readonly<Record<string, unknown>>> {
  interface Line {
    readonly detailId: string;
    readonly openQty: string;
    readonly needsLife: number;
  }
  const { details } = dataOf<{ details: readonly Line[] }>(
    await company.call('POST', `${HTTP}/invinstore/preReceiving`, { instoreId }),
  );
  return {
    instoreId,
    deliveryNo: `S${next()}`,
    details: details.map(({ detailId, openQty, needsLife }) => ({
      detailId,
      acceptedQty: openQty,
      ...(needsLife === 1 ? { productionDate: company.today } : {}),
    })),
  };
}

/** One base unit each of what lies free in the warehouse of the first pick bill. */
async function aPick(company: Asked): Promise<string> {
  const [pick] = await company.asOwner<{ id: string }>(
    `with model as (select * from pick where tenant_id = $1 and id >= $3 order by id limit 1),
    made as (
      insert into pick (tenant_id, bill_code, bill_date, warehouse_id, use_restaurant_dept_id, gear_operation_dept_id,
        need_time, company_dept_id, project_dept_id, visible_dept_ids)
      select $1, $2, current_date, warehouse_id, use_restaurant_dept_id, gear_operation_dept_id,
        now() + interval '1 hour', company_dept_id, project_dept_id, visible_dept_ids from model returning *),
    lines as (
      insert into pick_detail (tenant_id, pick_id, line_no, material_id, unit_id, qty, factor, base_unit_id, base_qty)
      select $1, m.id, row_number() over (order by s.material_id), s.material_id, t.base_unit_id, 1, 1, t.base_unit_id,
        1 from made m join stock s on s.tenant_id = $1 and s.location_id = m.warehouse_id
      join material t on t.tenant_id = $1 and t.id = s.material_id
      where s.qty - s.reserved_qty > 20 order by s.material_id limit 20 returning 1)
    select id::text from made`,
    [TENANT, `AGEDP${next()}`, await youngest(company, 'pick')],
  );
  return pick!.id;
}

/** A count of the place of the first one; those under way end, so that it may begin. */
async function aCount(company: Asked): Promise<string> {
  await company.asOwner(
    `update stock_check set status = 'void' where tenant_id = $1 and status in ('counting', 'counted')`,
    [TENANT],
  );
  const [check] = await company.asOwner<{ id: string }>(
    `insert into stock_check (tenant_id, bill_code, check_name, warehouse_id, gear_operation_dept_id, location_id,
      company_dept_id, project_dept_id, recount_amount, recount_percent, plan_date, bill_date, status)
    select $1, $2, $2, warehouse_id, gear_operation_dept_id, location_id, company_dept_id, project_dept_id, 50000, 100,
      current_date, current_date, 'approved'
    from stock_check where tenant_id = $1 and id >= $3 and warehouse_id is not null order by id limit 1
    returning id::text`,
    [TENANT, `AGEDC${next()}`, await youngest(company, 'stock_check')],
  );
  return check!.id;
}

/** The week from today, for the sites of the first plan; drafts made so before go, so that the guests are free. */
async function aPlan(company: Asked): Promise<Readonly<Record<string, unknown>>> {
  const plan = company.program.registry.find('requirementPlan');
  await company.asOwner(`delete from ${tableOf(plan)} where tenant_id = $1 and plan_name = 'AGED'`, [TENANT]);
  const [model] = await company.asOwner<{ sites: string }>(
    `select array_to_string(blade_project_dept_ids, ',') as sites from ${tableOf(plan)}
      where tenant_id = $1 and id >= $2 order by id limit 1`,
    [TENANT, await youngest(company, 'requirement_plan')],
  );
  const later = new Date(`${company.today}T00:00:00Z`);
  later.setUTCDate(later.getUTCDate() + 6);
  return {
    planName: 'AGED',
    bladeProjectDeptIds: model!.sites,
    startDate: company.today,
    endDate: later.toISOString().slice(0, 10),
  };
}
