/**
 * Files: where their bytes lie, who finds them, and what keeps them from going. The storage is a server on loopback
 * that checks every signature.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { openHouse, pause, type Client, type House } from '../admin/admin.testing.ts';
import { signatureOf, startS3, type S3Server } from './s3-server.testing.ts';

type Row = Record<string, unknown> & { readonly id: string };
const KEYS = { bucket: 'larder', accessKey: 'AKLARDERTEST', secretKey: 'a secret/key+of storage' };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.4\n% a paper\n');
let house: House;
let admin: Client;
let storage: S3Server;
beforeAll(async () => {
  [house, storage] = await Promise.all([openHouse(), startS3(KEYS)]);
  admin = await house.signIn('admin');
});
afterAll(() => storage.close());

async function upload(
  who: Client,
  bytes: Buffer,
  name: string,
  path = 'put-file-attach',
): Promise<{ status: number; msg: string; data: { attachId: string; link: string; originalName: string } }> {
  const boundary = 'larder-files';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await house.app.inject({
    method: 'POST',
    url: `/api/blade-resource/oss/endpoint/${path}`,
    payload,
    headers: { 'blade-auth': `bearer ${who.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const { msg, data } = answer.json<{ msg: string; data: { attachId: string; link: string; originalName: string } }>();
  return { status: answer.statusCode, msg, data };
}
const bytesOf = async (url: string, who?: Client): Promise<{ status: number; bytes: Buffer }> => {
  const answer = await house.app.inject({
    url,
    headers: who === undefined ? {} : { 'blade-auth': `bearer ${who.token}` },
  });
  return { status: answer.statusCode, bytes: answer.rawPayload };
};
/** What happens after the answer is there a moment later. */
const until = async (isThere: () => boolean | Promise<boolean>): Promise<void> => {
  for (let round = 0; round < 100 && !(await isThere()); round += 1) await pause(20);
};
const download = (id: string): string => `/api/blade-resource/file/download?id=${id}`;
const configured = (more: Record<string, unknown> = {}) =>
  admin.post('blade-resource/oss/submit', {
    ossCode: 'minio',
    category: '1',
    endpoint: storage.endpoint,
    bucketName: KEYS.bucket,
    region: 'cn-north-1',
    pathStyle: 1,
    accessKey: KEYS.accessKey,
    secretKey: KEYS.secretKey,
    ...more,
  });

test('the check of signatures is the published one', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  };
  const found = signatureOf(
    { method: 'GET', path: '/test.txt', query: new URLSearchParams(), headers },
    'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  )!;
  expect(found.wanted).toBe(found.given);
});

test('EP-0118 EP-0119 EP-0121 EP-0133 RULE-184: an upload is an attachment, found by its name, renamed, downloaded', async () => {
  const { data } = await upload(admin, PDF, '检验报告.pdf');
  const [row] = (
    (await admin.get('blade-resource/attach/list', { originalName: '检验' })).body.data as { records: Row[] }
  ).records;
  expect(row).toMatchObject({
    id: data.attachId,
    originalName: '检验报告.pdf',
    extension: 'pdf',
    attachSize: 1,
    contentType: 'application/pdf',
    purpose: 'attachment',
    ossCode: '',
    createUserName: '超级管理员',
    link: '',
  });
  expect(
    (
      await admin.post('blade-resource/attach/submit', {
        id: data.attachId,
        originalName: '报告 2026.pdf',
        purpose: 'picture',
      })
    ).body.data,
  ).toMatchObject({ originalName: '报告 2026.pdf', purpose: 'attachment' });
  expect((await admin.get('blade-resource/attach/detail', { id: data.attachId })).body.data).toMatchObject({
    originalName: '报告 2026.pdf',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await bytesOf(download(data.attachId), admin)).bytes.equals(PDF)).toBe(true);
  expect(
    (await admin.post('blade-resource/attach/submit', { id: data.attachId, originalName: '../../etc/passwd' })).body
      .msg,
  ).toBe('名称最多 200 个字，不能含斜杠或换行');
});

test('what has lost its bytes is said to be missing, not the database', async () => {
  const { data } = await upload(admin, PDF, 'lost.pdf');
  await fs.rm(path.join(house.fileFolder, `000000-${data.attachId}`));
  const answer = await house.app.inject({
    url: download(data.attachId),
    headers: { 'blade-auth': `bearer ${admin.token}` },
  });
  expect([answer.statusCode, answer.json<{ msg: string }>().msg]).toEqual([
    404,
    '文件的内容在服务器上找不到，请重新上传或联系管理员',
  ]);
});

test('EP-0120: what a record refers to stays; the rest goes with its bytes', async () => {
  const [used, loose] = [
    (await upload(admin, PDF, 'used.pdf')).data.attachId,
    (await upload(admin, PDF, 'loose.pdf')).data.attachId,
  ];
  await admin.post('blade-desk/notice/submit', {
    title: '带附件',
    category: '1',
    releaseTime: '2026-01-01 00:00:00',
    content: '<p>见附件</p>',
    attachIds: used,
  });
  expect((await admin.post('blade-resource/attach/remove', undefined, { ids: `${loose},${used}` })).body.msg).toBe(
    '附件已被引用，不能删除：“used.pdf”被通知公告使用',
  );
  expect((await bytesOf(download(loose), admin)).status).toBe(200);
  expect((await admin.post('blade-resource/attach/remove', undefined, { ids: loose })).body).toEqual({
    code: 200,
    success: true,
    data: true,
    msg: '操作成功',
  });
  expect((await bytesOf(download(loose), admin)).status).toBe(404);
  const picture = await upload(admin, PNG, 'p.png', 'put-file');
  await admin.post('blade-desk/notice/submit', {
    title: '带图',
    category: '1',
    releaseTime: '2026-01-01 00:00:00',
    content: `<p><img src="${picture.data.link.replaceAll('&', '&amp;')}"></p>`,
  });
  expect(
    (await admin.post('blade-resource/attach/remove', undefined, { ids: picture.data.attachId })).body.msg,
  ).toContain('被通知公告使用');
});

test('EP-0131 RULE-187: a storage is one the platform allows, its keys sealed and masked', async () => {
  const refused = await configured();
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    `资源地址 ${storage.endpoint} 不在允许的范围内，请管理员把它加入参数 oss.allowedHosts`,
  ]);
  await house.run((tx) =>
    tx.run(sql`update param set param_value = ${storage.endpoint} where param_key = 'oss.allowedHosts'`),
  );
  const made = (await configured()).body.data as unknown as Row;
  expect(made).toMatchObject({ accessKey: '******', secretKey: '******', status: 1, statusName: '停用' });
  const stored = await house.run<{ accessKey: string; secretKey: string }>((tx) =>
    tx.row(sql`select access_key, secret_key from oss`),
  );
  expect([stored.accessKey, stored.secretKey].every((key) => key.startsWith('sealed:'))).toBe(true);
  expect((await admin.post('blade-resource/oss/submit', { ...made, remark: '机房' })).status).toBe(200);
  expect(await house.run((tx) => tx.row(sql`select access_key, secret_key from oss`))).toEqual(stored);
});

test('EP-0132 EP-0130: enabling writes, reads and removes first; one with wrong keys is not enabled, and says why', async () => {
  const [good] = ((await admin.get('blade-resource/oss/list')).body.data as { records: Row[] }).records;
  const wrong = (await configured({ ossCode: 'wrong', secretKey: 'not it' })).body.data as unknown as Row;
  const refused = await admin.post('blade-resource/oss/enable', undefined, { id: wrong.id });
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    '存储 wrong 试写失败，没有启用：The storage wrong answered 403 to PUT',
  ]);
  expect(storage.refused()).toBeGreaterThan(0);
  expect((await admin.post('blade-resource/oss/enable', undefined, { id: good!.id })).body).toMatchObject({
    data: true,
  });
  expect(storage.objects.size).toBe(0);
  expect((await admin.get('blade-resource/oss/detail', { id: good!.id })).body.data).toMatchObject({
    status: 2,
    statusName: '启用',
  });
  expect((await admin.post('blade-resource/oss/remove', undefined, { ids: good!.id })).body.msg).toBe(
    '启用中的配置不能删除',
  );
  expect((await admin.post('blade-resource/oss/remove', undefined, { ids: wrong.id })).status).toBe(200);
});

test('EP-0133: with a storage in use new files lie there and nowhere else; older ones are found where they are', async () => {
  const before = (
    await house.run<{ id: string }>((tx) =>
      tx.row(sql`select id from stored_file where oss_code = '' and purpose = 'attachment' limit 1`),
    )
  ).id;
  const paper = await upload(admin, PDF, '合同.pdf');
  const picture = await upload(admin, PNG, '图.png', 'put-file');
  const names = [`000000-${paper.data.attachId}`, `000000-${picture.data.attachId}`];
  await until(
    async () =>
      (
        await house.run<{ n: number }>((tx) =>
          tx.row(sql`select count(*)::integer as n from stored_file where oss_code = 'minio'`),
        )
      ).n === 2,
  );
  expect([...storage.objects.keys()].toSorted()).toEqual(names.toSorted());
  expect(storage.objects.get(names[1]!)!.contentType).toBe('image/png');
  expect((await bytesOf(download(paper.data.attachId), admin)).bytes.equals(PDF)).toBe(true);
  expect((await bytesOf(picture.data.link)).bytes.equals(PNG)).toBe(true);
  expect((await bytesOf(download(before), admin)).status).toBe(200);
  const [row] = ((await admin.get('blade-resource/oss/list')).body.data as { records: Row[] }).records;
  const local = (
    await admin.post('blade-resource/oss/submit', {
      ossCode: 'disk',
      category: '0',
      endpoint: 'https://local',
      bucketName: 'x',
      accessKey: 'x',
      secretKey: 'x',
    })
  ).body.data as unknown as Row;
  await admin.post('blade-resource/oss/enable', undefined, { id: local.id });
  expect((await admin.post('blade-resource/oss/remove', undefined, { ids: row!.id })).body.msg).toBe(
    '其中还有 2 个文件，不能删除',
  );
  const configuration = (): Promise<Row> =>
    house.run((tx) =>
      tx.row(sql`select id, oss_code, endpoint, bucket_name, category, version from oss where id = ${row!.id}::bigint`),
    );
  const standing = await configuration();
  for (const moved of [{ bucketName: 'elsewhere' }, { category: '0' }])
    expect((await admin.post('blade-resource/oss/submit', { ...row, ...moved })).body).toMatchObject({
      msg: '其中还有 2 个文件，不能改编号、地址、空间和分类；请另建一个配置',
      data: { reason: 'oss.moved' },
    });
  expect(await configuration()).toEqual(standing);
  expect((await bytesOf(download(paper.data.attachId), admin)).bytes.equals(PDF)).toBe(true);
  await admin.post('blade-resource/attach/remove', undefined, { ids: paper.data.attachId });
  await until(() => storage.objects.size === 1);
  expect([...storage.objects.keys()]).toEqual([names[1]]);
});

test('only one storage is in use, however many enable at once', async () => {
  const { records } = (await admin.get('blade-resource/oss/list')).body.data as { records: Row[] };
  await Promise.all(records.map((row) => admin.post('blade-resource/oss/enable', undefined, { id: row.id })));
  expect(
    await house.run<{ n: number }>((tx) => tx.row(sql`select count(*)::integer as n from oss where status = 2`)),
  ).toEqual({ n: 1 });
});

test('a record names files that were uploaded here, pictures as pictures; what it already has it keeps', async () => {
  const paper = (await upload(admin, PDF, 'paper.pdf')).data.attachId;
  const picture = (await upload(admin, PNG, 'a.png', 'put-file')).data.attachId;
  const notice = (attachIds: string, more: object = {}) =>
    admin.post('blade-desk/notice/submit', {
      title: '带附件',
      category: '1',
      releaseTime: '2026-01-01 00:00:00',
      content: '<p>见附件</p>',
      attachIds,
      ...more,
    });
  const [elsewhere] = await house.owner.transaction({ tenant: null, timeZone: 'UTC' }, async (tx) => {
    await tx.run(sql`insert into tenant (tenant_id, tenant_name) values ('000009', '别家') on conflict do nothing`);
    return tx.rows<{ id: string }>(
      sql`insert into stored_file (tenant_id, name, content_type, size, sha256, purpose)
        values ('000009', 'x.pdf', 'application/pdf', 1, '', 'attachment') returning id`,
    );
  });
  for (const id of ['4611686018427387904', elsewhere!.id])
    expect((await notice(`${paper},${id}`)).body).toMatchObject({
      code: 400,
      msg: `附件：文件 ${id} 不存在或已删除，请重新上传`,
      data: { field: 'attachIds', reason: 'file.unknown' },
    });
  const made = (await notice(`${paper},${picture}`)).body.data as unknown as Row;
  // Gone without anybody's asking: the record can be saved as it stands, and not be given it again.
  await house.owner.transaction({ tenant: '000000', timeZone: 'UTC' }, (tx) =>
    tx.run(sql`delete from stored_file where id = ${paper}::bigint`),
  );
  expect((await notice(`${paper},${picture}`, { id: made.id, title: '改名' })).status).toBe(200);
  expect((await notice(picture, { id: made.id })).status).toBe(200);
  expect((await notice(paper, { id: made.id })).status).toBe(400);
});

test('a person brings so many megabytes within 24 hours and no more; others are not kept from it, and yesterday does not count', async () => {
  const chef = await house.signIn('chef');
  const paper = Buffer.concat([PDF, Buffer.alloc(600 * 1024, 'a')]);
  const megabytes = (many: string) =>
    house.run((tx) => tx.run(sql`update param set param_value = ${many} where param_key = 'file.dailyMegabytes'`));
  await megabytes('1');
  try {
    expect([(await upload(chef, paper, '1.pdf')).status, (await upload(chef, paper, '2.pdf')).status]).toEqual([
      200, 200,
    ]);
    const refused = await upload(chef, PDF, '3.pdf');
    expect([refused.status, refused.msg]).toEqual([
      400,
      '24 小时内最多上传 1 MB，您已用完，请稍后再传，或请管理员调大参数 file.dailyMegabytes',
    ]);
    expect((await upload(admin, PDF, '4.pdf')).status).toBe(200);
    await house.owner.transaction({ tenant: '000000', timeZone: 'UTC' }, (tx) =>
      tx.run(
        sql`update stored_file set create_time = now() - interval '25 hours'
          where create_user = ${chef.userId}::bigint`,
      ),
    );
    // However small, a file counts for 64 kB.
    for (let nr = 0; nr < 16; nr += 1) expect((await upload(chef, PDF, 'small.pdf')).status).toBe(200);
    expect((await upload(chef, PDF, 'small.pdf')).status).toBe(400);
  } finally {
    await megabytes('1000');
  }
});

test('bytes that belong to no file leave the folder after a day, and uploads nobody writes any more after an hour; everything else stays', async () => {
  const owner = <T>(query: ReturnType<typeof sql>) =>
    house.owner.transaction({ tenant: '000000', timeZone: 'UTC' }, (tx) => tx.rows<T>(query));
  await owner(sql`update tenant set create_time = now() - interval '10 days' where tenant_id = '000000'`);
  const idOf = async (age: string): Promise<string> =>
    (
      await owner<{ id: string }>(
        sql`select (((extract(epoch from now() - ${age}::interval) * 1000)::bigint - 1577836800000) << 22 |
          (nextval('id_running') & 4194303))::text as id`,
      )
    )[0]!.id;
  const [left, fresh, older, kept, moved] = [
    await idOf('2 days'),
    await idOf('1 hour'),
    await idOf('11 days'),
    await idOf('2 days'),
    await idOf('2 days'),
  ];
  await owner(
    sql`insert into stored_file (tenant_id, id, name, content_type, size, sha256, oss_code)
      values ('000000', ${kept}::bigint, 'x', 'x', 1, '', ''), ('000000', ${moved}::bigint, 'x', 'x', 1, '', 'minio')`,
  );
  const stay = [
    `000000-${fresh}`,
    `000000-${older}`,
    `000000-${kept}`,
    `zzz-${left}`,
    `000000-${left}.txt`,
    '000000-9999999999999999999',
    'notes',
    'written.upload',
  ];
  const gone = [`000000-${left}`, `000000-${moved}`, 'idle.upload'];
  for (const name of [...stay, ...gone]) await fs.writeFile(path.join(house.fileFolder, name), 'x');
  // The machine's clock writes the times of files; these two live by the clock of the run.
  for (const [name, ageMs] of [
    ['idle.upload', 7_200_000],
    ['written.upload', 0],
  ] as const) {
    const at = new Date(Date.now() - ageMs);
    await fs.utimes(path.join(house.fileFolder, name), at, at);
  }
  const before = await fs.readdir(house.fileFolder);
  await house.program.scheduledTasks.find(({ name }) => name === 'file.folder-sweep')!.run();
  const after = new Set(await fs.readdir(house.fileFolder));
  expect(before.filter((name) => !after.has(name)).toSorted()).toEqual(gone.toSorted());
});

test('promise 44: only pictures that are built as such, up to 500 kB and a wall’s size, are pictures; whatever is kept is served as what it was taken for and runs nothing', async () => {
  const sized = (width: number, height: number): Buffer => {
    const bytes = Buffer.from(PNG);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  };
  const jpeg = (width: number, height: number, after = Buffer.alloc(0)): Buffer =>
    Buffer.concat([
      Buffer.from([
        0xff,
        0xd8,
        0xff,
        0xe0,
        0,
        4,
        0,
        0,
        0xff,
        0xc0,
        0,
        11,
        8,
        height >> 8,
        height & 255,
        width >> 8,
        width & 255,
        1,
        1,
        0x11,
        0,
        0xff,
        0xda,
        0,
        8,
        1,
        1,
        0,
        0,
        63,
        0,
        0,
        0xff,
        0xd9,
      ]),
      after,
    ]);
  const html = Buffer.from('<html><script>alert(1)</script></html>');
  const NOT = '不是可以打开的 jpg 或 png 图片，请重拍或换一张';
  const picture = (bytes: Buffer, name: string) => upload(admin, bytes, name, 'put-file?kind=picture');
  for (const [bytes, name, msg] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'a.png', NOT],
    [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), html]), 'a.jpg', NOT],
    [Buffer.concat([PNG.subarray(0, 8), html]), 'a.png', NOT],
    [PNG.subarray(0, 40), 'cut.png', NOT],
    [Buffer.from('GIF89a'), 'a.gif', NOT],
    [PDF, 'a.png', NOT],
    [html, 'a.html', NOT],
    [Buffer.concat([PNG, Buffer.alloc(501 * 1024)]), 'large.png', '文件不能超过 500 kB，请压缩后再上传'],
    [sized(20_000, 20_000), 'wall.png', '图片为 20000×20000 像素，每边最多 10000，共 5000 万像素，请缩小后再上传'],
    [jpeg(9_000, 9_000), 'wall.jpg', '图片为 9000×9000 像素，每边最多 10000，共 5000 万像素，请缩小后再上传'],
  ] as const)
    expect([name, (await picture(bytes, name)).msg]).toEqual([name, msg]);
  expect((await upload(admin, html, 'page.html')).msg).toBe('只能上传 jpg、png 图片、PDF 或 Office 文件');
  // A picture with something behind it stays one: its name and its content say nothing of how it is served.
  const both = await picture(jpeg(10, 10, Buffer.concat([Buffer.from('PK\u0003\u0004'), html])), 'both.html');
  expect(both.msg).toBe('操作成功');
  expect((both.data as { originalName?: string }).originalName).toBe('both.html.jpg');
  for (const [url, disposition] of [
    [both.data.link, 'inline'],
    [download(both.data.attachId), 'attachment'],
  ] as const) {
    const { headers, statusCode } = await house.app.inject({ url, headers: { 'blade-auth': `bearer ${admin.token}` } });
    expect([
      statusCode,
      headers['content-type'],
      headers['x-content-type-options'],
      String(headers['content-disposition']).split(';')[0],
      headers['content-security-policy'],
      headers['x-frame-options'],
    ]).toEqual([
      200,
      'image/jpeg',
      'nosniff',
      disposition,
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'DENY',
    ]);
  }
  expect((await bytesOf(`${both.data.link}x`)).status).toBe(404);
  expect((await upload(admin, jpeg(800, 600), 'ok.jpg', 'put-file?kind=picture')).status).toBe(200);
});
