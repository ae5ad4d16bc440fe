/** How purchase prices move through the two weeks, and two quotes of the last day that stray from what was paid. */
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient, Records } from './company-client.ts';
import type { Received } from './corrections.ts';
import { EMERGENCY_HOUSE, raised } from './suppliers.ts';

interface Offer {
  readonly id: string;
  readonly price: string;
}
/** Every second of the goods gets dearer or cheaper in turn, by so many per cent. */
const EVERY = 2;
const STEPS = [5, -4, 6, -3] as const;

/** The first houses ask other prices for some of their goods from a day on. */
export async function movePrices(client: CompanyClient, day: string, moment: string): Promise<void> {
  const admin = client.at(moment);
  const { records } = await admin.get<Records<Offer>>('store-management/suppliermaterial/page', {
    isDefault: '1',
    validOn: day,
    size: '200',
    ascs: 'materialId',
  });
  for (const [nth, { id, price }] of records.filter((_, at) => at % EVERY === 0).entries())
    await admin.post('store-management/supplier/editSupplierMaterialPrice', {
      id,
      startDate: day,
      price: raised(price, STEPS[nth % STEPS.length]!),
    });
}

/** Goods by how often they came, the most frequent first, each as it came last. */
function frequent(bills: readonly Received[]): { bill: Received; line: Received['details'][number] }[] {
  const came = bills.flatMap((bill) =>
    bill.details
      .filter((line) => Number(line.receivedQty) > 0 && Number(line.price) > 1)
      .map((line) => ({ bill, line })),
  );
  return [...Map.groupBy(came, ({ line }) => line.materialId).values()]
    .toSorted((a, b) => b.length - a.length)
    .map((each) => each.at(-1)!);
}

/** The house nobody buys from asks far more than is paid; the one most is bought from announces a rise. */
export async function quoteDearly(
  client: CompanyClient,
  bills: readonly Received[],
  today: string,
  moment: string,
): Promise<void> {
  const admin = client.at(moment);
  const [usual, other] = frequent(bills);
  if (usual === undefined || other === undefined) return;
  const { records: houses } = await admin.get<Records<{ id: string }>>('store-management/supplier/page', {
    keyword: EMERGENCY_HOUSE,
  });
  const { materialId, unitId, factor, price } = other.line;
  await admin.post('store-management/supplier/addSupplierMaterial', {
    supplierId: houses[0]!.id,
    materials: [
      { materialId, unitId, factor, price: raised(price, 24), taxRate: '9', startDate: today, packText: '散装' },
    ],
  });
  const { records: offers } = await admin.get<Records<Offer>>('store-management/suppliermaterial/page', {
    supplierId: usual.bill.supplierId,
    materialId: usual.line.materialId,
    validOn: today,
  });
  for (const { id, price: asked } of offers.slice(0, 1))
    await admin.post('store-management/supplier/editSupplierMaterialPrice', {
      id,
      startDate: dayPlus(today, 7),
      price: raised(asked, 18),
    });
}
