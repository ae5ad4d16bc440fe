/** How SAP is reached: address, password, allowed hosts, and what is said where it does not answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import { SECRET } from '../admin/admin.testing.ts';
import { addressOf, openSapCompany, SYNCED, type SapCompany } from './sap-company.testing.ts';
import { SAP_SECRET, SAP_USER } from './sap-system.testing.ts';

let company: SapCompany;
beforeAll(async () => {
  company = await openSapCompany();
});
afterAll(() => company.close());

test.each(SYNCED)('before SAP is configured, %s says so and nothing changes', async (what) => {
  const { status, body } = await company.admin.get(addressOf(what));
  expect([status, body.msg]).toEqual([
    400,
    '未配置SAP连接：请在参数管理中填写 sap.odata.url、sap.odata.user 和 sap.odata.secret',
  ]);
  expect(await company.rows(sql`select id from sap_sync_run`)).toEqual([]);
});

test('the password is stored sealed and shown to nobody, and the mask posted back leaves it as it is', async () => {
  const { body } = await company.admin.get('blade-system/param/page', { paramKey: 'sap.odata.secret' });
  const [row] = (body.data as { records: Record<string, unknown>[] }).records;
  expect((await company.admin.post('blade-system/param/submit', { ...row, paramValue: SAP_SECRET })).body.msg).toBe(
    '操作成功',
  );
  const stored = async (): Promise<string> =>
    (
      await company.rows<{ v: string }>(sql`select param_value as v from param where param_key = 'sap.odata.secret'`)
    )[0]!.v;
  const sealed = await stored();
  expect([sealed.includes(SAP_SECRET), createSecrets(SECRET).open(sealed)]).toEqual([false, SAP_SECRET]);
  const shown = (
    (await company.admin.get('blade-system/param/page', { paramKey: 'sap.odata.secret' })).body.data as {
      records: Record<string, unknown>[];
    }
  ).records[0]!;
  expect(shown['paramValue']).toBe('******');
  expect((await company.admin.post('blade-system/param/submit', { ...shown })).body.msg).toBe('操作成功');
  expect(await stored()).toBe(sealed);
  const history = JSON.stringify(
    (await company.admin.get('blade-system/param/history', { id: String(row!['id']) })).body.data,
  );
  expect([history.includes('******'), history.includes('sealed:'), history.includes(SAP_SECRET)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(
    (
      await company.admin.post('blade-system/param/submit', {
        ...((await company.admin.get('blade-system/param/page', { paramKey: 'sap.odata.url' })).body.data[
          'records' as never
        ][0] as object),
        paramValue: 'sap.example.com/path',
      })
    ).body.msg,
  ).toContain('SAP主机地址');
});

test('a SAP that no platform administrator allowed is not asked', async () => {
  await company.configure();
  await company.set({ 'sap.allowedHosts': '' });
  expect(await company.sync('unit')).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('sap.allowedHosts'),
  });
  expect(company.sap.requests).toEqual([]);
});

test('a busy SAP, a wrong password and a service that is not there are named in words that say what to do', async () => {
  await company.configure();
  company.sap.break(/A_ProductGroup/, { kind: 'status', status: 503 });
  expect((await company.sync('type')).message).toContain('SAP繁忙');
  await company.set({ 'sap.odata.user': 'SOMEBODY' });
  expect((await company.sync('type')).message).toContain('SAP不接受用户 SOMEBODY');
  await company.set({ 'sap.odata.user': SAP_USER, 'sap.mapping': '{"material-type":{"set":"A_Other"}}' });
  expect((await company.sync('type')).message).toContain('A_Other');
  await company.set({ 'sap.mapping': '-' });
  expect((await company.sync('type')).state).toBe('succeeded');
  const { body } = await company.admin.get('master-data/sapsyncrun/page', {
    object: 'material-type',
    state: 'succeeded',
  });
  expect((body.data as { records: Record<string, unknown>[] }).records[0]).toMatchObject({
    objectName: '物料类型',
    stateName: '成功',
    startUserName: expect.any(String),
  });
});
