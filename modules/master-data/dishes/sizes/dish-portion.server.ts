import { refuse } from '../../../../kernel/core/refusal.ts';
import { behaviour } from '../../../../kernel/server/behaviour.ts';
import { dishPortion } from './dish-portion.resource.ts';
import { STANDARD } from './portion-sizes.rules.ts';
import '../../master-data.refusals.ts';

/** A standard portion is one by itself. */
export const dishPortionBehaviour = behaviour(dishPortion, {
  beforeSave(_context, saving) {
    if (saving.values.portionGroup === STANDARD)
      saving.refuse(refuse('master-data.portion-standard', {}, { field: 'portionGroup' }));
  },
});
