/** Printing, over the demonstration company: what stands on paper, whose it is to print, and what is kept of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionOf } from '../../kernel/core/declaration.ts';
import { makeDocument } from '../../tests/contracts/made-documents.ts';
import { openCompany, type TheCompany } from '../../tests/contracts/the-company.ts';
import { DEMO_TIMEOUT_MS } from '../../tests/support/demo-database.ts';
import { pdfPages } from '../../tests/support/pdf-text.ts';
import type { Drawn, Sheet, Table } from './content.rules.ts';
import { isPrintable } from './layout.rules.ts';
import { printLog } from './print-log.resource.ts';
import { printTemplate } from './print-template.resource.ts';

let company: TheCompany;
let storekeeper: string;
beforeAll(async () => {
  company = await openCompany();
  storekeeper = company.signIn(await company.person('storekeeper'));
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

const call = (path: string, input: Record<string, unknown>, token = company.admin) =>
  company.call(token, 'POST', `/api/blade-report/print/${path}`, input);
interface Shown {
  readonly sheets: readonly Sheet[];
  readonly templateId: string;
  readonly templates: readonly { readonly name: string }[];
  readonly paper: string;
  readonly language: string;
  readonly before: { readonly times: number; readonly userName: string };
}
async function shown(input: Record<string, unknown>, token = company.admin): Promise<Shown> {
  const answer = await call('document', input, token);
  expect([answer.status, answer.body.msg]).toEqual([200, '操作成功']);
  return answer.body.data as Shown;
}
const refused = async (path: string, input: Record<string, unknown>, token = company.admin) => {
  const answer = await call(path, input, token);
  return [answer.status, answer.body.msg];
};
const blocks = <K extends Drawn['is']>(sheet: Sheet, is: K) =>
  sheet.blocks.filter((block): block is Extract<Drawn, { is: K }> => block.is === is);
const words = (sheet: Sheet): string => JSON.stringify(sheet.blocks);
/** The order with the most lines. */
const order = async (): Promise<{ id: string; code: string; lines: number }> =>
  (
    await company.asOwner<{ id: string; code: string; lines: number }>(
      `select o.id::text as id, o.bill_code as code, count(*)::int as lines from purchase_order o
        join purchase_order_detail d on d.purchase_order_id = o.id group by 1, 2 order by 3 desc, 1 limit 1`,
    )
  )[0]!;
const template = async (input: Record<string, unknown>) =>
  company.post(printTemplate, 'submit', { paper: 'a4', language: 'zh', ...input });
const made = async (input: Record<string, unknown>): Promise<string> => {
  const answer = await template(input);
  expect(answer.body.msg).toBe('操作成功');
  return (answer.body.data as { id: string }).id;
};

test('S20: whatever has a page prints on every kind of paper without a template, every line of it', async () => {
  const without: string[] = [];
  const wrong: string[] = [];
  for (const of of company.program.registry.declarations.filter(isPrintable)) {
    const [row] = await company
      .get(of, of.calls.includes('page') ? 'page' : 'list', { size: 1 })
      .then(({ body }) => (body.data as { records?: { id: string }[] } | undefined)?.records ?? []);
    if (row === undefined && of.life === undefined) {
      without.push(of.name);
      continue;
    }
    const { id } = row ?? (await makeDocument(company, of, of.life!.first));
    for (const [paper, language] of [
      ['a4', 'both'],
      ['80mm', 'en'],
      ['40x30', 'zh'],
    ]) {
      const answer = await call('document', { printed: of.name, ids: id, paper, language, templateId: '0' });
      const sheet = (answer.body.data as Shown | undefined)?.sheets[0];
      if (answer.status !== 200 || sheet === undefined || sheet.blocks.length === 0)
        wrong.push(`${of.name} ${paper}: ${answer.status} ${answer.body.msg}`);
      if (sheet !== undefined && /undefined|null|\[object/.test(words(sheet)))
        wrong.push(`${of.name}: ${words(sheet)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(without.length).toBeLessThan(40);
}, 120_000);

test('an order on A4: number as a code, facts with money, each line with unit and code, sums, who signs', async () => {
  const { id, code, lines } = await order();
  const [sheet] = (await shown({ printed: 'purchaseOrder', ids: id, paper: 'a4', language: 'zh' })).sheets;
  const [head] = blocks(sheet!, 'head');
  expect(head).toMatchObject({
    kind: '采购订单',
    number: code,
    by: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d · /),
  });
  expect(head!.company).not.toBe('');
  const facts = blocks(sheet!, 'facts')[0]!.facts;
  expect(facts.find(({ label }) => label === '含税金额')?.text).toMatch(/^¥[\d,]+\.\d\d$/);
  const table = blocks(sheet!, 'table')[0] as Table;
  expect(table.rows).toHaveLength(lines);
  expect(table.columns.length).toBeLessThanOrEqual(12);
  const at = (label: string): number => table.columns.findIndex((each) => each.label === label);
  expect(table.rows[0]![at('物料')]).toMatch(/^.+\t.+$/);
  expect(table.totals[at('含税金额')] ?? table.totals.find((each) => /^[\d,]+\.\d\d$/.test(each))).toBeDefined();
  expect(blocks(sheet!, 'signs')[0]!.signers.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['制单', '审批']),
  );
});

test('in both languages English stands behind Chinese where they differ, and figures stand once', async () => {
  const { id } = await order();
  const [sheet] = (await shown({ printed: 'purchaseOrder', ids: id, paper: 'a4', language: 'both' })).sheets;
  expect(blocks(sheet!, 'head')[0]!.kind).toBe('采购订单 Purchase order');
  const table = blocks(sheet!, 'table')[0] as Table;
  expect(table.columns[0]!.label).toBe('物料 Material');
  const [named] = await company.asOwner<{ name: string; nameEn: string; code: string }>(
    `select m.name, m.name_en as "nameEn", m.code from purchase_order_detail d join material m on m.id = d.material_id
      where d.purchase_order_id = $1 order by d.line_no limit 1`,
    [id],
  );
  expect(table.rows[0]![0]).toBe(`${named!.name} ${named!.nameEn}\t${named!.code}`);
  for (const cell of table.rows[0]!.slice(1)) expect(cell).not.toMatch(/^(\d[\d.,]*) .*\1/);
});

test('what a person may not see is not printed, whatever the template names', async () => {
  const [bill] = await company.asOwner<{ id: string }>(
    `select i.id::text as id from in_store i join in_store_detail d on d.in_store_id = i.id order by 1 limit 1`,
  );
  const hidden = ['协议价', '收货金额'];
  for (const [token, sees] of [
    [company.admin, true],
    [company.signIn({ ...(await company.person('storekeeper')), scope: { all: true } }), false],
  ] as const) {
    const [sheet] = (await shown({ printed: 'inStore', ids: bill!.id, paper: 'a4', language: 'zh' }, token)).sheets;
    for (const label of hidden) expect({ label, sees: words(sheet!).includes(label) }).toEqual({ label, sees });
  }
  const { fields, lines } = company.program.registry.find('inStore');
  const guarded = Object.keys(fields).filter((name) => fields[name]!.rules.right !== undefined);
  const columns = Object.entries(lines!['details']!.fields).filter(
    ([, { rules }]) => rules.right !== undefined && rules.computed !== true,
  );
  const id = await made({
    name: '验收价格单',
    printed: 'inStore',
    content: {
      blocks: [
        { is: 'words', zh: `金额 ${guarded.map((name) => `{{${name}}}`).join('|')}`, en: '' },
        { is: 'facts', fields: guarded, across: 2 },
        { is: 'table', lines: 'details', columns: ['materialId', ...columns.map(([name]) => name)] },
      ],
    },
  });
  const blind = company.signIn({ ...(await company.person('storekeeper')), scope: { all: true } });
  const [sheet] = (await shown({ printed: 'inStore', ids: bill!.id, templateId: id }, blind)).sheets;
  expect(blocks(sheet!, 'words')[0]!.text).toBe(`金额 ${guarded.map(() => '').join('|')}`);
  expect(blocks(sheet!, 'facts')[0]!.facts).toEqual([]);
  expect((blocks(sheet!, 'table')[0] as Table).columns).toHaveLength(1);
});

// what is not printed

test('records beyond the scope, records there are none of, kinds there are none of, and what nobody may look at', async () => {
  const { id } = await order();
  expect(await refused('document', { printed: 'purchaseOrder', ids: '99' })).toEqual([404, '采购订单不存在或已删除']);
  expect(await refused('document', { printed: 'purchaseOrder', ids: `${id},99` })).toEqual([
    404,
    '采购订单不存在或已删除',
  ]);
  const narrow = company.signIn({
    ...(await company.person('purchaser')),
    scope: { all: false, depts: [] },
    userId: '1',
  });
  expect(await refused('document', { printed: 'purchaseOrder', ids: id }, narrow)).toEqual([
    404,
    '采购订单不存在或已删除',
  ]);
  expect(await refused('document', { printed: 'nothing', ids: '1' })).toEqual([
    400,
    '没有可打印的对象“nothing”，请重新选择',
  ]);
  const person = await company.person('storekeeper');
  const without = company.signIn({
    ...person,
    permissions: new Set([...person.permissions].filter((code) => !code.startsWith('purchaseorder_'))),
  });
  expect((await refused('document', { printed: 'purchaseOrder', ids: id }, without))[0]).toBe(403);
  expect((await refused('print', { printed: 'purchaseOrder', ids: id }, without))[0]).toBe(403);
});

test('more than 100 at once', async () => {
  const ids = Array.from({ length: 101 }, (_, at) => String(at + 1)).join(',');
  expect(await refused('document', { printed: 'purchaseOrder', ids })).toEqual([
    400,
    '一次最多打印 100 张，您选了 101 张，请分批打印',
  ]);
});

// templates

const CONTENT = {
  blocks: [
    { is: 'words', zh: '送货单 {{billCode}}', en: 'Delivery note {{billCode}}', size: 'large', align: 'center' },
    { is: 'table', lines: 'details', columns: ['materialId'], totals: false },
    { is: 'signs', signers: [{ zh: '送货', en: 'Delivered by' }] },
  ],
};

test('the default template of a kind and paper is used in place of the built-in print, the newest default alone', async () => {
  const { id, code } = await order();
  const first = await made({ name: '送货单一', printed: 'purchaseOrder', isDefault: 1, content: CONTENT });
  const asked = { printed: 'purchaseOrder', ids: id, paper: 'a4' };
  const before = await shown(asked);
  expect([before.templateId, before.language]).toEqual([first, 'zh']);
  expect(blocks(before.sheets[0]!, 'words')[0]!.text).toBe(`送货单 ${code}`);
  expect(blocks(before.sheets[0]!, 'signs')[0]!.signers).toEqual([{ label: '送货', name: '', sign: '签字与日期' }]);
  const second = await made({
    name: '送货单二',
    printed: 'purchaseOrder',
    language: 'both',
    isDefault: 1,
    content: CONTENT,
  });
  const after = await shown(asked);
  expect([after.templateId, after.language]).toEqual([second, 'both']);
  expect(blocks(after.sheets[0]!, 'words')[0]!.text).toBe(`送货单 Delivery note ${code}`);
  expect(
    await company.asOwner('select name from print_template where is_default = 1 and printed = $1', ['purchaseOrder']),
  ).toEqual([{ name: '送货单二' }]);
  expect((await shown({ ...asked, paper: 'a5' })).templateId).toBe('0');
  expect((await shown({ ...asked, templateId: '0' })).sheets[0]!.blocks[0]!.is).toBe('head');
  await company.post(printTemplate, 'freeze', { ids: second });
  expect((await shown(asked)).templateId).toBe('0');
  expect(await refused('document', { ...asked, templateId: second })).toEqual([
    400,
    '打印模板不存在或已冻结，请改用其他模板',
  ]);
  await company.post(printTemplate, 'remove', { ids: `${first},${second}` });
});

test('without a layout it is the built-in one, to be changed from there', async () => {
  const id = await made({ name: '入库单', printed: 'inStore' });
  const { content } = (await company.get(printTemplate, 'detail', { id })).body.data as {
    content: { blocks: { is: string }[] };
  };
  expect(content.blocks.map(({ is }) => is)).toEqual(expect.arrayContaining(['head', 'facts', 'table', 'signs']));
});

test('a template of another kind is refused, and so is what cannot be printed', async () => {
  const id = await made({ name: '领料单样', printed: 'pick' });
  const { id: orderId } = await order();
  expect(await refused('document', { printed: 'purchaseOrder', ids: orderId, templateId: id })).toEqual([
    400,
    '模板“领料单样”用于领料单，不能打印采购订单，请改用其他模板',
  ]);
  expect((await template({ name: '甲', printed: 'nobody' })).body.msg).toBe('没有可打印的对象“nobody”，请重新选择');
});

test.each([
  ['no block', [], '版式里没有内容，请至少添加一块'],
  ['too many blocks', Array.from({ length: 21 }, () => ({ is: 'head' })), '版式最多 20 块，请删减'],
  ['an unknown block', [{ is: 'script' }], '第 1 块不是可用的类型，请删除后重新添加'],
  [
    'a field there is none of',
    [{ is: 'head' }, { is: 'facts', fields: ['billCode', 'colour', 'smell'] }],
    '第 2 块：采购订单没有字段“colour、smell”，请改为可用的字段',
  ],
  [
    'a place in words that names none',
    [{ is: 'words', zh: '{{ billCode }} {{weather}}' }],
    '第 1 块：采购订单没有字段“weather”，请改为可用的字段',
  ],
  [
    'lines there are none of',
    [{ is: 'table', lines: 'wheels', columns: [] }],
    '第 1 块：采购订单没有这张明细表，请重新选择',
  ],
  ['a very long text', [{ is: 'words', zh: '长'.repeat(1001) }], '第 1 块的文字有 1001 个字，最多 1000 个，请缩短'],
  [
    'more fields than a block holds',
    [{ is: 'facts', fields: Array.from({ length: 61 }, () => 'billCode') }],
    '第 1 块最多 60 个字段，请删减',
  ],
  [
    'more signatures than fit',
    [{ is: 'signs', signers: Array.from({ length: 7 }, () => ({ zh: '签', en: 'Sign' })) }],
    '第 1 块最多 6 个签字栏，请删减',
  ],
])('is refused with %s, saved or tried', async (title, given, sentence) => {
  const content = { blocks: given };
  expect((await template({ name: `错 ${title}`, printed: 'purchaseOrder', content })).body.msg).toBe(sentence);
  expect(await refused('try', { printed: 'purchaseOrder', content, paper: 'a4', language: 'zh' })).toEqual([
    400,
    sentence,
  ]);
});

test('a field that was removed later prints as nothing, and its template can still be used', async () => {
  const id = await made({ name: '旧字段', printed: 'purchaseOrder', content: CONTENT });
  await company.asOwner(
    `update print_template set content = replace(content::text, 'materialId', 'formerField')::jsonb where id = $1`,
    [id],
  );
  const { id: orderId } = await order();
  const [sheet] = (await shown({ printed: 'purchaseOrder', ids: orderId, templateId: id })).sheets;
  expect(sheet!.blocks.map(({ is }) => is)).toEqual(['words', 'signs']);
});

test('a layout is tried with the newest record or the one that is named, by whoever maintains templates', async () => {
  const { id, code } = await order();
  const asked = { printed: 'purchaseOrder', content: CONTENT, paper: 'a4', language: 'en' };
  const answer = await call('try', { ...asked, id });
  expect(words((answer.body.data as Shown).sheets[0]!)).toContain(`Delivery note ${code}`);
  expect(((await call('try', asked)).body.data as Shown).sheets).toHaveLength(1);
  expect((await refused('try', asked, storekeeper))[0]).toBe(403);
  expect((await company.post(printTemplate, 'submit', { name: '乙', printed: 'pick' }, storekeeper)).status).toBe(403);
});

// what was printed is kept

const pdf = (logIds: readonly string[], token = company.admin) =>
  company.download(`/api/blade-report/print/download?logIds=${logIds.join(',')}`, token);

test('each record with its content, whoever reads it later, also when the record has changed', async () => {
  const { id, code, lines } = await order();
  const asked = { printed: 'purchaseOrder', ids: id, paper: 'a4', language: 'zh', templateId: '0' };
  const answer = await call('print', { ...asked, output: 'pdf', copies: 2 });
  const { logIds, sheets } = answer.body.data as { logIds: string[]; sheets: Sheet[] };
  expect(sheets[0]!.title).toBe(`采购订单 ${code}`);
  const { before } = await shown(asked);
  expect(before).toMatchObject({ times: 1, userName: '超级管理员' });
  const record = (await company.get(printLog, 'detail', { id: logIds[0] })).body.data as Record<string, unknown>;
  expect(record).toMatchObject({
    title: `采购订单 ${code}`,
    printed: 'purchaseOrder',
    recordId: id,
    output: 'pdf',
    copies: 2,
    templateName: '',
    content: sheets[0],
  });
  const file = await pdf(logIds);
  expect([file.status, file.headers['content-type'], file.bytes.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
  // Fonts are cut down to the signs that are used.
  expect(file.bytes.length).toBeLessThan(200_000);
  const text = pdfPages(file.bytes).join('').replaceAll('\n', '');
  expect(text).toContain(`采购订单${code}`.slice(0, 4));
  expect(text).toContain(code);
  const [material] = (blocks(sheets[0]!, 'table')[0] as Table).rows[lines - 1]![0]!.split('\t');
  expect(text).toContain(material);
}, 60_000);

test('is read by whoever printed it; by others with the right to the contents alone', async () => {
  const [bill] = await company.asOwner<{ id: string }>('select id::text as id from pick order by id limit 1');
  const { logIds } = (await call('print', { printed: 'pick', ids: bill!.id })).body.data as { logIds: string[] };
  expect((await pdf(logIds, storekeeper)).status).toBe(403);
  expect((await pdf(['99'])).status).toBe(404);
  // The right to contents reaches no further than the list of prints does.
  await company.asOwner(`update print_log set create_dept = (select min(id) from dept where dept_category = '2')
    where id = ${logIds[0]}`);
  const away = company.signIn({
    ...(await company.person('storekeeper')),
    permissions: (await company.person('admin')).permissions,
    scope: { all: false, depts: ['999'] },
  });
  expect([
    (await pdf(logIds, away)).status,
    (await company.get(printLog, 'detail', { id: logIds[0] }, away)).status,
  ]).toEqual([404, 404]);
  expect((await company.get(printLog, 'detail', { id: logIds[0] }, storekeeper)).status).toBe(403);
  const reader = await company.person('admin');
  const blind = company.signIn({
    ...reader,
    permissions: new Set([...reader.permissions].filter((code) => code !== permissionOf(printLog, 'content'))),
  });
  const seen = (await company.get(printLog, 'detail', { id: logIds[0] }, blind)).body.data as Record<string, unknown>;
  expect('content' in seen).toBe(false);
});

test('500 lines go over many pages, each with the titles of the columns', async () => {
  const { id } = await order();
  await company.asOwner(
    `insert into purchase_order_detail (tenant_id, purchase_order_id, line_no, material_id, unit_id, order_qty, base_qty, factor)
      select d.tenant_id, d.purchase_order_id, 10000 + n, d.material_id, d.unit_id, d.order_qty, d.base_qty, d.factor
      from (select * from purchase_order_detail where purchase_order_id = $1 order by line_no limit 1) d, generate_series(1, 500) n`,
    [id],
  );
  try {
    const { logIds, sheets } = (
      await call('print', { printed: 'purchaseOrder', ids: id, paper: 'a4', language: 'zh', templateId: '0' })
    ).body.data as { logIds: string[]; sheets: Sheet[] };
    expect((blocks(sheets[0]!, 'table')[0] as Table).rows.length).toBeGreaterThan(500);
    const file = await pdf(logIds);
    const pages = pdfPages(file.bytes);
    expect(pages.length).toBeGreaterThan(10);
    const full = pages.slice(0, -1).filter((page) => page.replaceAll('\n', '').includes('物料'));
    expect(full).toHaveLength(pages.length - 1);
  } finally {
    await company.asOwner('delete from purchase_order_detail where purchase_order_id = $1 and line_no > 10000', [id]);
  }
}, 120_000);
