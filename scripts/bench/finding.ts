/**
 * The one search box over 200,000 materials: by code, name, other name, pinyin and initials, as a picker asks while
 * somebody types.
 */
import { material } from '../../modules/master-data/materials/material.resource.ts';
import { copyRecords } from './copy-records.ts';
import { atMost, known, median, type Figure } from './figures.ts';
import { fine, openFixtures, TENANT, type Fixtures } from './fixtures.ts';

const ROUNDS = 7;
/**
 * How people look for tomatoes, of which there are a thousand; and the first letter somebody types, which three in four
 * have somewhere.
 */
const WORDS: Readonly<Record<string, string>> = {
  name: '西红柿',
  'two characters': '西红',
  'other name': '洋柿子',
  pinyin: 'xihongshi',
  initials: 'xhs',
  'one letter': 'a',
};

/** Search boxes and pickers among very many materials. */
export async function benchFinding({ quick }: Pick<Fixtures, 'quick'>): Promise<Figure[]> {
  const fixtures = await openFixtures({ quick, keep: false, web: false, demo: true });
  try {
    const wanted = quick ? 2_000 : 200_000;
    await copyRecords(fixtures, material, wanted);
    await fixtures.sql('vacuum analyze material');
    const [{ code } = { code: '' }] = await fixtures.sql<{ code: string }>(
      `select code from material where tenant_id = '${TENANT}'
        order by id desc offset ${Math.floor(wanted / 3)} limit 1`,
    );
    const figures: Figure[] = [];
    for (const [by, word] of Object.entries({ code, ...WORDS })) {
      const [picker, page, bare]: [number[], number[], number[]] = [[], [], []];
      const timed = async (times: number[], work: () => Promise<unknown>): Promise<void> => {
        const begun = performance.now();
        await work();
        times.push(performance.now() - begun);
      };
      for (let round = 0; round < ROUNDS; round += 1) {
        await timed(picker, async () =>
          fine(await fixtures.get('master-data/material/select', { keyword: word, size: '20' })),
        );
        await timed(page, async () =>
          fine(await fixtures.get('master-data/material/page', { keyword: word, size: '20' })),
        );
        await timed(bare, () =>
          fixtures.sql(
            `select * from material where tenant_id = '${TENANT}' and search_text like $1 order by code, id limit 20`,
            [`%${word.toLowerCase()}%`],
          ),
        );
      }
      figures.push(
        atMost(`find one of ${wanted.toLocaleString('en')}: by ${by}`, median(picker), 'ms', 50, {
          bare: median(bare),
        }),
        known(`find one of ${wanted.toLocaleString('en')}: by ${by}, as a page with its total`, median(page), 'ms'),
      );
    }
    return figures;
  } finally {
    await fixtures.close();
  }
}
