import type { Fields } from '../../../kernel/core/field.ts';
import { label, type Label, type Language } from '../../../kernel/core/label.ts';
import { PUBLIC, SESSION } from '../../../kernel/core/contract.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { countWaiting } from '../../../kernel/server/record-query.ts';
import type { Registry, Services } from '../../../kernel/server/registry.ts';
import { PLATFORM_TENANT } from '../rights/signed-in.server.ts';

interface Enumeration {
  readonly value: string;
  readonly label: string;
}

/**
 * Every fixed set the program reads: `<resource>.<field>`, `<resource>.<lines>.<field>`, and the states of documents as
 * `<resource>.status`.
 */
function enumerations(registry: Registry, language: Language): Record<string, Enumeration[]> {
  const found: Record<string, Enumeration[]> = {};
  const shown = (entries: readonly (readonly [string, Label])[]): Enumeration[] =>
    entries.map(([value, each]) => ({ value, label: each[language] }));
  const collect = (name: string, fields: Fields): void => {
    for (const [field, { rules }] of Object.entries(fields))
      if (rules.choices !== undefined)
        found[`${name}.${field}`] = shown(rules.choices.map((choice) => [choice.value, choice.label]));
  };
  for (const declaration of registry.declarations) {
    collect(declaration.name, declaration.fields);
    for (const [key, lines] of Object.entries(declaration.lines ?? {}))
      collect(`${declaration.name}.${key}`, lines.fields);
    if (declaration.life)
      found[`${declaration.name}.status`] = shown(
        Object.entries(declaration.life.states).map(([state, { label: name }]) => [state, name]),
      );
  }
  return found;
}

/** Parameters that a browser may know. */
const PUBLIC_KEYS =
  /^(site|ui|embed|captcha\.mode|session\.(tokenTime|tenantMode|switchMode|lockTries)|price\.documentDecimals)/;

async function initialData(context: Context): Promise<Record<string, unknown>> {
  const rows = await context.tx.rows<{ paramKey: string; paramValue: string }>(
    sql`select param_key, param_value from param order by param_key`,
  );
  return {
    params: Object.fromEntries(
      rows.filter((row) => PUBLIC_KEYS.test(row.paramKey)).map((row) => [row.paramKey, row.paramValue]),
    ),
    today: context.today,
    now: context.now,
    tenantId: context.tenant,
  };
}

/** The tenant that an address belongs to, for the sign-in page. An unknown address is `{}`, never null. */
async function tenantByAddress(services: Services, domain: string): Promise<Record<string, unknown>> {
  if (domain === '' || domain.length > 255) return {};
  const row = await services.database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
    tx.row(sql`
    select tenant_id, domain_url as domain, background_url from tenant
    where frozen = 0 and rtrim(domain_url, '/') = rtrim(${domain}, '/') and domain_url <> '' limit 1`),
  );
  return row ?? {};
}

/** Tenants a person may choose: the platform's people all, others their own. */
const tenants = (context: Context): Promise<Record<string, unknown>[]> =>
  context.tx.rows(
    sql`select id, tenant_id, tenant_name, tenant_name as title from tenant
      where (${context.tenant === PLATFORM_TENANT && context.user.roles.includes('administrator')} or tenant_id =
        ${context.tenant}) and removed_time is null order by tenant_id`,
  );

/** What clients ask for when they start. */
export const startUpCalls = (services: Services): readonly Call[] => [
  {
    method: 'GET',
    service: 'blade-system',
    path: 'bizEnums/getAll',
    permission: SESSION,
    outsiders: true,
    summary: label('业务枚举', 'Fixed choices'),
    handle: async (context) => enumerations(services.registry(), context.language),
  },
  {
    method: 'GET',
    service: 'blade-system',
    path: 'index/initData',
    permission: SESSION,
    outsiders: true,
    summary: label('首页初始数据', 'Initial data'),
    handle: (context) => initialData(context),
  },
  {
    method: 'GET',
    service: 'blade-system',
    path: 'index/waiting',
    permission: SESSION,
    outsiders: true,
    summary: label('等本人处理的单据数量', 'Documents that wait for the caller'),
    handle: (context) => countWaiting(services.registry(), context),
  },
  {
    method: 'GET',
    service: 'blade-system',
    path: 'tenant/info',
    permission: PUBLIC,
    summary: label('按域名查租户', 'Tenant of an address'),
    handle: (_context, input) => tenantByAddress(services, String(input['domain'] ?? '')),
  },
  {
    method: 'GET',
    service: 'blade-system',
    path: 'tenant/select',
    permission: SESSION,
    summary: label('租户下拉', 'Tenants to choose'),
    handle: (context) => tenants(context),
  },
];
