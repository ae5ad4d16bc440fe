import { sample } from '../../tests/support/sample.ts';
import { region } from './region.resource.ts';

/** A city of a province made for it. */
export const regionSample = sample(region, {
  async values(maker) {
    const there = new Set((await maker.rows(region)).map((row) => row['code']));
    for (const above of [
      { code: '00', parentCode: '', name: '中华人民共和国', level: '0', sort: 1 },
      { code: '99', parentCode: '00', name: '某省', level: '1', sort: 1 },
    ])
      if (!there.has(above.code)) await maker.post('blade-system/region/submit', above);
    return { code: `99${11 + maker.before}`, parentCode: '99', level: '2', name: `区划${maker.number}`, sort: 1 };
  },
});
