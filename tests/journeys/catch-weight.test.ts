// Areas: issuing, stock
import { expect, test } from 'vitest';
import { button, front, journey, person, PHONE, sessionOf, soon, leaveComputer } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

/** Fish that is asked for by the piece and valued by the scale: the stall signs for what it counted and weighed. */
const stage = journey();
const PICTURES = process.env['JOURNEY_PICTURES'];

interface Place {
  readonly warehouse: string;
  readonly restaurant: string;
  readonly stall: string;
  readonly supplier: string;
  readonly type: string;
  readonly kg: string;
  readonly piece: string;
}

/** Ten fishes of 12.86 kg come; four of 5.2 kg are shipped to a stall. Answers the out-store. */
async function shippedFish(code: string): Promise<string> {
  const tokens = new Map<string, string>();
  const post = async <T>(path: string, body: object, account = 'admin'): Promise<T> => {
    if (!tokens.has(account)) tokens.set(account, (await sessionOf(stage.larder.address, account)).accessToken);
    const headers = { 'content-type': 'application/json', 'blade-auth': `bearer ${tokens.get(account)!}` };
    const answer = (await (
      await fetch(`${stage.larder.address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as { msg: string; data: T };
    expect(answer.msg, path).toMatch(/成功/);
    return answer.data;
  };
  const store = <T = { id: string }>(path: string, body: object, account?: string): Promise<T> =>
    post(`store-management/${path}`, body, account);
  const [place] = await stage.larder.rows<Place>(`
    select w.id::text as warehouse, s.id::text as stall, s.parent_id::text as restaurant, (select id::text
    from supplier where frozen = 0 order by id limit 1) as supplier, (select id::text from material_type
    order by id desc limit 1) as type,
      (select id::text from material_unit where name in ('千克', '公斤') order by id limit 1) as kg, (select id::text
      from material_unit where dimension = 'pack' order by id limit 1) as piece
    from dept s join dept r on r.id = s.parent_id
    join warehouse w on w.project_group_dept_id = r.parent_id and w.frozen = 0 where s.dept_name = '站点01快餐档'
      order by w.id limit 1`);
  const { warehouse, restaurant, stall, supplier, type, kg, piece } = place!;
  const fish = await post<{ id: string }>('master-data/material/submit', {
    name: `鲈鱼${code}`,
    code,
    materialTypeId: type,
    baseUnitId: kg,
    catchWeight: 1,
    auxUnitId: piece,
    nominalAuxQty: '1.25',
  });
  const deliveryDate = (await stage.larder.rows<{ day: string }>('select now()::date::text as day'))[0]!.day;
  const order = await store('purchaseorder/submit', {
    supplierId: supplier,
    warehouseId: warehouse,
    deliveryDate,
    details: [{ materialId: fish.id, unitId: kg, orderQty: '12.86', price: '32' }],
  });
  await store('purchaseorder/toApply', { ids: order.id, lateReason: '当天要用' });
  await store('purchaseorder/doApply', { ids: order.id }, 'tenant-admin');
  const [bill] = await stage.larder.rows<{ id: string; line: string }>(
    'select s.id::text, d.id::text as line from in_store s join in_store_detail d on d.in_store_id = s.id where s.source_bill_id = $1',
    [order.id],
  );
  await store('invinstore/doReceiving', {
    instoreId: bill!.id,
    details: [{ detailId: bill!.line, acceptedQty: '12.86', auxQty: '10' }],
  });
  const pickBill = await store('pick/submit', {
    warehouseId: warehouse,
    useRestaurantDeptId: restaurant,
    gearOperationDeptId: stall,
    needTime: `${deliveryDate} 23:00:00`,
    details: [{ materialId: fish.id, unitId: piece, qty: '4' }],
  });
  await store('pick/toApply', { ids: pickBill.id });
  await store('pick/doApply', { ids: pickBill.id }, 'tenant-admin');
  const [out] = await stage.larder.rows<{ id: string; line: string; lot: string }>(
    `
    select o.id::text, d.id::text as line, (select id::text from batch where material_id = d.material_id) as lot
    from out_store o join out_store_detail d on d.out_store_id = o.id where o.source_bill_id = $1`,
    [pickBill.id],
  );
  await store('invoutstore/doPicking', {
    outstoreId: out!.id,
    details: [{ detailId: out!.line, picks: [{ batchId: out!.lot, qty: '4', baseQty: '5.2' }] }],
  });
  return out!.id;
}

test.each`
  where            | language | words                                                                                             | screen
  ${'at the desk'} | ${'zh'}  | ${{ measure: '请填写实收的千克', short: '少发', sign: '收货，1 处差异', less: '减少' }}           | ${{}}
  ${'on a phone'}  | ${'en'}  | ${{ measure: 'enter the', short: 'Sent short', sign: 'Receive with 1 difference', less: 'Less' }} | ${{ viewport: PHONE, hasTouch: true, isMobile: true }}
`(
  '$where the stall signs for three of four fishes: counted, and weighed anew',
  async ({
    language,
    words,
    screen,
  }: {
    language: string;
    words: Record<'measure' | 'short' | 'sign' | 'less', string>;
    screen: object;
  }) => {
    const isChinese = language === 'zh';
    const code = isChinese ? 'FISHZH' : 'FISHEN';
    const id = await shippedFish(code);
    const page = await person(stage, 'restaurant-manager', screen);
    await writeStoredItem(page, 'language', language);
    await page.goto(`${stage.larder.address}/store/invoutstore/${id}/receive`);
    const picture = async (name: string): Promise<void> => {
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/sign-${code}-${name}.png` });
    };
    const lots = front(page).locator('.sign-lots');
    await soon(() => lots.locator('.sign-figures').innerText()).toMatch(/^4 \S+\s+5\.2 \S+$/);
    await picture('sent');
    await lots.locator('.sign-face').click();
    await lots.getByRole('button', { name: `${words.less} 鲈鱼${code}`, exact: true }).click();
    const weight = lots.locator('.stepper input').nth(1);
    expect(await weight.inputValue()).toBe('');
    await picture('counted');
    await button(lots, words.short).click();
    await button(front(page), words.sign).click();
    await page.locator('.ant-message-notice').getByText(words.measure).waitFor();
    await weight.fill('3.9');
    await picture('measured');
    await button(front(page), words.sign).click();
    await soon(() =>
      stage.larder.rows(
        `select status, p.received_base_qty::float as kg, p.received_aux_qty::float as pieces,
          d.received_qty::float as received from out_store o
    join out_store_picks p on p.out_store_id = o.id join out_store_detail d on d.out_store_id = o.id where o.id = $1`,
        [id],
      ),
    ).toEqual([{ status: 'difference', kg: 3.9, pieces: 3, received: 3 }]);
    await leaveComputer(page);
  },
);
