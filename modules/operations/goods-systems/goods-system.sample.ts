import { sample } from '../../../tests/support/sample.ts';
import { menuTemplate } from '../../master-data/menus/menu-template.document.ts';
import { goodsSystem, goodsSystemMenuTemplate } from './goods-system.resource.ts';

/** A menu in use, on a day no other row has it. */
export const goodsSystemMenuTemplateSample = sample(goodsSystemMenuTemplate, {
  async values({ number, rows, another }) {
    const day = `20${40 + (number % 50)}-0${1 + (number % 9)}-01`;
    const [system] = await rows(goodsSystem);
    const menu = (await rows(menuTemplate)).find(
      (row) => row['status'] === 'approved' && row['enabled'] === 1 && row['frozen'] === 0,
    );
    return {
      goodsSystemId: system?.id ?? (await another(goodsSystem)),
      menuTemplateId: menu?.id,
      startDate: day,
      endDate: day,
    };
  },
});
