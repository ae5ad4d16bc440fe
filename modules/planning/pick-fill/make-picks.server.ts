/** The pick bills of a restaurant's meals, made from the plan: drafts, with what each line was reckoned from. */
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { saveAll } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { keepReckoning } from '../../issuing/kitchen-sheet/pick-uses.server.ts';
import { pick } from '../../issuing/pick.document.ts';
import { fillPicks, type FilledLine } from './pick-fill.calls.ts';
import { filled } from './pick-fill.server.ts';

/** What a line asks for: what may be asked for and is not there. */
const isAsked = ({ askQty, offShelf }: FilledLine): boolean => !offShelf && askQty !== '0';

export const makePicks = serve(fillPicks, async (context, input) => {
  const { bills, restaurantId } = await filled(context, input, 'hold');
  const open = bills
    .map((bill) => ({ ...bill, lines: bill.lines.filter(isAsked) }))
    .filter(({ lines }) => lines.length > 0);
  const without = open.filter(({ warehouseId }) => warehouseId === '');
  if (without.length > 0)
    throw new Refused(
      ...without.map(({ stallName, stallId }) => refuse('planning.no-warehouse', { stall: stallName, stallId })),
    );
  if (open.length === 0) throw new Refused(refuse('planning.pick-nothing', { date: input.date }));
  const ids = await saveAll(
    pick,
    context,
    open.map(({ needTime, ...bill }) => ({
      warehouseId: bill.warehouseId,
      useRestaurantDeptId: restaurantId,
      gearOperationDeptId: bill.stallId,
      needTime: `${needTime}:00` < context.now ? context.now : `${needTime}:00`,
      mealType: bill.mealType,
      pickType: 'plan',
      details: bill.lines.map(({ materialId, unitId, askQty }) => ({ materialId, unitId, qty: askQty })),
    })),
  );
  const lines = open.flatMap((bill, nr) => bill.lines.map((line) => ({ pickId: ids[nr]!, ...line })));
  await keepReckoning(
    context,
    lines.map(({ pickId, materialId, needQty, handQty, comingQty }) => ({
      pickId,
      materialId,
      needQty,
      handQty,
      comingQty,
    })),
    lines.flatMap(({ pickId, materialId, uses }) =>
      uses.map(({ dishName: _dish, stationName: _station, ...use }) => ({ pickId, materialId, ...use })),
    ),
  );
  return { ids };
});
