/**
 * A delivery that lacks papers its goods must bring is received on hold; what is brought later lets it go: over HTTP on
 * a real database.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aDock, type Dock } from './dock.testing.ts';

const OK = '操作成功';
const goods = { eggs: '221', pork: '222', saltedEggs: '223' } as const;
let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(`begin; set local app.tenant = '000001';
    insert into dict_biz (code, dict_key, dict_value, dict_value_en, sort) values ('materialPaper', 'quarantine', '动物检疫合格证', 'Quarantine', 1), ('materialPaper', 'inspection', '检验报告', 'Test report', 2);
    insert into material_type (id, code, name, parent_id, required_papers) values (410, 'M', '肉禽蛋', 0, 'quarantine'), (411, 'M3', '禽蛋', 410, null), (412, 'M1', '猪肉', 410, 'quarantine,inspection');
    insert into material (id, code, name, material_type_id, base_unit_id, required_papers) values (221, 'EGG', '鸡蛋', 411, 301, null), (222, 'PORK', '猪五花', 412, 301, null), (223, 'SALT', '咸鸭蛋', 411, 301, 'none');
    commit`);
});
afterEach(() => dock.proved());
afterAll(() => dock.running.close());

const aPaper = async (tenant = '000001', purpose = 'attachment'): Promise<string> =>
  (
    await dock.running.asOwner<{ id: string }>(
      `insert into stored_file (tenant_id, id, name, content_type, size, sha256, purpose)
        values ($1, new_id(), '检疫证.pdf', 'application/pdf', 1, '', $2) returning id::text as id`,
      [tenant, purpose],
    )
  )[0]!.id;
interface Received {
  readonly says: string;
  readonly instoreId: string;
  readonly batchId: string;
}
const deliver = async (
  materialId: string,
  line: Record<string, unknown> = {},
  language?: string,
): Promise<Received> => {
  const { instoreId, details } = await dock.order([{ materialId, qty: '10' }]);
  const { body } = await dock.running.call(
    dock.keeper,
    'POST',
    '/api/store-management/invinstore/doReceiving',
    { instoreId, details: [{ detailId: details[0]!['id'], acceptedQty: '10', ...line }] },
    { 'x-larder-time': '2026-11-21 09:00:00', ...(language === undefined ? {} : { 'accept-language': language }) },
  );
  const [lot] = await dock.running.asOwner<{ id: string }>(
    'select id::text as id from batch where source_bill_id = $1 order by id desc limit 1',
    [instoreId],
  );
  return { says: String(body.msg), instoreId, batchId: lot?.id ?? '' };
};
const lotOf = async (batchId: string): Promise<Record<string, unknown>> =>
  (
    await dock.running.asOwner<Record<string, unknown>>(
      'select lot_state, hold_reason, missing_papers, paper_kinds, cardinality(papers)::int as papers from batch where id = $1',
      [batchId],
    )
  )[0]!;
const bring = async (
  { instoreId, batchId }: Pick<Received, 'instoreId' | 'batchId'>,
  papers: readonly string[],
  kinds: string,
  token = dock.keeper,
): Promise<string> =>
  String(
    (await dock.post(token, 'invinstore/bringPapers', { instoreId, batchId, papers, paperKinds: kinds })).body.msg,
  );

describe('M19 F05: what a material must bring, its type says, the nearest first, unless it says otherwise', () => {
  test.each`
    title                                            | material            | kinds                      | state     | reason
    ${'eggs, by the type above theirs, without'}     | ${goods.eggs}       | ${null}                    | ${'hold'} | ${'缺少动物检疫合格证'}
    ${'eggs with their quarantine certificate'}      | ${goods.eggs}       | ${'quarantine'}            | ${'free'} | ${null}
    ${'eggs with a paper of which nobody says more'} | ${goods.eggs}       | ${''}                      | ${'hold'} | ${'缺少动物检疫合格证'}
    ${'pork, by its own type, with one of two'}      | ${goods.pork}       | ${'quarantine'}            | ${'hold'} | ${'缺少检验报告'}
    ${'pork with both'}                              | ${goods.pork}       | ${'quarantine,inspection'} | ${'free'} | ${null}
    ${'salted eggs, which need none'}                | ${goods.saltedEggs} | ${null}                    | ${'free'} | ${null}
  `('$title: $state', async ({ material, kinds, state, reason }) => {
    const papers =
      kinds === null
        ? []
        : await Promise.all(
            String(kinds || 'x')
              .split(',')
              .map(() => aPaper()),
          );
    const line = papers.length === 0 ? {} : { papers, ...(kinds === '' ? {} : { paperKinds: kinds as string }) };
    const came = await deliver(String(material), line);
    expect(came.says).toBe(OK);
    expect(await lotOf(came.batchId)).toMatchObject({ lot_state: state, hold_reason: reason });
  });
});

test('the dock is told what is asked, and the bill what each lot still lacks', async () => {
  const { instoreId } = await dock.order([{ materialId: goods.pork, qty: '10' }]);
  const { details } = (await dock.post(dock.keeper, 'invinstore/preReceiving', { instoreId })).body.data as {
    details: Record<string, unknown>[];
  };
  expect(details[0]).toMatchObject({ papersAsked: 'quarantine,inspection' });
  const paper = await aPaper();
  const came = await deliver(goods.pork, { papers: [paper], paperKinds: 'inspection' });
  expect((await dock.detail(came.instoreId)).receivings[0]!.details[0]).toMatchObject({
    papers: paper,
    paperKinds: 'inspection',
    missingPapers: 'quarantine',
    batchId: came.batchId,
  });
});

test('the reason is written in the language of who receives', async () => {
  const came = await deliver(goods.pork, { residueResult: 'fail' }, 'en-US');
  expect((await lotOf(came.batchId))['hold_reason']).toBe(
    'Residue test failed; Papers missing: Quarantine, Test report',
  );
});

describe('papers that are brought after the goods', () => {
  test('M19: the last of them lets the lot go, and the log says who brought what', async () => {
    const came = await deliver(goods.pork);
    expect(await bring(came, [await aPaper()], 'quarantine')).toBe(OK);
    expect(await lotOf(came.batchId)).toEqual({
      lot_state: 'hold',
      hold_reason: '缺少检验报告',
      missing_papers: 'inspection',
      paper_kinds: 'quarantine',
      papers: 1,
    });
    expect(await bring(came, [await aPaper('000001', 'picture')], 'inspection')).toBe(OK);
    expect(await lotOf(came.batchId)).toEqual({
      lot_state: 'free',
      hold_reason: null,
      missing_papers: null,
      paper_kinds: 'quarantine,inspection',
      papers: 2,
    });
    const log = await dock.running.asOwner<{ action: string; user_id: string }>(
      `select action, user_id::text as user_id from audit_log where resource = 'batch' and record_id = $1 order by id`,
      [came.batchId],
    );
    expect(log).toEqual([
      { action: 'update', user_id: '1' },
      { action: 'release', user_id: '1' },
    ]);
  });

  test('goods that failed the residue test stay on hold for that', async () => {
    const came = await deliver(goods.eggs, { residueResult: 'fail' });
    expect(await lotOf(came.batchId)).toMatchObject({ hold_reason: '农残不合格；缺少动物检疫合格证' });
    expect(await bring(came, [await aPaper()], 'quarantine')).toBe(OK);
    expect(await lotOf(came.batchId)).toMatchObject({
      lot_state: 'hold',
      hold_reason: '农残不合格',
      missing_papers: null,
    });
  });

  test('a lot that a person went on holding for a reason of his own is let go by a person alone', async () => {
    const came = await deliver(goods.eggs);
    const held = await dock.post(dock.boss, 'stockbatch/hold', { batchId: came.batchId, reason: '供应商召回' });
    expect(held.body.msg).toBe(OK);
    expect(await bring(came, [await aPaper()], 'quarantine')).toBe(OK);
    expect(await lotOf(came.batchId)).toMatchObject({
      lot_state: 'hold',
      hold_reason: '供应商召回；缺少动物检疫合格证',
      missing_papers: null,
    });
    expect(
      (await dock.post(dock.boss, 'stockbatch/hold', { batchId: came.batchId, reason: '再冻结' })).body.msg,
    ).toContain('已冻结（供应商召回');
    expect(
      (await dock.post(dock.boss, 'stockbatch/release', { batchId: came.batchId, reason: '召回解除' })).body.msg,
    ).toBe(OK);
    expect(await lotOf(came.batchId)).toMatchObject({ lot_state: 'free', hold_reason: null });
  });

  test('brought twice at once, by two, each paper stands on the lot once and it is let go once', async () => {
    const came = await deliver(goods.eggs);
    const papers = [await aPaper(), await aPaper()];
    expect(await Promise.all(papers.map((paper) => bring(came, [paper], 'quarantine')))).toEqual([OK, OK]);
    expect(await lotOf(came.batchId)).toMatchObject({
      lot_state: 'free',
      papers: 2,
      paper_kinds: 'quarantine,quarantine',
    });
  });
});

describe('refused', () => {
  test('a paper that is none, at the dock and later', async () => {
    const foreign = await aPaper('000002');
    expect((await deliver(goods.eggs, { papers: [foreign], paperKinds: 'quarantine' })).says).toBe(
      `第 1 行的证件 ${foreign} 不存在或已删除，请重新上传`,
    );
    const came = await deliver(goods.eggs);
    expect(await bring(came, ['404'], 'quarantine')).toContain('证件 404 不存在或已删除');
    expect(await lotOf(came.batchId)).toMatchObject({ lot_state: 'hold' });
  });

  test('papers and kinds that do not match', async () => {
    expect((await deliver(goods.eggs, { papers: [await aPaper()], paperKinds: 'quarantine,inspection' })).says).toBe(
      '第 1 行：鸡蛋 有 1 份证件，但写明了 2 种；请逐份注明种类',
    );
    const came = await deliver(goods.eggs);
    expect(await bring(came, [await aPaper()], 'quarantine,inspection')).toContain('请上传至少一份证件');
  });

  test('a lot of another bill, and a person of another site', async () => {
    const [came, other] = [await deliver(goods.eggs), await deliver(goods.eggs)];
    const paper = await aPaper();
    expect(await bring({ instoreId: other.instoreId, batchId: came.batchId }, [paper], 'quarantine')).toMatch(
      /^批次 \S+ 不是本单收的/,
    );
    expect(await bring({ instoreId: came.instoreId, batchId: '404' }, [paper], 'quarantine')).toContain('批次');
    const stranger = dock.running.signIn({
      tenant: '000001',
      userId: '9',
      deptId: '999',
      scope: { all: false, depts: ['999'] },
    });
    expect(await bring(came, [paper], 'quarantine', stranger)).toContain('入库单');
    expect(await lotOf(came.batchId)).toMatchObject({ lot_state: 'hold', papers: null });
  });
});
