/** What people attach: pictures of dishes, a supplier's licence, a delivery note as it came with the goods. */
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import { certificatePdf } from './certificate.ts';
import type { CompanyClient, Records } from './company-client.ts';
import { deliveryNotePicture, dishPicture } from './drawn-pictures.ts';

const STORE = 'store-management';

/** Names of dishes, and the colours of what lies on their plates. */
const PLATES = [
  [
    '红烧肉',
    [
      [142, 62, 30],
      [168, 84, 44],
      [120, 48, 26],
    ],
  ],
  [
    '番茄炒蛋',
    [
      [236, 190, 60],
      [244, 210, 96],
      [204, 58, 40],
    ],
  ],
  [
    '蒜蓉菠菜',
    [
      [58, 110, 52],
      [76, 132, 62],
      [232, 226, 200],
    ],
  ],
] as const;

const NOTE_LINES = 6;
const LICENCE_DAYS = 900;

/** Attaches them where they are attached at work; nothing where files are not wanted. */
export async function attachFiles(client: CompanyClient, today: string): Promise<void> {
  const yesterday = `${dayPlus(today, -1)} 15:00:00`;
  await pictureDishes(client.as('chef').at(yesterday));
  await keepLicence(client.as('purchaser').at(yesterday), today);
  await photographNote(client.as('storekeeper').at(`${today} 00:13:00`), today);
}

async function pictureDishes(chef: CompanyClient): Promise<void> {
  for (const [name, colours] of PLATES) {
    const picture = await chef.upload?.(`${name}.png`, dishPicture(name, colours));
    if (picture === undefined) return;
    const { records } = await chef.get<Records<{ id: string }>>('master-data/dish/page', { name_equal: name });
    await chef.post('master-data/dish/submit', { id: records[0]!.id, images: picture });
  }
}

async function keepLicence(purchaser: CompanyClient, today: string): Promise<void> {
  const { records } = await purchaser.get<Records<{ id: string; name: string; creditCode: string }>>(
    `${STORE}/supplier/page`,
    {
      size: '1',
      ascs: 'code',
    },
  );
  const { id, name, creditCode } = records[0]!;
  const licence = certificatePdf('食品经营许可证', [
    `经营者名称：${name}`,
    `统一社会信用代码：${creditCode}`,
    '主体业态：食品销售经营者',
    '经营项目：散装食用农产品销售',
    `有效期至：${dayPlus(today, LICENCE_DAYS)}`,
    '演示用样张',
  ]);
  const file = await purchaser.upload?.(`食品经营许可证-${name}.pdf`, licence);
  if (file !== undefined) await purchaser.post(`${STORE}/supplier/submit`, { id, files: file });
}

interface OpenLine {
  readonly detailId: string;
  readonly openQty: string;
  readonly shelfLifeDays: number | null;
}

/** The first goods of a delivery are received, with a photo of the note that came with them; the rest is on its way. */
async function photographNote(keeper: CompanyClient, today: string): Promise<void> {
  const { records } = await keeper.get<Records<{ id: string }>>(`${STORE}/invinstore/page`, {
    status: 'to-receive',
    size: '1',
    ascs: 'expectTime',
  });
  const instoreId = records[0]?.id;
  if (instoreId === undefined) return;
  const deliveryNo = `SH-${today.replaceAll('-', '')}-208`;
  const photo = await keeper.upload?.(`送货单-${deliveryNo}.png`, deliveryNotePicture(deliveryNo, NOTE_LINES));
  if (photo === undefined) return;
  const { details } = await keeper.post<{ details: readonly OpenLine[] }>(`${STORE}/invinstore/preReceiving`, {
    instoreId,
  });
  const { detailId, openQty, shelfLifeDays } = details[0]!;
  await keeper.post(`${STORE}/invinstore/doReceiving`, {
    instoreId,
    deliveryNo,
    details: [
      {
        detailId,
        acceptedQty: openQty,
        refusedQty: '0',
        pictures: photo,
        ...(shelfLifeDays === null ? {} : { productionDate: today }),
      },
    ],
  });
}
