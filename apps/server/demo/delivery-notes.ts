/** The company's own delivery note, and one that went with the goods. */
import type { Records } from './company-client.ts';
import type { World } from './world.ts';

const OUT_STORE = 'outStore';
const NOTE = {
  name: '送货单（中英文）',
  printed: OUT_STORE,
  paper: 'a4',
  language: 'both',
  isDefault: 1,
  remark: '随车两联，送货与收货各签一联',
  content: {
    blocks: [
      { is: 'head' },
      { is: 'words', zh: '送货单', en: 'Delivery note', size: 'large', align: 'center' },
      {
        is: 'facts',
        fields: ['toLocationId', 'warehouseId', 'needTime', 'sourceBillCode', 'driver', 'plateNo'],
        across: 3,
      },
      { is: 'table', lines: 'picks', columns: ['materialId', 'batchId', 'baseQty', 'receivedBaseQty'], totals: false },
      {
        is: 'words',
        zh: '请当面点清数量、核对批次；有差异请在本单注明。',
        en: 'Please count and compare the lots on delivery, and note any difference here.',
        size: 'small',
        align: 'start',
      },
      {
        is: 'signs',
        signers: [
          { zh: '送货', en: 'Delivered by' },
          { zh: '收货', en: 'Received by' },
        ],
      },
    ],
  },
};

/** The administrator makes the note and prints it for the newest bill that has arrived. */
export async function printDeliveryNotes(world: World, moment: string): Promise<void> {
  const admin = world.client.at(moment);
  await admin.post('blade-report/printtemplate/submit', NOTE);
  const { records } = await admin.get<Records<{ readonly id: string }>>('store-management/invoutstore/page', {
    status: 'done',
    size: 1,
  });
  const [shipped] = records;
  if (shipped === undefined) return;
  await admin.post('blade-report/print/print', { printed: OUT_STORE, ids: shipped.id });
  world.count('prints');
}
