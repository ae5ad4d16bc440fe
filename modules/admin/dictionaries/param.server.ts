import type { Module } from '../../../kernel/core/module.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour, type Behaviour, type Saving } from '../../../kernel/server/behaviour.ts';
import { createSecrets, MASK } from '../../../parts/secrets/secrets.ts';
import type { Registry, Services } from '../../../kernel/server/registry.ts';
import { param } from './param.resource.ts';
import { PARAMETER_RULES } from './param.rules.ts';
import { PLATFORM_TENANT } from '../rights/signed-in.server.ts';

export const INITIAL_PASSWORD = 'account.initPassword';
/** The value of a secret that nobody has set. */
export const NO_SECRET = '-';

/** Every parameter the program reads, by its key and by no name that every object has. */
export const declaredParameters = (registry: Registry): NonNullable<Module['parameters']> =>
  Object.assign(Object.create(null), ...registry.modules.map((module) => module.parameters ?? {}));

/** A value the program could not work with is refused where it is entered, and so is one it would never read. */
export const paramBehaviour = (services: Services): Behaviour =>
  behaviour(param, {
    fills: { paramName: ['paramKey', 'paramName'] },
    async fillRows({ language }, rows) {
      const declared = declaredParameters(services.registry());
      for (const row of rows) {
        const named = declared[row.paramKey]?.label;
        if (row.paramName === named?.zh) row.paramName = named[language];
      }
    },
    beforeSave({ tenant }, saving) {
      const { values } = saving;
      const key = String(values.paramKey);
      // The form of a reader of English holds the English name.
      const named = declaredParameters(services.registry())[key]?.label;
      if (named !== undefined && values.paramName === named.en) values.paramName = named.zh;
      if (tenant !== PLATFORM_TENANT && declaredParameters(services.registry())[key]?.platform === true)
        throw new Refused(refuse('param.platform', { key }, { field: 'paramKey' }));
      const rule = PARAMETER_RULES.get(key);
      const value = String(values.paramValue ?? '');
      const isSecret = declaredParameters(services.registry())[key]?.secret === true;
      const isGiven =
        !isSecret || (value !== NO_SECRET && value !== MASK && values.paramValue !== saving.before?.paramValue);
      if (rule !== undefined && isGiven && !rule.allows(value))
        throw new Refused(refuse('param.value', { rule: rule.rule }, { field: 'paramValue' }));
      if (isSecret) sealSecret(services, saving);
    },
  }) as Behaviour;

/** Seals the value, unless it is `-`: there is none. */
function sealSecret(services: Services, saving: Saving<typeof param>): void {
  if (saving.values.paramValue !== NO_SECRET) createSecrets(services.tokenSecret).sealGiven(saving, ['paramValue']);
}
