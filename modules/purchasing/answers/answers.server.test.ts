/**
 * Suppliers answer orders: signed in, or by the link they were sent. Whoever holds a link sees one order and nothing
 * else, for as long as it holds.
 */
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, NOW, thing, type Dock } from '../../receiving/dock.testing.ts';
import type { Answer } from '../../../tests/support/program.ts';

const OK = '操作成功';
const T = '000001';
let dock: Dock;
let farmer: string;
let stranger: string;
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(`begin; set local app.tenant = '${T}';
    update tenant set domain_url = 'https://larder.example/' where tenant_id = '${T}';
    insert into supplier (id, code, name, contact, contact_phone) values (601, 'S2', '别家', '李', '13800000001');
    insert into app_user (id, account, name, real_name, dept_id, role_id, party_type, supplier_id)
    values (7, 'farmer', '鲜达王', '鲜达王', '{}', '{}', 'supplier', 600),
      (8, 'stranger', '别家李', '别家李', '{}', '{}', 'supplier', 601); commit`);
  const ofSupplier = (userId: string, supplierId: string): string =>
    dock.running.signIn({
      tenant: T,
      userId,
      outsider: true,
      permissions: new Set(['purchaseorder_view', 'purchaseorder_supplier_confirm', 'purchaseorder_ship']),
      scope: { all: false, depts: [], records: new Map([['supplier', [supplierId]]]) },
    });
  farmer = ofSupplier('7', '600');
  stranger = ofSupplier('8', '601');
});
afterAll(() => dock.running.close());

type Row = Readonly<Record<string, unknown>>;
const later = (hours: number): string => {
  const at = new Date(`${NOW.replace(' ', 'T')}Z`);
  return new Date(at.getTime() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
};
const anybody = (method: 'GET' | 'POST', path: string, input: Row, now = NOW, headers = {}): Promise<Answer> =>
  dock.running.call(null, method, `/api/store-management/supplierticket/${path}`, input, {
    'x-larder-time': now,
    ...headers,
  });
interface Shown {
  readonly state: string;
  readonly order: (Row & { readonly lines: readonly (Row & { readonly id: string })[] }) | null;
  readonly buyer: Row;
}
const opened = async (ticket: string, now = NOW): Promise<Shown> =>
  (await anybody('GET', 'order', { ticket }, now)).body.data as Shown;
const linkTo = async (orderId: string): Promise<string> => {
  const { body } = await dock.post(dock.keeper, 'purchaseorder/supplierLink', { id: orderId });
  expect(body.msg).toBe(OK);
  return (body.data as { path: string }).path.slice('/s/'.length);
};
const orderOf = (id: string, who = dock.keeper): Promise<Row> => dock.get(who, 'purchaseorder/detail', { id });
const asked = async (qty = '240') => {
  const order = await dock.order([{ materialId: thing.tofu, qty }], { deliveryDate: '2026-11-22' });
  return { ...order, ticket: await linkTo(order.orderId) };
};
async function sent(
  ticket: string,
  name: string,
  bytes: Buffer,
  fields: Readonly<Record<string, string>>,
  key?: string,
) {
  const boundary = 'b0und';
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const payload = Buffer.concat([
    Buffer.from(
      `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await dock.running.app.inject({
    method: 'POST',
    url: `/api/store-management/supplierticket/paper?ticket=${ticket}`,
    headers: {
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-larder-time': NOW,
    },
    payload,
  });
  return { status: answer.statusCode, ...answer.json<{ msg: string; data: { id: string; name: string } }>() };
}
const PDF = Buffer.from('%PDF-1.4 a test report');

let shipped: Awaited<ReturnType<typeof asked>>;
test('B16: by the link he confirms 200 of 240 for another day, ships it with its lot and report, and each answer is timed', async () => {
  shipped = await asked();
  const { orderId, ticket } = shipped;
  const { order, state } = await opened(ticket, later(1));
  expect(state).toBe('open');
  expect(order).toMatchObject({
    supplierName: '鲜达',
    place: '主仓',
    amount: '960.00',
    supplierStatus: 'none',
    lines: [{ materialName: '豆腐', orderQty: '240', price: '4', promisedQty: null, limitQty: '240' }],
  });
  const [line] = order!.lines;
  const answer = await anybody(
    'POST',
    'answer',
    { ticket, lines: [{ id: line!.id, promisedQty: '200', promisedDate: '2026-11-23' }], remark: '明天送' },
    later(1),
  );
  expect(answer.body.msg).toBe(OK);
  expect(await orderOf(orderId)).toMatchObject({
    supplierStatus: 'partial',
    supplierRemark: '明天送',
    supplierTime: later(1),
    details: [{ promisedQty: '200', promisedDate: '2026-11-23' }],
  });
  const report = await sent(ticket, '检测报告.pdf', PDF, { purpose: 'lot' });
  expect([report.msg, report.data.name]).toEqual([OK, '检测报告.pdf']);
  const ship = { ticket, noteNo: 'SH-1', plateNo: '沪A12345', driver: '老周' };
  const lot = {
    orderDetailId: line!.id,
    supplierBatchNo: 'T1121',
    productionDate: '2026-11-21',
    papers: [report.data.id],
  };
  expect((await anybody('POST', 'ship', { ...ship, details: [{ ...lot, shipQty: '200' }] }, later(2))).body.msg).toBe(
    OK,
  );
  expect((await orderOf(orderId))['details']).toMatchObject([{ shippedQty: '200' }]);
  const trail = await dock.get(dock.keeper, 'purchaseorder/supplierTrail', { id: orderId });
  expect(trail).toMatchObject({
    answers: [
      { kind: 'shipped', minutes: 120, userName: '' },
      { kind: 'partial', minutes: 60, remark: '明天送' },
    ],
    notes: [
      {
        noteNo: 'SH-1',
        noteStatus: 'shipped',
        lots: [{ shipQty: '200', supplierBatchNo: 'T1121', files: [{ name: '检测报告.pdf' }] }],
      },
    ],
  });
});

test('B17: his label names the lot before it is there; the dock proposes it, and it keeps the name', async () => {
  const { orderId, ticket, instoreId } = shipped;
  const trail = await dock.get(dock.keeper, 'purchaseorder/supplierTrail', { id: orderId });
  const { code } = (trail['notes'] as { lots: { code: string }[] }[])[0]!.lots[0]!;
  expect(await dock.get(dock.keeper, 'invinstore/readCode', { instoreId, code })).toMatchObject({
    kind: 'lot',
    title: 'T1121',
    materialName: '豆腐',
  });
  const proposal = (await dock.post(dock.keeper, 'invinstore/preReceiving', { instoreId })).body.data as Row;
  expect(proposal).toMatchObject({
    deliveryNo: 'SH-1',
    details: [{ acceptedQty: '200', supplierBatchNo: 'T1121', productionDate: '2026-11-21', isAnnounced: 1 }],
  });
  const [detail] = proposal['details'] as { detailId: string }[];
  const received = await dock.post(dock.keeper, 'invinstore/doReceiving', {
    instoreId,
    details: [
      { detailId: detail!.detailId, acceptedQty: '200', supplierBatchNo: 'T1121', productionDate: '2026-11-21' },
    ],
  });
  expect(received.body.msg).toBe(OK);
  const [batch] = await dock.running.asOwner<{ id: string }>(
    'select id::text from batch where supplier_batch_no = $1',
    ['T1121'],
  );
  expect(`L${batch!.id}`).toBe(code);
  expect((await opened(ticket, later(3))).order).toMatchObject({
    lines: [{ receivedQty: '200', shippedQty: '200' }],
    notes: [{ noteStatus: 'received' }],
    statement: [{ acceptedQty: '200', refusedQty: '0', amount: '800.00' }],
  });
  await dock.proved();
});

test('B16: what may not be answered is refused, and nothing of it is kept', async () => {
  const { orderId, ticket } = await asked();
  const id = (await opened(ticket)).order!.lines[0]!.id;
  const refused = async (input: Row): Promise<string> =>
    (await anybody('POST', 'answer', { ticket, ...input })).body.msg ?? '';
  expect(await refused({ decline: 1 })).toBe('拒绝须填写原因');
  expect(await refused({ lines: [{ id, promisedQty: '241' }] })).toBe(
    '第 1 行 豆腐：承诺数量不能大于订购数量，承诺 241 千克，订购 240 千克',
  );
  expect(await refused({ lines: [{ id, promisedDate: '2026-11-20' }] })).toBe(
    '第 1 行 豆腐：承诺日期 2026-11-20 已过，请选 2026-11-21 或之后',
  );
  expect(await refused({ lines: [{ id: '1' }] })).toBe('第 1 行不属于这张订单，请刷新后重试');
  const ship = async (line: Row, noteNo = 'SH-2'): Promise<string> =>
    (await anybody('POST', 'ship', { ticket, noteNo, details: [{ orderDetailId: id, shipQty: '1', ...line }] })).body
      .msg ?? '';
  expect(await ship({ shipQty: '240.5' })).toBe('第 1 行 豆腐：累计发货240.5 千克超过上限240 千克');
  expect(await ship({ productionDate: '2026-11-22' })).toBe('第 1 行 豆腐：生产日期 2026-11-22 在今天之后');
  expect(await ship({ productionDate: '2026-11-21', expiryDate: '2026-11-20' })).toBe(
    '第 1 行 豆腐：到期日 2026-11-20 早于生产日期 2026-11-21',
  );
  expect((await orderOf(orderId))['supplierStatus']).toBe('none');
  expect(await ship({}, 'SH-3')).toBe(OK);
  expect(await ship({}, 'SH-3')).toBe('送货单号 SH-3 已登记过，请换一个');
  expect(await refused({ decline: 1, remark: '没货' })).toMatch(/已有发货，不能拒绝整张订单/);
  expect(await refused({ lines: [{ id, promisedQty: '0.5' }] })).toBe(
    '第 1 行 豆腐：已发货 1 千克，承诺数量 0.5 不能更少',
  );
  expect((await anybody('POST', 'ship', { ticket, noteNo: 'SH-9', details: [] })).body.msg).toMatch(/请填写发货明细/);
});

test('H24: after 72 hours the link opens nothing but whom to ask; a new one by the buyer ends the old', async () => {
  const { orderId, ticket } = await asked();
  expect((await opened(ticket, later(72))).state).toBe('open');
  expect(await opened(ticket, later(72.001))).toEqual({
    state: 'expired',
    order: null,
    buyer: { name: '收货员', phone: '' },
  });
  expect((await anybody('POST', 'answer', { ticket }, later(73))).body.msg).toBe('链接已过期，请联系采购员重新发送');
  const fresh = await linkTo(orderId);
  expect([(await opened(ticket)).state, (await opened(fresh)).state]).toEqual(['revoked', 'open']);
  expect((await anybody('POST', 'answer', { ticket })).body.msg).toMatch(/^链接已失效/);
  expect(await dock.get(dock.keeper, 'purchaseorder/supplierTrail', { id: orderId })).toMatchObject({
    tickets: [{ state: 'open' }, { state: 'revoked' }, { state: 'revoked' }],
  });
});

test('H24: the parameter purchaseorder.ticketHours says for how long a link holds', async () => {
  const hours = (value: string): Promise<unknown> =>
    dock.running.asOwner(
      `insert into param (tenant_id, param_name, param_key, param_value) values ('${T}', 'h', 'purchaseorder.ticketHours', '${value}')
        on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`,
    );
  await hours('2');
  const { ticket } = await asked();
  expect([(await opened(ticket, later(2))).state, (await opened(ticket, later(2.001))).state]).toEqual([
    'open',
    'expired',
  ]);
  await hours('72');
});

test('H24: nobody guesses a link, and one of another company or cut short is none', async () => {
  const { ticket } = await asked();
  const [, token] = ticket.split(`${T}-`);
  for (const other of ['x', `000000-${token}`, `${T}-${token!.slice(1)}`, `${T}-${'A'.repeat(43)}`, `nobody-${token}`])
    expect((await anybody('GET', 'order', { ticket: other })).status, other).toBe(404);
  const [kept] = await dock.running.asOwner<{ n: number }>(
    'select count(*)::int as n from supplier_ticket t where t::text like $1',
    [`%${token}%`],
  );
  expect(kept!.n).toBe(0);
});

test('H2: his people confirm orders of their supplier, and know nothing of those of another', async () => {
  const { orderId } = await dock.order([{ materialId: thing.tofu, qty: '10' }]);
  const detail = await orderOf(orderId, farmer);
  expect(detail).toMatchObject({ supplierStatus: 'none' });
  expect(Object.keys(detail).filter((key) => /settle|amount/i.test(key))).toEqual([]);
  for (const [path, input] of [
    ['supplierConfirm', {}],
    ['saveShipNote', { noteNo: 'X', details: [{ orderDetailId: '1', shipQty: '1' }] }],
  ] as const) {
    const answer = await dock.post(stranger, `purchaseorder/${path}`, { id: orderId, ...input });
    expect([path, answer.status, answer.body.msg]).toEqual([path, 404, '采购订单不存在或已删除']);
  }
  expect((await dock.post(stranger, 'purchaseorder/supplierLink', { id: orderId })).status).toBe(404);
  const own = (await dock.post(farmer, 'purchaseorder/supplierLink', { id: orderId })).body.data as { path: string };
  expect((await opened(own.path.slice('/s/'.length))).order).toMatchObject({ billCode: detail['billCode'] });
  expect((await dock.post(farmer, 'purchaseorder/supplierConfirm', { id: orderId })).body.msg).toBe(OK);
  expect(await orderOf(orderId)).toMatchObject({ supplierStatus: 'confirmed', details: [{ promisedQty: '10' }] });
  const [notice] = await dock.running.asOwner<{ title: string }>(
    "select title from message where user_id = 1 and topic = 'order.answered' order by id desc limit 1",
  );
  expect(notice!.title).toMatch(/^供应商【鲜达】已确认：CG/);
});

test('an order that is not open any more, or whose supplier was frozen meanwhile, is answered by nobody', async () => {
  const { orderId, ticket } = await asked();
  await dock.running.asOwner('update supplier set frozen = 1 where id = 600');
  expect((await opened(ticket)).order).toMatchObject({ isFrozen: true });
  expect((await anybody('POST', 'answer', { ticket })).body.msg).toBe(
    '供应商【鲜达】已冻结，不能确认或发货，请联系采购员',
  );
  await dock.running.asOwner('update supplier set frozen = 0 where id = 600');
  expect((await dock.post(dock.boss, 'purchaseorder/void', { ids: orderId, reason: '不要了' })).body.msg).toBe(OK);
  expect((await opened(ticket)).state).toBe('revoked');
  expect((await dock.post(dock.keeper, 'purchaseorder/supplierConfirm', { id: orderId })).body.msg).toMatch(
    /^订单 CG\d+ 已作废，不能再确认或发货/,
  );
  expect((await dock.post(dock.keeper, 'purchaseorder/supplierLink', { id: orderId })).body.msg).toMatch(
    /^订单 CG\d+ 已作废，审批后才能发送链接/,
  );
});

test('what he sends is a picture or document of some size, for this order, and only files he sent are named', async () => {
  const { ticket } = await asked();
  const id = (await opened(ticket)).order!.lines[0]!.id;
  expect((await sent(ticket, 'a.exe', Buffer.from('MZ program'), { purpose: 'lot' })).status).toBe(400);
  expect(
    (await sent(ticket, 'a.pdf', Buffer.concat([PDF, Buffer.alloc(7 * 1024 * 1024)]), { purpose: 'lot' })).status,
  ).toBe(413);
  expect((await sent(`${T}-${'A'.repeat(43)}`, 'a.pdf', PDF, { purpose: 'lot' })).status).toBe(404);
  const other = await dock.running.asOwner<{ id: string }>(`
    insert into stored_file (tenant_id, name, content_type, size, sha256, purpose, create_user)
    values ('${T}', '工资.pdf', 'application/pdf', 1, 'x', 'attachment', 1) returning id::text`);
  const details = [{ orderDetailId: id, shipQty: '1', papers: [other[0]!.id] }];
  expect((await anybody('POST', 'ship', { ticket, noteNo: 'SH-7', details })).body.msg).toBe(
    '有文件不是在此上传的，请重新上传',
  );
  await dock.running.asOwner(
    'update supplier_ticket set files = (select array_agg(g) from generate_series(1, 30) g) where revoked_time is null',
  );
  expect((await sent(ticket, 'a.pdf', PDF, { purpose: 'lot' })).msg).toBe('这张订单已上传 30 个文件，不能再传');
});

test('H24: what is sent by a link that does not hold is not read: the answer is there before the file', async () => {
  const expired = await asked();
  const revoked = await asked();
  await linkTo(revoked.orderId);
  await dock.running.asOwner(
    `update supplier_ticket set expires_time = '2026-11-20' where purchase_order_id = ${expired.orderId}`,
  );
  const full = await asked();
  await dock.running.asOwner(
    `update supplier_ticket set files = (select array_agg(g) from generate_series(1, 30) g)
      where purchase_order_id = ${full.orderId} and revoked_time is null`,
  );
  const address = new URL(await dock.running.app.listen({ port: 0, host: '127.0.0.1' }));
  /** Of a form of 5 MB only the head is sent. */
  const headAlone = (query: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = net.connect(Number(address.port), address.hostname, () =>
        socket.write(
          `POST /api/store-management/supplierticket/paper${query} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n` +
            `x-larder-time: ${NOW}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 5000000\r\n\r\n`,
        ),
      );
      let answer = '';
      socket.on('data', (chunk) => {
        answer += String(chunk);
        if (answer.includes('"msg"')) socket.destroy();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(`${answer.slice(9, 12)} ${/"msg":"([^"]*)"/.exec(answer)?.[1] ?? ''}`));
    });
  const [, token] = expired.ticket.split(`${T}-`);
  const found = [];
  for (const query of [
    '',
    '?ticket=x',
    `?ticket=${T}-${'A'.repeat(43)}`,
    `?ticket=000000-${token}`,
    `?ticket=${expired.ticket}`,
    `?ticket=${revoked.ticket}`,
    `?ticket=${full.ticket}`,
  ])
    found.push(await headAlone(query));
  expect(found).toEqual([
    expect.stringMatching(/^404 链接/),
    expect.stringMatching(/^404 链接/),
    expect.stringMatching(/^404 链接/),
    expect.stringMatching(/^404 链接/),
    '400 链接已过期，请联系采购员重新发送',
    expect.stringMatching(/^400 链接已失效/),
    '400 这张订单已上传 30 个文件，不能再传',
  ]);
});

test('H24: what one supplier sent by his link is nothing another can name, and his key repeats nobody else’s answer', async () => {
  const mine = await asked();
  await dock.running.asOwner('update supplier set frozen = 0 where id = 601');
  const theirs = await dock.order([{ materialId: thing.tofu, qty: '10' }], {
    supplierId: '601',
    deliveryDate: '2026-11-22',
  });
  const other = await linkTo(theirs.orderId);
  const file = await sent(mine.ticket, '报告.pdf', PDF, { purpose: 'lot' }, 'key-1');
  expect(file.msg).toBe(OK);
  const again = await sent(other, '报告.pdf', PDF, { purpose: 'lot' }, 'key-1');
  expect([again.msg, again.data.id === file.data.id]).toEqual([OK, false]);
  const { id } = (await opened(other)).order!.lines[0]!;
  const ship = (orderDetailId: string, papers: readonly string[]) =>
    anybody('POST', 'ship', { ticket: other, noteNo: 'SH-1', details: [{ orderDetailId, shipQty: '1', papers }] });
  expect((await ship(id, [file.data.id])).body.msg).toBe('有文件不是在此上传的，请重新上传');
  expect((await ship((await opened(mine.ticket)).order!.lines[0]!.id, [])).body.msg).toMatch(/不属于这张订单/);
  expect((await ship(id, [again.data.id])).body.msg).toBe(OK);
});

test('B16: pressed twice an answer, a delivery and a file are one; another content under the same key is refused', async () => {
  const { orderId, ticket } = await asked();
  const id = (await opened(ticket)).order!.lines[0]!.id;
  const keyed = (path: string, input: Row, key: string) =>
    anybody('POST', path, { ticket, ...input }, NOW, { 'idempotency-key': key });
  const twice = async (path: string, input: Row, key: string) => {
    const both = await Promise.all([keyed(path, input, key), keyed(path, input, key)]);
    expect(both.map(({ body }) => body.msg)).toEqual([OK, OK]);
    expect(both[0].body.data).toEqual(both[1].body.data);
  };
  await twice('answer', { lines: [{ id, promisedQty: '200' }] }, 'a1');
  await twice('ship', { noteNo: 'SH-77', details: [{ orderDetailId: id, shipQty: '5' }] }, 's1');
  const files = await Promise.all([
    sent(ticket, 'a.pdf', PDF, { purpose: 'lot' }, 'f1'),
    sent(ticket, 'a.pdf', PDF, { purpose: 'lot' }, 'f1'),
  ]);
  expect(files[0].data.id).toBe(files[1].data.id);
  const trail = await dock.get(dock.keeper, 'purchaseorder/supplierTrail', { id: orderId });
  expect((trail['answers'] as Row[]).map(({ kind }) => kind)).toEqual(['shipped', 'partial']);
  expect(trail['notes']).toHaveLength(1);
  expect((await keyed('answer', { lines: [{ id, promisedQty: '100' }] }, 'a1')).body.msg).toMatch(/同一个请求编号/);
});

test('B22: a licence he brings by the link waits to be checked, and counts once it was', async () => {
  const { ticket } = await asked();
  expect((await opened(ticket)).order!['papers']).toMatchObject([{ kind: 'business-license', state: 'missing' }]);
  expect(
    (await sent(ticket, '执照.pdf', PDF, { purpose: 'certificate', certificateKind: 'business-license' })).msg,
  ).toBe('请填写证照编号');
  const paper = {
    purpose: 'certificate',
    certificateKind: 'business-license',
    certificateNo: 'YZ-1',
    validTo: '2027-01-31',
  };
  expect((await sent(ticket, '执照.pdf', PDF, paper)).msg).toBe(OK);
  expect((await opened(ticket)).order!['papers']).toMatchObject([{ state: 'waiting' }]);
  const { certificates } = (await dock.get(dock.keeper, 'supplier/detail', { id: '600' })) as {
    certificates: { id: string }[];
  };
  const check = async (input: Row): Promise<string> =>
    (await dock.post(dock.keeper, 'supplier/checkCertificate', { id: certificates[0]!.id, ...input })).body.msg ?? '';
  expect(await check({ result: 'refused' })).toBe('核验不通过须填写意见');
  expect(await check({ result: 'passed' })).toBe(OK);
  expect((await opened(ticket)).order!['papers']).toMatchObject([{ state: 'ok', validTo: '2027-01-31' }]);
});

test('H24: the approval of an order sends its link as the supplier can be reached, and the outbox does not show it', async () => {
  const letters = (): Promise<Row[]> =>
    dock.running.asOwner(
      "select channel, receiver, body, params from outbox where body like '新订单%' order by id desc limit 1",
    );
  const set = (values: string): Promise<unknown> =>
    dock.running.asOwner(`update supplier set ${values} where id = 600`);
  await set("order_channel = 'sms'");
  const { orderId } = await dock.order([{ materialId: thing.rice, qty: '5' }]);
  expect(await letters()).toMatchObject([{ channel: 'sms', receiver: '13800000000' }]);
  expect(JSON.stringify(await letters())).not.toContain('/s/');
  expect(((await letters())[0]!['params'] as { link: string }).link).toMatch(/^sealed:/);
  await set("order_channel = 'mail', email = 'orders@farm.example'");
  await dock.order([{ materialId: thing.rice, qty: '6' }]);
  expect(await letters()).toMatchObject([{ channel: 'mail', receiver: 'orders@farm.example' }]);
  await set("order_channel = 'portal', email = null");
  const own = await dock.order([{ materialId: thing.rice, qty: '7' }]);
  const messages = await dock.running.asOwner<{ link: string }>(
    "select link from message where user_id = 7 and title like '新订单%' order by id desc limit 1",
  );
  expect(messages).toEqual([{ link: `/purchasing/purchaseorder/${own.orderId}` }]);
  const { tickets } = await dock.get(dock.keeper, 'purchaseorder/supplierTrail', { id: orderId });
  expect(tickets).toMatchObject([{ channel: 'sms', sentTo: '138****0000', expiresTime: later(72) }]);
});
