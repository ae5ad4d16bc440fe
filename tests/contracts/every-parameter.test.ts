/**
 * Every declared parameter counts: a test sets it to something else and sees the difference. Most stand beside what
 * they change, and are named here with their test; the others are tried here.
 */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import {
  askToken,
  openHouse,
  passwordForm,
  SECRET,
  type Answer,
  type Client,
  type House,
} from '../../modules/admin/admin.testing.ts';
import { declaredParameters } from '../../modules/admin/dictionaries/param.server.ts';
import { aDock, thing } from '../../modules/receiving/dock.testing.ts';
import { connectionOf } from '../../modules/sap/sap-connection.server.ts';
import { SAP_OBJECTS } from '../../modules/sap/sap-sync-run.resource.ts';
import { isTest, sources } from '../../tools/sources.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SAFE_GOODS = 'modules/receiving/safe-goods.server.test.ts';
const SAP = 'modules/sap/sap-connection.server.test.ts';
const INITIAL = 'modules/admin/sign-in/initial-password.server.test.ts';
const BOUGHT = 'modules/self-purchase/self-purchase.server.test.ts';
const COOKED = 'modules/production/produce/produce.server.test.ts';
const THROWN = 'modules/production/waste/food-waste.server.test.ts';
const HOW_LATE =
  'the parameters production.backdate-days, production.over-percent and leftover.hours say how late, how much and how long';
const SAMPLES = 'the parameters sample.minGram and sample.keepHours say how much of a dish is kept, and for how long';
const HOW_DEAR =
  'the parameters purchasing.self.order-limit, purchasing.self.month-limit and purchasing.self.deviation say how much and how dear';
const LATE = 'modules/purchasing/sending/late-orders.server.test.ts';
const SCORES = 'modules/supplier-scores/supplier-score.server.test.ts';
const BY_MAIL = [
  'modules/messages/mail.server.test.ts',
  'with one it is sent once by whichever program, signed in, with the link in its text',
] as const;
const MORE_OR_LESS = 'a tenant asks for more or less, and what he writes that is no share changes nothing';
/** Where a parameter is changed and its effect seen: the file, and the title of the test. */
const HELD: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'distribution.sort.before-shipping': [
    'modules/distribution/factory-orders/factory-orders.server.test.ts',
    'where orders are sorted, accepting makes the lines, voiding takes them back',
  ],
  'distribution.sort.tolerance': [
    'modules/distribution/sorting/sorting.server.test.ts',
    'the parameter distribution.sort.tolerance says by how much what is weighed may differ',
  ],
  'distribution.split.rule': [
    'modules/distribution/shortage/shortage-split.server.test.ts',
    'the parameter distribution.split.rule says how a shortage is shared',
  ],
  'production.backdate-days': [COOKED, HOW_LATE],
  'production.over-percent': [COOKED, HOW_LATE],
  'leftover.hours': [COOKED, HOW_LATE],
  'waste.photo': [THROWN, 'a photo where the parameter waste.photo asks for one'],
  'sample.minGram': [THROWN, SAMPLES],
  'sample.keepHours': [THROWN, SAMPLES],
  'account.failCount': [
    'modules/admin/sign-in/session-age.server.test.ts',
    'account.failCount and account.lockMinutes: so many failures lock for so long',
  ],
  'account.initPassword': [
    INITIAL,
    'where it sets none, each account gets one of its own, shown once to whoever made or reset it, and has to change it',
  ],
  'account.lockMinutes': [
    'modules/admin/sign-in/session-age.server.test.ts',
    'account.failCount and account.lockMinutes: so many failures lock for so long',
  ],
  'account.passwordMinLength': [
    'modules/admin/sign-in/session-age.server.test.ts',
    'account.passwordMinLength: a tenant may ask for longer passwords that nobody else has, and tells so before one is chosen',
  ],
  'account.registerUser': [
    'modules/admin/sign-in/social.server.test.ts',
    'an unknown one gets a guest’s token, asks for an account with five values, and waits',
  ],
  'approval.separation': ['tests/contracts/every-document.test.ts', 'decides on it where the parameter says so'],
  'approval.withdrawBeforeFirst': [
    'modules/workflow/engine/processes.server.test.ts',
    'is taken back by who sent it, or ended by those who look after processes; then it is a draft',
  ],
  'dish.costBasis': [
    'modules/suppliers/dish-cost.server.test.ts',
    'a company that reckons with standard costs takes those, the nearest department’s first',
  ],
  'download.queryToken': [
    'tests/contracts/wire-contract.test.ts',
    'a token in the address opens files and nothing else, unless the tenant does without such links',
  ],
  'embed.allowedHosts': [
    'modules/admin/rights/rights.server.test.ts',
    'a menu leads to a page of ours or of a host that may be embedded, and nowhere else',
  ],
  'file.dailyMegabytes': [
    'modules/files/files.server.test.ts',
    'a person brings so many megabytes within 24 hours and no more; others are not kept from it, and yesterday does not count',
  ],
  'mail.from': BY_MAIL,
  'mail.password': BY_MAIL,
  'mail.server': BY_MAIL,
  'mail.user': BY_MAIL,
  'material.authMode': [
    'modules/master-data/materials/about-materials.server.test.ts',
    'material.authMode: what names no mode of its own is open or closed as the tenant says',
  ],
  'menu.overBudget': [
    'modules/suppliers/dish-cost.server.test.ts',
    'a menu that costs more a guest than is allowed is sent with a warning, or not at all where the company says so',
  ],
  'oss.allowedHosts': [
    'modules/files/files.server.test.ts',
    'what a record refers to stays; the rest goes with its bytes',
  ],
  'offline.hours': [
    'tests/journeys/offline.test.ts',
    'a phone that was away for longer than the company allows says so, on its pages and after a reload',
  ],
  'price.nightlyRun': [
    'modules/prices/market/price-run-proposals.server.test.ts',
    'by night what formulas say anew is proposed once, and what somebody decided on is not proposed again',
  ],
  'price.onOverlap': [
    'modules/prices/prices.server.test.ts',
    'where a company wants it so, the older ends the day before, and its history says so',
  ],
  'receiving.minLifeDays': [SAFE_GOODS, MORE_OR_LESS],
  'receiving.minLifeShare': [SAFE_GOODS, MORE_OR_LESS],
  'receiving.minLifeShare.cold': [SAFE_GOODS, MORE_OR_LESS],
  'sap.allowedHosts': [SAP, 'a SAP that no platform administrator allowed is not asked'],
  'sap.enabled': [
    'modules/sap/sap-runs.server.test.ts',
    'the clock syncs whoever wants it, in the order of need, and not again before its time',
  ],
  'sap.mapping': [
    SAP,
    'a busy SAP, a wrong password and a service that is not there are named in words that say what to do',
  ],
  'sap.odata.secret': [
    SAP,
    'the password is stored sealed and shown to nobody, and the mask posted back leaves it as it is',
  ],
  'session.maxPerUser': [
    'modules/admin/sign-in/session-age.server.test.ts',
    'session.maxPerUser: one session too many ends the oldest',
  ],
  'sms.dailyPerPhone': [
    'modules/messages/sms.server.test.ts',
    'quotas of a phone and of a person hold, also when many ask at once',
  ],
  'sms.dailyPerUser': [
    'modules/messages/sms.server.test.ts',
    'quotas of a phone and of a person hold, also when many ask at once',
  ],
  'social.allowedHosts': [
    'modules/admin/sign-in/social.server.test.ts',
    'no provider is offered, and none is asked, before the platform allows its host and it is switched on',
  ],
  'purchaseorder.ticketHours': [
    'modules/purchasing/answers/answers.server.test.ts',
    'H24: the parameter purchaseorder.ticketHours says for how long a link holds',
  ],
  'purchasing.channel': [
    'modules/distribution/carried-back.server.test.ts',
    'H19: the parameter purchasing.channel says whether requests are ordered at once, by lists, or both',
  ],
  'purchasing.late.fee': [LATE, 'for a fee that whoever decides may change; nobody changes that of one in time'],
  'purchasing.late.mode': [LATE, 'refused where the parameters say so, whatever the reason'],
  'purchasing.order.duplicate-guard': [LATE, '%s asked for twice says so; a yes passes where one is asked for'],
  'purchasing.order.on-complete': [
    'modules/distribution/documents/documents.server.test.ts',
    'the parameter purchasing.order.on-complete says whether the order is a draft or asks for approval',
  ],
  'purchasing.self.order-limit': [BOUGHT, HOW_DEAR],
  'purchasing.self.month-limit': [BOUGHT, HOW_DEAR],
  'purchasing.self.deviation': [BOUGHT, HOW_DEAR],
  'store.suppress.limit-amount': [
    'modules/suppress-orders/suppress-order.server.test.ts',
    'W23: the limit of a site and day holds to the cent, over all orders, and names the site',
  ],
  'store.check.plan-approval': [
    'modules/counting/counting.server.test.ts',
    'with plans under approval a draft is not counted',
  ],
  'store.check.recount-amount': [
    'modules/counting/counting.server.test.ts',
    'the parameters store.check.recount-amount and store.check.recount-percent say from where on a difference is counted again',
  ],
  'store.check.recount-percent': [
    'modules/counting/counting.server.test.ts',
    'the parameters store.check.recount-amount and store.check.recount-percent say from where on a difference is counted again',
  ],
  'store.cost.method': [
    'modules/stock/on-hand/stock-views.server.test.ts',
    'the parameter store.cost.method says whether stock is shown at the cost of its lots or at the moving average, now and as of then',
  ],
  'store.cost.with-tax': [SAFE_GOODS, 'store.cost.with-tax: goods cost what was agreed with its tax, or without'],
  'store.difference.days': [SAFE_GOODS, 'store.difference.days: a case that waits is due after as many days'],
  'store.pick.auto-receive': [
    'modules/issuing/picking-life.server.test.ts',
    'store.pick.auto-receive: where the stall need not sign, picked is received',
  ],
  'store.scrap.photo-amount': [
    'modules/other-moves/other-out-store.server.test.ts',
    'the parameter store.scrap.photo-amount: scrap above it needs photos, when it is sent and when it is approved',
  ],
  'supplier.answerHours': [SCORES, 'the parameter supplier.answerHours says by when an answer is in time'],
  'supplier.scoreWeights': [
    SCORES,
    'weights are the company’s; reckoned again nothing doubles, and a person adopts the grade',
  ],
  'supplier.cooperationTypeApproval': [
    'modules/suppliers/enterprise.server.test.ts',
    'holds as saved where the company wants it so',
  ],
  'supplier.fromPoolOnly': [
    'modules/suppliers/enterprise.server.test.ts',
    'is what a supplier is made of, once; outside the pool no supplier is',
  ],
  'tenant.default.password': [INITIAL, 'is written and never read back, by whomever'],
  'ui.languageSwitch': ['tests/journeys/desk.test.ts', 'the language is switched where the site allows it'],
  'ui.statusWhiteList': [
    'tests/journeys/desk.test.ts',
    'a code the site has on its list is refused without a word, any other with its sentence',
  ],
};
/** Clients that exist already look for these by name; the program itself goes by none of them. */
const FOR_CLIENTS = ['session.tokenTime', 'tenant.default.menuCode'];

let house: House;
let admin: Client;
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
});
const run = <T>(work: Parameters<House['run']>[0]): Promise<T> => house.run<T>(work);
const set = (key: string, value: string): Promise<unknown> =>
  run((tx) => tx.run(sql`update param set param_value = ${value} where param_key = ${key}`));
const count = async (query: ReturnType<typeof sql>): Promise<number> =>
  (await run<{ n: number }>((tx) => tx.row(query))).n;
const task = (name: string): Promise<unknown> => house.program.scheduledTasks.find((each) => each.name === name)!.run();

/**
 * How many rows of three days ago are left, of so many put there, where they are kept for two days and where for four.
 */
async function entriesAfterSweep(
  table: 'usual_log' | 'api_log' | 'error_log',
  key: string,
): Promise<readonly number[]> {
  const of =
    table === 'usual_log'
      ? sql`usual_log (log_id, log_level, log_data, create_time) values ('old', 'info', '', now() - interval '3 days')`
      : table === 'api_log'
        ? sql`api_log (title, status_code, time, service_id, create_time)
          values ('old', 200, 1, 'old', now() - interval '3 days')`
        : sql`error_log (message, fingerprint, time) values ('old', 'old', now() - interval '3 days')`;
  const left =
    table === 'usual_log'
      ? sql`select count(*)::integer as n from usual_log where log_id = 'old'`
      : table === 'api_log'
        ? sql`select count(*)::integer as n from api_log where title = 'old'`
        : sql`select count(*)::integer as n from error_log where message = 'old'`;
  await run((tx) => tx.run(sql`insert into ${of}`));
  await set(key, '4');
  await task('log.prune');
  const four = await count(left);
  await set(key, '2');
  await task('log.prune');
  return [four, await count(left)];
}

/** A SAP that answers nothing good, and remembers how it was asked. */
async function sapThat(
  answers: (response: http.ServerResponse) => void,
): Promise<{ readonly requests: http.IncomingHttpHeaders[]; close(): void }> {
  const requests: http.IncomingHttpHeaders[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request.headers);
    answers(response);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const [key, value] of Object.entries({
    'sap.odata.url': origin,
    'sap.allowedHosts': origin,
    'sap.odata.user': 'LARDER',
    'sap.odata.secret': createSecrets(SECRET).seal('s3cret'),
    'sap.tries': '1',
  }))
    await set(key, value);
  return {
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
/** What the first run by the clock came to. */
async function sync(): Promise<string> {
  await run((tx) => tx.run(sql`delete from sap_sync_run`));
  await set('sap.enabled', '1');
  await task('sap.pull');
  await set('sap.enabled', '0');
  return (await run<{ message: string }>((tx) => tx.row(sql`select message from sap_sync_run order by id limit 1`)))
    .message;
}

/** Tried here: the value is changed, and what it does is seen. */
const TRIED: Readonly<Record<string, () => Promise<void>>> = {
  'log.usualDays': async () => expect(await entriesAfterSweep('usual_log', 'log.usualDays')).toEqual([1, 0]),
  'log.apiDays': async () => expect(await entriesAfterSweep('api_log', 'log.apiDays')).toEqual([1, 0]),
  'log.errorDays': async () => expect(await entriesAfterSweep('error_log', 'log.errorDays')).toEqual([1, 0]),
  'log.slowMs': async () => {
    const call = house.program.registry.calls.find((each) => each.method === 'GET')!;
    const logged = async (milliseconds: number): Promise<number> => {
      for (const observer of house.program.observers)
        observer.note({
          call,
          method: 'GET',
          status: 200,
          milliseconds,
          tenant: '000000',
          userId: admin.userId,
          account: 'admin',
          input: {},
          headers: {},
          address: '127.0.0.1',
          requestId: 'slow',
        });
      await Promise.all(house.program.observers.map((observer) => observer.flush()));
      return count(sql`select count(*)::integer as n from api_log where request_id = 'slow'`);
    };
    expect(await logged(1_500)).toBe(0);
    await set('log.slowMs', '1000');
    expect(await logged(1_500)).toBe(1);
  },
  'sms.dailyPerTenant': async () => {
    await set('sms.dailyPerTenant', '1');
    const { body } = await admin.post('blade-resource/sms/endpoint/send-message', {
      phones: '13800000001,13800000002',
      params: { code: '1234' },
    });
    expect(body.data).toMatchObject({
      sent: 1,
      refused: [{ phone: '13800000002', reason: '本租户今天已发 1 条，达到上限' }],
    });
  },
  'store.backdate-days': async () => {
    const dock = await aDock();
    const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '2' }]);
    const dated = dock.running.signIn({
      tenant: '000001',
      userId: '1',
      deptId: '110',
      permissions: new Set(['invinstore_do_receiving']),
    });
    const deliver = async (): Promise<unknown> =>
      (
        await dock.post(dated, 'invinstore/doReceiving', {
          instoreId,
          arriveTime: '2026-11-17 08:00:00',
          details: [{ detailId: details[0]!['id'], acceptedQty: '1' }],
        })
      ).body.msg;
    expect(await deliver()).toBe('到货时间 2026-11-17 08:00:00 早于允许的 3 天');
    await dock.running.asOwner(
      `insert into param (tenant_id, param_name, param_key, param_value)
        values ('000001', 'x', 'store.backdate-days', '4') on conflict (tenant_id, param_key) do update
        set param_value = '4'`,
    );
    expect(await deliver()).toBe('操作成功');
    await dock.running.close();
  },
  'sap.odata.url': async () => {
    const sap = await sapThat((response) => response.writeHead(403).end());
    await sync();
    expect(sap.requests.length).toBe(1);
    sap.close();
  },
  'sap.odata.user': async () => {
    const sap = await sapThat((response) => response.writeHead(403).end());
    await set('sap.odata.user', 'SOMEBODY');
    expect(await sync()).toMatch(/^SAP用户 SOMEBODY 无权读取 .+，请在SAP中授权$/);
    expect(Buffer.from(String(sap.requests[0]!.authorization).slice(6), 'base64').toString()).toBe('SOMEBODY:s3cret');
    sap.close();
  },
  'sap.odata.client': async () => {
    const sap = await sapThat((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('no JSON'),
    );
    expect(await sync()).toMatch(/^看不懂SAP的答复：/);
    await set('sap.odata.client', '100');
    await sync();
    expect(sap.requests.map((headers) => headers['sap-client'])).toEqual([undefined, '100']);
    sap.close();
  },
  'sap.timeoutSeconds': async () => {
    const sap = await sapThat(() => {});
    await set('sap.timeoutSeconds', '1');
    expect(await sync()).toMatch(/^SAP在 1 秒内没有答复/);
    sap.close();
  },
  'sap.tries': async () => {
    const sap = await sapThat((response) => response.writeHead(503, { 'retry-after': '0' }).end());
    await sync();
    expect(sap.requests.length).toBe(1);
    await set('sap.tries', '2');
    await sync();
    expect(sap.requests.length).toBe(3);
    sap.close();
  },
  'sap.batchSize': async () => {
    const sap = await sapThat((response) => response.writeHead(403).end());
    await set('sap.batchSize', '17');
    const services = {
      ...house.program,
      tokenSecret: SECRET,
      registry: () => house.program.registry,
      database: house.database,
    } as never;
    expect(await run<number>(async (tx) => (await connectionOf(services, { tx })).batchSize)).toBe(17);
    sap.close();
  },
  'sap.pullMinutes': async () => {
    const sap = await sapThat((response) => response.writeHead(403).end());
    const runs = sql`select count(*)::integer as n from sap_sync_run where started_time > now() - interval '1 minute'`;
    await run((tx) => tx.run(sql`delete from sap_sync_run`));
    for (const object of SAP_OBJECTS)
      await run((tx) =>
        tx.run(
          sql`insert into sap_sync_run (object, state, started_time, beat_time, ended_time)
            values (${object}, 'succeeded', now() - interval '40 minutes', now() - interval '40 minutes',
              now() - interval '40 minutes')`,
        ),
      );
    await set('sap.enabled', '1');
    await task('sap.pull');
    expect(await count(runs)).toBe(0);
    await set('sap.pullMinutes', '30');
    await task('sap.pull');
    expect(await count(runs)).toBe(1);
    await set('sap.enabled', '0');
    sap.close();
  },
  'account.failWindowMinutes': async () => {
    const failed = async (): Promise<number> => {
      await run((tx) =>
        tx.run(
          sql`insert into sign_in_failure (subject, failures, first_time)
            values ('account:auditor', 2, now() - interval '2 minutes') on conflict (tenant_id, subject) do update
            set failures = 2, first_time = excluded.first_time`,
        ),
      );
      await askToken(house.app, passwordForm('auditor', 'wrong2026'));
      return count(sql`select failures as n from sign_in_failure where subject = 'account:auditor'`);
    };
    expect(await failed()).toBe(3);
    await set('account.failWindowMinutes', '1');
    expect(await failed()).toBe(1);
  },
  'captcha.afterFailures': async () => {
    const after = async (account: string): Promise<string> => {
      await askToken(house.app, passwordForm(account, 'wrong2026'));
      return String((await askToken(house.app, passwordForm(account))).status);
    };
    expect(await after('purchaser')).toBe('200');
    await set('captcha.afterFailures', '1');
    expect(await after('finance')).toBe('400');
    await set('captcha.afterFailures', '3');
  },
  'session.lockTries': async () => {
    await set('session.lockTries', '3');
    const who = await house.signIn('chef');
    await who.post('blade-auth/session/lock', { password: '4711' });
    const unlockMessages: string[] = [];
    for (let at = 0; at < 3; at += 1)
      unlockMessages.push((await who.post('blade-auth/session/unlock', { password: 'wrong' })).body.msg);
    expect(unlockMessages).toEqual([
      '解锁密码错误，请重新输入（还可以试 2 次）',
      '解锁密码错误，请重新输入（还可以试 1 次）',
      '解锁失败次数过多，已退出登录，请重新登录',
    ]);
  },
  'sms.gateway': async () => {
    const provider = await sapThat((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":0,"sid":1}'),
    );
    const origin = await run<{ v: string }>((tx) =>
      tx.row(sql`select param_value as v from param where param_key = 'sap.odata.url'`),
    );
    await set('sms.dailyPerTenant', '100');
    await set('sms.gateway', origin.v);
    const saved: Answer = await admin.post('blade-resource/sms/submit', {
      smsCode: 'yp',
      category: '1',
      templateId: 't',
      templateText: '验证码 {code}',
      signName: '膳链',
      accessKey: 'key',
    });
    await admin.post('blade-resource/sms/enable', undefined, { id: saved.body.data['id'] });
    await admin.post('blade-resource/sms/endpoint/send-message', {
      code: 'yp',
      phones: '13800000003',
      params: { code: '1' },
    });
    await expect.poll(() => provider.requests.length).toBeGreaterThan(0);
    provider.close();
  },
  'tenant.default.accountNumber': async () => {
    await set('tenant.default.accountNumber', '3');
    expect(
      (
        await admin.post('blade-system/tenant/submit', {
          tenantName: '三人',
          linkman: '王',
          contactNumber: '13800000000',
        })
      ).body.data,
    ).toMatchObject({ accountNumber: 3 });
  },
};

const declared = (): string[] => Object.keys(declaredParameters(house.program.registry));
const source = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');

test('every declared parameter has a test, and no test is left of one that is gone', () => {
  expect([...Object.keys(HELD), ...Object.keys(TRIED), ...FOR_CLIENTS].toSorted()).toEqual(declared().toSorted());
});

test('the program reads every parameter it declares', () => {
  const DECLARE = /(module|dictionaries|param\.rules|\.refusals|\.resource)\.ts$/;
  const program = sources
    .filter(({ file }) => /^(apps|kernel|modules|parts)\//.test(file) && !isTest(file) && !DECLARE.test(file))
    .map(({ text }) => text)
    .join('\n');
  expect(declared().filter((key) => !FOR_CLIENTS.includes(key) && !program.includes(`'${key}'`))).toEqual([]);
});

test.each(Object.entries(HELD))('%s is changed by the test that is named for it', (key, [file, title]) => {
  const text = source(file);
  expect([file, text.includes(`'${key}'`), text.includes(title)]).toEqual([file, true, true]);
});

describe('changed, it makes a difference', () => {
  test.each(Object.entries(TRIED))('%s', (_, see) => see());
});
