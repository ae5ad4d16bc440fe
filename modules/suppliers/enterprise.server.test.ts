import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { openKitchen, place, type Kitchen } from '../master-data/kitchen.testing.ts';
import { notifyEnding } from './enterprise.server.ts';
import { aCooperationType, aCreditCode, anEnterprise, aPartner, decided } from './partners.testing.ts';
import { suppliersServer } from './server.ts';

type Body = Record<string, unknown>;
let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer]);
});
afterAll(() => kitchen.close());

const read = async (segment: string, id: string) => (await kitchen.call(`${segment}/detail`, { id })) as Body;
const names = async (path: string, input: Body = {}) =>
  ((await kitchen.call(path, { size: '200', ...input })) as { records: Body[] }).records.map(({ name }) => name);
const APPROVER = '2';

describe('a type of cooperation', () => {
  test('EP-0820 EP-0821 EP-0822 EP-0823 EP-0824 EP-0825 EP-0826 EP-0827: is approved before it can be chosen, and anew when it is changed', async () => {
    const id = await aCooperationType(kitchen, 'J1', {
      certificateKinds: [{ certificateKind: 'business-license' }, { certificateKind: 'food-operation' }],
    });
    expect(await kitchen.refusalsOf(anEnterprise(kitchen, 'Early', id))).toEqual([
      'The cooperation type Type J1 is not approved yet and cannot be chosen',
    ]);
    await kitchen.call('cooperationtype/toApply', { ids: id });
    expect(await kitchen.refusalsOf(kitchen.call('cooperationtype/refuse', { ids: id }, APPROVER))).toEqual([
      'Please enter Reason',
    ]);
    await kitchen.call('cooperationtype/refuse', { ids: id, reason: 'Commission too low' }, APPROVER);
    expect(await read('cooperationtype', id)).toMatchObject({ status: 'rejected', reason: 'Commission too low' });
    await kitchen.call('cooperationtype/submit', { id, commissionPercent: '18' });
    await decided(kitchen, 'cooperationtype', id);
    expect(await read('cooperationtype', id)).toMatchObject({
      status: 'approved',
      commissionPercent: '18',
      billCode: expect.stringMatching(/^HZLX/),
    });
    await kitchen.call('cooperationtype/submit', { id, commissionPercent: '20' });
    expect((await read('cooperationtype', id))['status']).toBe('draft');
    expect(await names('cooperationtype/list', { status: 'draft' })).toContain('Type J1');
    expect(await names('cooperationtype/page', { usable: '1' })).not.toContain('Type J1');
    expect(await kitchen.call('cooperationtype/remove', { ids: id })).toBe(true);
  });

  test('says what its way of settling needs; one that is in use is frozen, not removed', async () => {
    expect(
      await kitchen.refusalsOf(aCooperationType(kitchen, 'G1', { settleWay: 'guarantee', commissionPercent: '' })),
    ).toEqual(['Please enter Commission (%)', 'Please enter Guarantee a month']);
    expect(
      await kitchen.refusalsOf(aCooperationType(kitchen, 'R1', { settleWay: 'rent', commissionPercent: '' })),
    ).toEqual(['Please enter Guarantee a month']);
    const used = await aPartner(kitchen, 'Of a type');
    const typeId = String((await read('enterprise', used))['cooperationTypeId']);
    await kitchen.call('cooperationtype/submit', { id: typeId, remark: 'Changed' });
    expect(await kitchen.refusalsOf(kitchen.call('cooperationtype/remove', { ids: typeId }))).toEqual([
      'The cooperation type Type of Of a type is in use by an enterprise or supplier; freeze it instead',
    ]);
  });
});

describe('a type of cooperation in use', () => {
  test('EP-0818 EP-0819: frozen it is offered no more', async () => {
    const [one, two] = [await aCooperationType(kitchen, 'F1'), await aCooperationType(kitchen, 'F2')];
    for (const id of [one, two]) await decided(kitchen, 'cooperationtype', id);
    await kitchen.call('cooperationtype/freeze', { ids: `${one},${two}` });
    expect(
      (await names('cooperationtype/page', { usable: '1' })).filter((name) => /F[12]$/.test(String(name))),
    ).toEqual([]);
    await kitchen.call('cooperationtype/thaw', { ids: `${one},${two}` });
    expect(
      (await names('cooperationtype/page', { usable: '1' })).filter((name) => /F[12]$/.test(String(name))),
    ).toHaveLength(2);
  });

  test('holds as saved where the company wants it so', async () => {
    const param = await kitchen.save('param', {
      paramName: 'Approval',
      paramKey: 'supplier.cooperationTypeApproval',
      paramValue: '0',
    });
    const id = await aCooperationType(kitchen, 'N1');
    expect((await read('cooperationtype', id))['status']).toBe('approved');
    await kitchen.save('param', { id: param, paramValue: '1' });
    const draft = await aCooperationType(kitchen, 'N2');
    await kitchen.save('param', { id: param, paramValue: '0' });
    expect(await kitchen.refusalsOf(kitchen.call('cooperationtype/toApply', { ids: draft }))).toEqual([
      'Cooperation types need no approval here',
    ]);
    await kitchen.save('param', { id: param, paramValue: '1' });
  });
});

describe('an enterprise', () => {
  let strict: string;
  beforeAll(async () => {
    strict = await aCooperationType(kitchen, 'S1', {
      needVisit: 1,
      depositAmount: '50000',
      certificateKinds: [{ certificateKind: 'business-license' }],
    });
    await decided(kitchen, 'cooperationtype', strict);
  });

  test('EP-0809 EP-0810 EP-0811 EP-0813 EP-0814 EP-0815 EP-0817 RULE-471 RULE-495: shows its papers and a visit, is refused, sent again and approved into the pool', async () => {
    const id = await anEnterprise(kitchen, 'Northern Noodles', strict);
    expect(await read('enterprise', id)).toMatchObject({
      status: 'draft',
      code: '',
      commissionPercent: '12',
      depositAmount: '50000.00',
      inPool: 'none',
      billCode: expect.stringMatching(/^HZQY20261121\d{4}$/),
    });
    expect(await kitchen.refusalsOf(kitchen.call('enterprise/toApply', { ids: id }))).toEqual([
      expect.stringMatching(/lacks papers.*business/i),
      'Record a visit to Northern Noodles first',
    ]);
    await kitchen.call('enterprise/submit', {
      id,
      certificates: [{ certificateKind: 'business-license', certificateNo: '9133' }],
      visits: [
        { visitDate: '2026-11-10', visitors: 'Zhao', score: 92, conclusion: 'pass', content: 'Clean and orderly' },
      ],
    });
    await kitchen.call('enterprise/toApply', { ids: id });
    await kitchen.call('enterprise/refuse', { ids: id, reason: 'Deposit missing' }, APPROVER);
    expect(await read('enterprise', id)).toMatchObject({ status: 'rejected', reason: 'Deposit missing' });
    await decided(kitchen, 'enterprise', id);
    expect(await read('enterprise', id)).toMatchObject({
      status: 'approved',
      code: expect.stringMatching(/^E\d{6}$/),
      inPool: 'in',
      cooperationTypeName: 'Type S1',
      regionName: 'Zhejiang',
    });
    expect(await names('enterprise/list', { status: 'pool' })).toContain('Northern Noodles');
    expect(await names('enterprise/page', { keyword: 'northern' })).toEqual(['Northern Noodles']);
  });

  test('approved it changes what does not matter to the approval, and is revised for the rest; its code stays', async () => {
    const id = await aPartner(kitchen, 'Steady');
    const { code } = await read('enterprise', id);
    await kitchen.call('enterprise/submit', {
      id,
      contact: 'Sun',
      address: 'Lake Road 1',
      certificates: [{ certificateKind: 'other', certificateNo: '7' }],
    });
    expect(
      await kitchen.refusalsOf(
        kitchen.call('enterprise/submit', { id, validEndDate: '2029-12-31', commissionPercent: '3' }),
      ),
    ).toEqual([
      'Until cannot be changed while it is Approved; use “Revise” first',
      'Commission (%) cannot be changed while it is Approved; use “Revise” first',
    ]);
    expect(await kitchen.refusalsOf(kitchen.call('enterprise/revise', { ids: id }))).toEqual(['Say why']);
    await kitchen.call('enterprise/revise', { ids: id, reason: 'Goes on until 2029' });
    expect(await names('enterprise/getEnterprisePool', { name: 'Steady' })).toEqual([]);
    await kitchen.call('enterprise/submit', { id, validEndDate: '2029-12-31' });
    await decided(kitchen, 'enterprise', id);
    expect(await read('enterprise', id)).toMatchObject({
      code,
      contact: 'Sun',
      validEndDate: '2029-12-31',
      inPool: 'in',
    });
  });

  test('has one credit code, sound and its own, a sound phone and days in order', async () => {
    const creditCode = aCreditCode();
    await anEnterprise(kitchen, 'First', strict, { creditCode: creditCode.toLowerCase() });
    expect(await kitchen.refusalsOf(anEnterprise(kitchen, 'Second', strict, { creditCode }))).toEqual([
      'The enterprise First has this credit code already',
    ]);
    expect(
      await kitchen.refusalsOf(
        anEnterprise(kitchen, 'Third', strict, { creditCode: '123', contactPhone: '12', validEndDate: '2025-01-01' }),
      ),
    ).toEqual([
      expect.stringContaining('11'),
      expect.stringContaining('18'),
      'The cooperation cannot end (2025-01-01) before it begins (2026-01-01)',
    ]);
    const twice = kitchen.as((context) =>
      context.tx.run(sql`update enterprise set credit_code = ${creditCode} where name = 'Northern Noodles'`),
    );
    await expect(twice).rejects.toThrow(/enterprise_credit_code_uq/);
  });

  test('EP-0807 EP-0808 EP-0812 EP-0816 RULE-541: only what is approved, not frozen and within its days is in the pool; a draft is removed', async () => {
    const [north, south] = [
      await aPartner(kitchen, 'Pool north'),
      await aPartner(kitchen, 'Pool south', { validEndDate: '2026-11-21' }),
    ];
    await aPartner(kitchen, 'Pool ended', { validEndDate: '2026-11-20' });
    await aPartner(kitchen, 'Pool to come', { validStartDate: '2026-11-22' });
    const draft = await anEnterprise(kitchen, 'Pool draft', strict);
    const pool = (input: Body = {}) => names('enterprise/getEnterprisePool', { name_like: 'Pool', ...input });
    expect((await pool()).toSorted()).toEqual(['Pool north', 'Pool south']);
    expect(await pool({ kind: 'supply' })).toEqual([]);
    expect(await kitchen.call('enterprise/getEnterprisePool', { name: 'Pool north' })).toMatchObject({
      total: 1,
      records: [
        {
          code: expect.stringMatching(/^E/),
          cooperationTypeName: 'Type of Pool north',
          contact: 'Li',
          validEndDate: '2027-12-31',
          supplierId: '',
        },
      ],
    });
    await kitchen.call('enterprise/freeze', { ids: `${north},${south}` });
    expect(await pool()).toEqual([]);
    await kitchen.call('enterprise/thaw', { ids: `${north},${south}` });
    expect(await pool()).toHaveLength(2);
    expect(await kitchen.call('enterprise/remove', { ids: draft })).toBe(true);
    expect(await kitchen.refusalsOf(kitchen.call('enterprise/remove', { ids: north }))).toEqual([
      expect.stringContaining('Approved'),
    ]);
  });

  test('is what a supplier is made of, once; outside the pool no supplier is', async () => {
    const [id, gone] = [
      await aPartner(kitchen, 'Makes one'),
      await aPartner(kitchen, 'Ended', { validEndDate: '2026-11-20' }),
    ];
    const aSupplier = (name: string, body: Body) =>
      kitchen.save('supplier', { name, contact: 'Li', contactPhone: '13800000000', ...body });
    expect(await kitchen.refusalsOf(aSupplier('Of ended', { enterpriseId: gone }))).toEqual([
      expect.stringContaining('Ended is not in the pool'),
    ]);
    const supplier = await aSupplier('Of one', { enterpriseId: id });
    expect(await read('supplier', supplier)).toMatchObject({
      enterpriseName: 'Makes one',
      cooperationTypeName: 'Type of Makes one',
    });
    expect(await read('enterprise', id)).toMatchObject({ supplierId: supplier, supplierName: 'Of one' });
    expect(await names('enterprise/getEnterprisePool', { name: 'Makes one', unused: '1' })).toEqual([]);
    await expect(kitchen.refusalsOf(aSupplier('Twin', { enterpriseId: id }))).resolves.toHaveLength(1);
    const param = await kitchen.save('param', {
      paramName: 'Pool',
      paramKey: 'supplier.fromPoolOnly',
      paramValue: '1',
    });
    expect(await kitchen.refusalsOf(aSupplier('From nowhere', {}))).toEqual([
      'A new supplier has to be chosen from the pool of enterprises',
    ]);
    await kitchen.save('param', { id: param, paramValue: '0' });
  });

  test('who entered it hears once that its time ends', async () => {
    await aPartner(kitchen, 'Ends in thirty', { validEndDate: '2026-12-21' });
    await aPartner(kitchen, 'Ends later', { validEndDate: '2026-12-22' });
    for (const _ of [1, 2]) await kitchen.as(notifyEnding);
    const messages = await kitchen.as((context) =>
      context.tx.rows<{ titleEn: string }>(
        sql`select title_en from message where topic = 'contract.due' and title_en like '%Ends%'`,
      ),
    );
    expect(messages).toEqual([{ titleEn: 'The cooperation with Ends in thirty ends on 2026-12-21' }]);
  });

  test('a frozen one is not sent', async () => {
    const id = await anEnterprise(kitchen, 'Cold', strict);
    await kitchen.call('enterprise/freeze', { ids: id });
    expect(await kitchen.refusalsOf(kitchen.call('enterprise/toApply', { ids: id }))).toEqual([
      'Cold is frozen; unfreeze it first',
    ]);
  });

  test('belongs to a company', async () => {
    await anEnterprise(kitchen, 'Of the company', strict, { intendedDeptIds: [place.site] });
    expect(await names('enterprise/page', { companyDeptId: place.company, name: 'Of the company' })).toEqual([
      'Of the company',
    ]);
  });
});
