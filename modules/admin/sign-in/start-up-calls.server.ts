import type { Fields } from '../../../kernel/core/field.ts';
import type { Label, Language } from '../../../kernel/core/label.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Call } from '../../../kernel/server/context.ts';
import type { Registry, Services } from '../../../kernel/server/registry.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { PLATFORM_TENANT } from '../rights/signed-in.server.ts';
import { tenantOfAddress } from './sign-in.calls.ts';
import * as calls from './start-up.calls.ts';

type FixedChoices = TypeOf<typeof calls.fixedChoices.answer>;

/** The choices of all fields, and the states of all documents, by name. */
function choicesOf(registry: Registry, language: Language): FixedChoices {
  const found: Record<string, FixedChoices[string]> = {};
  const labelled = (entries: readonly (readonly [string, Label])[]): FixedChoices[string] =>
    entries.map(([value, each]) => ({ value, label: each[language] }));
  const collect = (name: string, fields: Fields): void => {
    for (const [field, { rules }] of Object.entries(fields))
      if (rules.choices !== undefined)
        found[`${name}.${field}`] = labelled(rules.choices.map((choice) => [choice.value, choice.label]));
  };
  for (const declaration of registry.declarations) {
    collect(declaration.name, declaration.fields);
    for (const [key, lines] of Object.entries(declaration.lines ?? {}))
      collect(`${declaration.name}.${key}`, lines.fields);
    if (declaration.life)
      found[`${declaration.name}.status`] = labelled(
        Object.entries(declaration.life.states).map(([state, { label: name }]) => [state, name]),
      );
  }
  return found;
}

const fixedChoices = serve(calls.fixedChoices, async ({ registry, language }) => choicesOf(registry, language), {
  outsiders: true,
});

/** Parameters that a browser may know. */
const PUBLIC_KEYS = new RegExp(
  [
    '^(site|ui|embed|offline|captcha\\.mode|account\\.passwordMinLength',
    '|session\\.(tokenTime|tenantMode|switchMode|lockTries)|price\\.documentDecimals)',
  ].join(''),
);

const initialData = serve(
  calls.initialData,
  async ({ tx, today, now, tenant }) => {
    const rows = await tx.rows<{ paramKey: string; paramValue: string }>(
      sql`select param_key, param_value from param order by param_key`,
    );
    const params = rows.filter((row) => PUBLIC_KEYS.test(row.paramKey));
    return {
      params: Object.fromEntries(params.map((row) => [row.paramKey, row.paramValue])),
      today,
      now,
      tenantId: tenant,
    };
  },
  { outsiders: true },
);

const tenants = serve(calls.tenants, ({ tx, tenant, user }) =>
  tx.rows(
    sql`select id, tenant_id, tenant_name, tenant_name as title from tenant
      where (${tenant === PLATFORM_TENANT && user.roles.includes('administrator')} or tenant_id =
        ${tenant}) and removed_time is null order by tenant_id`,
  ),
);

/** What clients ask for when they start. */
export const startUpCalls = (services: Services): readonly Call[] => [
  fixedChoices,
  initialData,
  serve(
    tenantOfAddress,
    async (_context, { domain }) => {
      if (domain === null) return {};
      const row = await services.database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
        tx.row<TypeOf<typeof tenantOfAddress.answer>>(sql`
        select tenant_id, domain_url as domain, background_url from tenant
        where frozen = 0 and rtrim(domain_url, '/') = rtrim(${domain}, '/') and domain_url <> '' limit 1`),
      );
      return row ?? {};
    },
    { lenient: true },
  ),
  tenants,
];
