/** A small SAP on loopback, to see the syncs at work without one: `npm run sap`, and the parameters it prints. */
import { product, SAP_SECRET, SAP_USER, sapData, startSap } from '../modules/sap/sap-system.testing.ts';

const PORT = Number(process.env['PORT'] ?? 8790);
const NAMES = [
  '大白菜',
  '圆白菜',
  '菠菜',
  '土豆',
  '胡萝卜',
  '西红柿',
  '黄瓜',
  '茄子',
  '青椒',
  '西兰花',
  '香菇',
  '冬瓜',
  '莲藕',
  '山药',
  '芹菜',
];
const sap = await startSap(
  sapData({
    products: NAMES.map((name, at) => product(`1000${String(at).padStart(3, '0')}`, name)),
    plants: [],
    productPlants: NAMES.map((_, at) => ({
      Product: `1000${String(at).padStart(3, '0')}`,
      Plant: '1010',
      PurchasingGroup: '001',
      ProfileCode: '',
      IsMarkedForDeletion: false,
    })),
  }),
  { port: PORT },
);
process.stdout.write(`A small SAP answers at ${sap.origin}. Enter in the parameters (platform tenant):
  sap.allowedHosts   ${sap.allowed}
  sap.odata.url      ${sap.origin}
  sap.odata.user     ${SAP_USER}
  sap.odata.secret   ${SAP_SECRET}
Then open SAP › Sync runs and press “Sync from SAP”. Ctrl+C ends it.
`);
