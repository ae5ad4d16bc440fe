// Areas: distribution
import { test } from 'vitest';
import { DESK, front, journey, person, PHONE } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';
const stage = journey();
test('pictures', async () => {
  const rows = await stage.larder.rows<Record<string, string>>(
    `select o.id::text, o.doc_type, o.status from purchase_document o order by id`,
  );
  const orders = await stage.larder.rows<Record<string, string>>(
    `select id::text, status from factory_order order by id`,
  );
  console.log(JSON.stringify({ rows, orders }));
  const pages: [string, string][] = [
    ['docs', '/purchasing/purchasedocument?tab=completed'],
    ...rows
      .slice(0, 1)
      .concat(rows.filter((r) => r['docType'] === 'delivery' || r['doc_type'] === 'delivery').slice(0, 1))
      .map((r, i): [string, string] => [`doc${i}`, `/purchasing/purchasedocument/${r['id']}`]),
    ['orders', '/distribution/factoryorder'],
    ...orders.slice(0, 2).map((r, i): [string, string] => [`order${i}`, `/distribution/factoryorder/${r['id']}`]),
  ];
  for (const [who, lang, view, dark] of [
    ['admin', 'zh', DESK, false],
    ['admin', 'en', PHONE, true],
  ] as const) {
    const page = await person(
      stage,
      who,
      view === PHONE ? { viewport: PHONE, hasTouch: true, isMobile: true } : { viewport: view },
    );
    await writeStoredItem(page, 'language', lang);
    if (dark) await writeStoredItem(page, 'theme', 'dark');
    for (const [name, at] of pages) {
      await page.goto(stage.larder.address + at);
      await front(page).waitFor();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/w/docs-shots/${name}-${lang}-${view.width}.png`, fullPage: true });
    }
    await page.context().close();
  }
}, 300000);
