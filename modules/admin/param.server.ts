import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { param } from './param.resource.ts';
import { PARAMETER_RULES } from './param.rules.ts';

/** A value the program could not work with is refused where it is entered. */
export const paramBehaviour = behaviour(param, {
  beforeSave(_context, { values }) {
    const rule = PARAMETER_RULES[String(values['paramKey'])];
    if (rule !== undefined && !rule.allows(String(values['paramValue'] ?? ''))) throw new Refused(refuse('param.value', { rule: rule.told }, { field: 'paramValue' }));
  },
});
