/** The demonstration lives: what somebody who looks around expects to find there, each for whom it concerns. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachFiles } from '../../apps/server/demo/files.ts';
import { inProcessClient } from '../../apps/server/demo/in-process-client.ts';
import { peopleIn } from '../../apps/server/demo/load-company.ts';
import { furnishOffice } from '../../apps/server/demo/office-life.ts';
import { placeSitePeople } from '../../apps/server/demo/place-people.ts';
import { momentIn } from '../../kernel/server/clock.ts';
import { sitePeople } from '../../modules/admin/rights/demonstration-roles.ts';
import { hashOf } from '../../modules/admin/sign-in/password.server.ts';
import { attach } from '../../modules/files/files.resource.ts';
import { dish } from '../../modules/master-data/dishes/dish.resource.ts';
import { notice } from '../../modules/messages/notice.resource.ts';
import { salesPlan } from '../../modules/operations/sales-plan/sales-plan.document.ts';
import { priceWarning } from '../../modules/prices/warnings/price-warning.document.ts';
import { report } from '../../modules/reports/report.resource.ts';
import { stockBatch } from '../../modules/stock/lots/stock-batch.resource.ts';
import { warehouse } from '../../modules/stock/warehouses/warehouse.resource.ts';
import { supplier } from '../../modules/suppliers/supplier.resource.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import { openCompany, TENANT, type Row, type TheCompany } from './the-company.ts';

let company: TheCompany;
beforeAll(async () => {
  company = await openCompany();
  const { program, database } = company;
  const today = momentIn('Asia/Shanghai', new Date()).slice(0, 10);
  const hash = await hashOf('larder2026');
  await database.transaction({ tenant: TENANT, timeZone: 'Asia/Shanghai' }, async (tx) => {
    const people = await peopleIn(tx, program, TENANT, 'admin');
    const standing = { account: 'admin', moment: `${today} 08:00:00` };
    const client = inProcessClient(program, people, tx, standing, { keepsFiles: true });
    await furnishOffice(client, today);
    await attachFiles(client, today);
    await placeSitePeople(tx, hash);
  });
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

const tokenOf = async (account: string): Promise<string> => company.signIn(await company.person(account));
const answerOf = async <T>(token: string, path: string, input: Record<string, unknown> = {}): Promise<T> => {
  const { status, body } = await company.call(token, 'GET', `/api/${path}`, input);
  expect([path, status]).toEqual([path, 200]);
  return body.data as T;
};

test('dishes have pictures, a supplier a licence, and a delivery the photo of its note; each can be opened', async () => {
  const files = await company.rowsOf(attach);
  expect(files.map(({ purpose }) => purpose).toSorted()).toEqual([
    'attachment',
    'picture',
    'picture',
    'picture',
    'picture',
  ]);
  const pictured = (await company.rowsOf(dish)).filter((row) => (row['imagesFiles'] as unknown[] | '').length > 0);
  expect(pictured.map(({ name }) => name).toSorted()).toEqual(['番茄炒蛋', '红烧肉', '蒜蓉菠菜'].toSorted());
  for (const { link } of pictured.map((row) => (row['imagesFiles'] as { link: string }[])[0]!)) {
    const { status, bytes } = await company.download(link, company.admin);
    expect([status, bytes.subarray(1, 4).toString()]).toEqual([200, 'PNG']);
  }
  const licensed = (await company.rowsOf(supplier)).filter((row) => (row['filesFiles'] as unknown[] | '').length > 0);
  expect(licensed).toHaveLength(1);
  const [{ id }] = licensed[0]!['filesFiles'] as [{ id: string }];
  const licence = await company.download(`/api/blade-resource/file/download?id=${id}`, await tokenOf('purchaser'));
  expect(licence.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const photographed = await company.asOwner(
    `select 1 from in_store_receiving_detail d join stored_file f on f.id = any(d.pictures) where f.name like '送货单%'`,
  );
  expect(photographed).toHaveLength(1);
});

test('mail and notices are there to be read', async () => {
  for (const account of ['purchaser', 'hq-planner', 'chef', 'restaurant-manager']) {
    const unread = await answerOf<{ mail: number; notice: number }>(
      await tokenOf(account),
      'blade-desk/message/unread',
    );
    expect([account, unread.mail > 0, unread.notice]).toEqual([account, true, 2]);
  }
  expect(await company.rowsOf(notice)).toHaveLength(2);
});

test('three reports answer with groups that lead to their records, and with totals', async () => {
  const finance = await tokenOf('finance');
  const reports = await company.rowsOf(report, finance);
  expect(reports).toHaveLength(3);
  for (const { id, name } of reports) {
    const { body } = await company.call(finance, 'POST', '/api/blade-report/report/rest/run', { id });
    const { rows, groups, totals } = body.data as {
      rows: unknown[];
      groups: unknown[];
      totals: Record<string, string>;
    };
    expect([name, rows.length > 1, groups.length === rows.length, Object.keys(totals).length]).toEqual([
      name,
      true,
      true,
      2,
    ]);
  }
});

test('a price warning has money at stake, and few lots have expired', async () => {
  const open = await company.rowsOf(priceWarning, company.admin, { status: 'open' });
  expect(open.filter((row) => Number(row['stakeAmount']) > 1).length).toBeGreaterThan(0);
  expect((await company.rowsOf(stockBatch, company.admin, { tab: 'expired' })).length).toBeLessThan(10);
});

test('people belong to several departments and posts; the same role shows one site to one person and all to another', async () => {
  const held = await company.asOwner<{ depts: string; posts: string }>(
    `select count(distinct dept_id[1])::text as depts, count(distinct post_id[1])::text as posts from app_user
     where tenant_id = $1`,
    [TENANT],
  );
  expect([Number(held[0]!.depts) >= 5, Number(held[0]!.posts)]).toEqual([true, 6]);
  const sitesOf = async (account: string): Promise<string[]> => {
    const rows: Row[] = await company.rowsOf(salesPlan, await tokenOf(account));
    return [...new Set(rows.map((row) => String(row['bladeProjectDeptName'])))].toSorted();
  };
  const all = await sitesOf('hq-planner');
  expect(all).toHaveLength(2);
  expect(await sitesOf('project-manager')).toEqual(all);
  const jiangpan = await sitesOf('jiangpan-manager');
  expect([jiangpan.length, all.includes(jiangpan[0]!)]).toEqual([1, true]);
  expect(await sitesOf('jiangpan-chef')).toEqual(jiangpan);
  expect(await company.rowsOf(warehouse, await tokenOf('jiangpan-storekeeper'))).toHaveLength(1);
  expect(sitePeople).toHaveLength(3);
});

test('a delivery note of the company’s own, in both languages, and what was printed by it', async () => {
  const prints = await company.asOwner(
    `select t.language, t.is_default, l.template_name = t.name as is_its, l.content->>'title' like '出库单 Out-store CK%' as is_both
      from print_template t left join print_log l on l.printed = t.printed`,
  );
  expect(prints).toEqual([{ language: 'both', is_default: 1, is_its: true, is_both: true }]);
});

test('a recall drill ended with one place silent and at least 95 % accounted for within the minute', async () => {
  const drills = await company.asOwner(
    `select r.status, r.coverage >= 95 as is_covered, r.minutes, r.reason,
      (select count(*)::integer from recall_case_places p where p.recall_case_id = r.id and p.answer_no = 0) as silent,
      (select count(*)::integer from recall_case_lots l where l.recall_case_id = r.id and l.held = 1) as held
    from recall_case r where r.drill = 1`,
  );
  expect(drills).toEqual([{ status: 'done', is_covered: true, minutes: 1, reason: '一处未应答', silent: 1, held: 0 }]);
});
