/** Tests of yields: weighed in a unit the material converts from; one that is far off needs a photo. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { convertLines } from '../units/material-units.server.ts';
import { materialYieldTest } from './material-yield-test.resource.ts';
import { ALL_YEAR, isFar } from './yield.rules.ts';
import { summedTests } from './yield-sums.server.ts';
import '../master-data.refusals.ts';

/** Dried goods soak up twenty times their weight at most. */
const MOST = Decimal.of(2000);

export const materialYieldTestBehaviour = behaviour(materialYieldTest, {
  async beforeSaveAll(context, savings) {
    const tests = savings.map(({ values }) => values);
    const converted = await convertLines(
      context,
      tests.map(({ materialId, unitId, grossQty }) => ({ materialId, unitId, qty: grossQty })),
    );
    const others = new Map(
      (
        await summedTests(
          context,
          tests.map(({ materialId }) => materialId),
        )
      )
        .filter(({ supplierId, season }) => supplierId === '' && season === ALL_YEAR)
        .map((sums) => [sums.materialId, sums]),
    );
    savings.forEach((saving, index) => {
      const { values } = saving;
      values.operatorUserId ??= context.user.userId;
      values.factor = converted[index]!.factor;
      const rate = Decimal.of(values.netQty).times(Decimal.hundred).dividedBy(Decimal.of(values.grossQty)).rounded(2);
      values.yieldRate = rate.toString();
      if (values.testDate > context.today) saving.refuse(refuse('master-data.yield-future', {}, { field: 'testDate' }));
      if (rate.compare(MOST) > 0) saving.refuse(refuse('master-data.yield-much', {}, { field: 'netQty' }));
      const sums = others.get(values.materialId);
      const pictures = (values.pictures ?? []) as readonly unknown[];
      if (
        sums !== undefined &&
        values.accepted === 1 &&
        pictures.length === 0 &&
        isFar(sums, Number(rate.toString()) / 100)
      )
        saving.refuse(refuse('master-data.yield-photo', { rate: rate.toString() }, { field: 'pictures' }));
    });
  },
});
