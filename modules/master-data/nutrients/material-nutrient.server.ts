import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { massPath } from '../units/mass-path.rules.ts';
import { materialNutrient, nutrients } from './material-nutrient.resource.ts';
import { energyBoth, fillRate, nutrientRefusals } from './material-nutrient.rules.ts';
import { unitLadders } from '../units/material-units.server.ts';

const NAMES = Object.keys(nutrients) as (keyof typeof nutrients)[];

export const materialNutrientBehaviour = behaviour(materialNutrient, {
  async beforeSaveAll(context, savings) {
    const ladders = await unitLadders(
      context,
      savings.map(({ values }) => String(values.materialId)).filter((id) => /^\d{1,19}$/.test(id)),
    );
    for (const saving of savings) {
      const { values } = saving;
      const ladder = ladders.get(String(values.materialId));
      if (ladder === undefined) continue; // refused by the kernel as unknown
      const given = Object.fromEntries(
        NAMES.map((name) => [
          name,
          (values[name] ?? null) === null ? null : Decimal.of(String(values[name])).toString(),
        ]),
      );
      const weighed =
        massPath(ladder) === undefined
          ? [refuse('master-data.nutrient-no-mass', { material: ladder.material.name }, { field: 'materialId' })]
          : [];
      saving.refuse(...weighed, ...nutrientRefusals(given));
      const both = { ...given, ...energyBoth(given) };
      Object.assign(values, both, { fillRate: fillRate(both, NAMES) });
      values.foodName ??= ladder.material.name;
    }
  },
  filters: {
    /** Known to less than so many points. */
    fillRateBelow: (value) => sql`t.fill_rate < ${Decimal.isText(value) ? value : '0'}::numeric`,
  },
});
