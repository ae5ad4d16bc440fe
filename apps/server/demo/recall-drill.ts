/** A recall drill of a lot that several places had: all but one answer within minutes, and it ends with the reason. */
import type { Records } from './company-client.ts';
import type { World } from './world.ts';

const STORE = 'store-management';
/** So many lots are looked at for one that lies at several places. */
const LOOKED_AT = 40;
/** As the place that has the least of it does not answer, this much of it is still accounted for. */
const COVERED = 0.95;

interface Lot {
  readonly batchId: string;
}
interface Place {
  readonly id: string;
  readonly receivedQty: string;
}

/** Started by the purchasing manager, answered by whoever answers for everything, finished with one place silent. */
export async function drillRecall(world: World, minute: string): Promise<void> {
  const manager = world.client.as(world.office.purchaseManager).at(`${minute}:00`);
  const lot = await spreadLot(world, minute);
  if (lot === undefined) return;
  const { id } = await manager.post<{ id: string }>(`${STORE}/recall/submit`, {
    batchId: lot,
    drill: 1,
    cause: '月度召回演练',
  });
  await manager.post(`${STORE}/recall/start`, { ids: id });
  const { places } = await manager.get<{ places: readonly Place[] }>(`${STORE}/recall/detail`, { id });
  const bySize = places.toSorted((a, b) => Number(b.receivedQty) - Number(a.receivedQty));
  for (const [nth, place] of bySize.slice(0, -1).entries()) {
    const answerer = world.client.at(`${minute}:${String(10 + nth * 5).padStart(2, '0')}`);
    await answerer.post(`${STORE}/recall/account`, {
      id,
      placeId: place.id,
      foundQty: place.receivedQty,
      answerNo: 0,
    });
  }
  await manager.at(`${minute}:59`).post(`${STORE}/recall/finish`, { ids: id, ending: 'hold', reason: '一处未应答' });
  world.count('recall drills');
}

/** The lot of which the place that has the least has some, and little of the whole. */
async function spreadLot(world: World, minute: string): Promise<string | undefined> {
  const reader = world.client.at(`${minute}:00`);
  const { records } = await reader.get<Records<Lot>>(`${STORE}/stockbatch/page`, {
    tab: 'stock',
    lotState: 'free',
    size: String(LOOKED_AT),
    descs: 'qty,batchCode',
  });
  for (const batchId of new Set(records.map((lot) => lot.batchId))) {
    const { places } = await reader.get<{ places: readonly { readonly qty: string }[] }>(`${STORE}/stockbatch/trace`, {
      batchId,
      direction: 'forward',
    });
    const figures = places.map(({ qty }) => Number(qty));
    const whole = figures.reduce((sum, qty) => sum + qty, 0);
    if (figures.length > 1 && Math.min(...figures) <= whole * (1 - COVERED)) return batchId;
  }
  return undefined;
}
