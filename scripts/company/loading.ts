/** Brings recipes and prices in as a person would: sheets through the imports, recipes through the form's own call. */
import { setTimeout } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { momentIn } from '../../kernel/server/clock.ts';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { CompanyRefused } from '../../apps/server/demo/company-client.ts';
import { buildUnits } from '../../apps/server/demo/goods.ts';
import { dish } from '../../modules/master-data/dishes/dish.resource.ts';
import { materialType } from '../../modules/master-data/materials/material-type.resource.ts';
import { material } from '../../modules/master-data/materials/material.resource.ts';
import { supplierMaterial } from '../../modules/suppliers/supplier-material.resource.ts';
import { supplier } from '../../modules/suppliers/supplier.resource.ts';
import { readAll } from './books.ts';
import type { HttpCompany } from './http-client.ts';
import { inParallel } from './in-parallel.ts';
import type { Quote, RecipeDish, RecipeMaterial } from './recipes.ts';

/** What became of one kind of record. */
export interface Landed {
  readonly what: string;
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Why something was refused → what. */
  readonly refused: ReadonlyMap<string, readonly string[]>;
}
interface ImportAnswer {
  readonly jobId?: string;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rows: readonly {
    readonly row: number;
    readonly column: string;
    readonly value: string;
    readonly reason: string;
  }[];
}

const SUPPLIER = { code: 'XINFADI', name: '北京新发地市场行情' };
const today = (): string => momentIn('Asia/Shanghai', new Date()).slice(0, 10);

/** A sheet, tried first and then landed: the good rows stay, the bad ones are named with their reason. */
async function importSheet(
  http: HttpCompany,
  into: unknown,
  names: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): Promise<Landed> {
  const declaration = into as Declaration;
  const what = declaration.label.zh;
  const nothing = {
    what,
    read: rows.length,
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: new Map<string, string[]>(),
  };
  if (rows.length === 0) return nothing;
  const bytes = await buffer(
    writeSheet(
      names.map((name) => columnOf(declaration, name)),
      rows,
      { name: what },
    ),
  );
  const file = { name: `${what}.xlsx`, bytes };
  const send = async (fields: Readonly<Record<string, string>>): Promise<ImportAnswer> => {
    const answer = (await http.upload(
      `${declaration.service}/${declaration.segment}/importExcelTemplate`,
      fields,
      file,
    )) as ImportAnswer;
    return answer.jobId === undefined ? answer : finished(http, answer.jobId);
  };
  const tried = await send({ dryRun: '1', onlyGood: '1' });
  const landed = await send({ onlyGood: '1' });
  const refused = new Map<string, string[]>();
  for (const bad of tried.rows)
    refused.set(`${bad.column}: ${bad.reason}`, [
      ...(refused.get(`${bad.column}: ${bad.reason}`) ?? []),
      rows[bad.row - 2]?.[1] ?? bad.value,
    ]);
  return { ...nothing, created: landed.created, updated: landed.updated, unchanged: landed.unchanged, refused };
}

/** The heading the template gives; what is referred to is named by its code. */
function columnOf({ fields }: Declaration, name: string) {
  const field = fields[name]!;
  return sheetColumn(field.kind === 'ref' ? `${field.label.zh}编码` : field.label.zh, field);
}

/** A large sheet is worked on behind; its answer is fetched when it is there. */
async function finished(http: HttpCompany, jobId: string): Promise<ImportAnswer> {
  for (;;) {
    const job = await http.client.get<{ state?: string; status?: string; result?: ImportAnswer; error?: string }>(
      'blade-resource/job/detail',
      { id: jobId },
    );
    const state = job.state ?? job.status ?? '';
    if (state === 'done' && job.result !== undefined && job.result !== null) return job.result;
    if (['failed', 'cancelled'].includes(state)) throw new Error(`The import ${jobId} ${state}: ${job.error ?? ''}`);
    await setTimeout(300);
  }
}

/** Loads units, types and materials; answers what became of each kind. */
export async function loadMaterials(
  http: HttpCompany,
  materials: readonly RecipeMaterial[],
): Promise<readonly Landed[]> {
  await buildUnits(http.client, {});
  const categories = [...new Set(materials.map((each) => each.category))];
  // A company may have types of these names already; the codes are ours where it has not.
  const existing = new Map(
    (await readAll(http.client, 'master-data/materialtype/page')).map((type) => [type['name']!, type['code']!]),
  );
  const typeOf = new Map(
    categories.map((category, index) => [
      category,
      existing.get(category) ?? `RT${String(index + 1).padStart(2, '0')}`,
    ]),
  );
  const lacking = categories.filter((category) => !existing.has(category) || existing.get(category)!.startsWith('RT'));
  const types = await importSheet(
    http,
    materialType,
    ['code', 'name'],
    lacking.map((category) => [typeOf.get(category)!, category]),
  );
  const rows = materials.map((each) => [
    each.code,
    each.name,
    each.aliases || null,
    typeOf.get(each.category)!,
    each.unit,
    Decimal.isText(each.ediblePercent) && Decimal.of(each.ediblePercent).isPositive() ? each.ediblePercent : '100',
  ]);
  return [
    types,
    await importSheet(http, material, ['code', 'name', 'aliases', 'materialTypeId', 'baseUnitId', 'stdYield'], rows),
  ];
}

/** Loads dish types and dishes with their recipes; answers what became of the dishes. */
export async function loadDishes(http: HttpCompany, dishes: readonly RecipeDish[]): Promise<Landed> {
  const existing = new Map(
    (await readAll(http.client, 'master-data/dishtype/page')).map((type) => [type['name']!, type['code']!]),
  );
  for (const [index, name] of [...new Set(dishes.map((each) => each.category))].entries()) {
    if (existing.has(name)) continue;
    // Dish types have no import: there are a handful in any company.
    const code = `RD${String(index + 1).padStart(2, '0')}`;
    await http.client.post('master-data/dishtype/submit', { parentId: '0', code, name, sort: index + 1 });
    existing.set(name, code);
  }
  return importSheet(
    http,
    dish,
    ['code', 'name', 'dishTypeId'],
    dishes.map((each) => [each.code, each.name, existing.get(each.category)!]),
  );
}

/** A recipe with an ingredient that cannot be entered stays a draft for a person to complete. */
export async function loadRecipes(http: HttpCompany, dishes: readonly RecipeDish[]): Promise<Landed> {
  const { client } = http;
  const idsOf = async (path: string): Promise<Map<string, string>> =>
    new Map((await readAll(client, path)).map((row) => [row['code']!, row['id']!]));
  const [dishIds, materialIds, unitIds] = [
    await idsOf('master-data/dish/page'),
    await idsOf('master-data/material/page'),
    await idsOf('master-data/materialunit/page'),
  ];
  const existing = new Set((await readAll(client, 'master-data/dishbom/page')).map((bom) => bom['dishId']!));
  const refused = new Map<string, string[]>();
  const refuse = (why: string, dish: string): void => void refused.set(why, [...(refused.get(why) ?? []), dish]);
  let [created, unchanged] = [0, 0];
  await inParallel(dishes, 3, async (dish) => {
    const dishId = dishIds.get(dish.code);
    if (dishId === undefined) return refuse('the dish did not land', dish.name);
    if (existing.has(dishId)) return void (unchanged += 1);
    if (dish.lines.length === 0) return refuse('no ingredient has a quantity', dish.name);
    for (const [why, missing] of Map.groupBy(dish.without, (each) => each.why))
      refuse(
        `kept as a draft without ingredients: ${why}`,
        `${dish.name} (${missing.map((each) => each.missing).join('、')})`,
      );
    try {
      await client.post('master-data/dishbom/submit', {
        dishId,
        outputQty: dish.servings,
        outputUnitId: unitIds.get('SERVING'),
        startDate: today(),
        released: dish.without.length === 0 ? 1 : 0,
        details: dish.lines.map((line) => ({
          lineKind: 'material',
          materialId: materialIds.get(line.material),
          netQty: line.qty,
          unitId: unitIds.get(line.unit),
        })),
      });
      created += 1;
    } catch (error) {
      if (!(error instanceof CompanyRefused)) throw error;
      const message = error.message.replace(/^[^:]*: /, '');
      refuse(
        /conversion/.test(message) ? 'an ingredient is given in a unit it cannot be converted from' : message,
        `${dish.name} (${message.slice(0, 80)})`,
      );
    }
  });
  return { what: '配方', read: dishes.length, created, updated: 0, unchanged, refused };
}

/** Quotes per 斤 become prices of a supplier per kilogram, of the materials that name them. */
export async function loadPrices(
  http: HttpCompany,
  materials: readonly RecipeMaterial[],
  quotes: ReadonlyMap<string, Quote>,
): Promise<readonly Landed[]> {
  const suppliers = await importSheet(
    http,
    supplier,
    ['code', 'name', 'contact', 'contactPhone'],
    [[SUPPLIER.code, SUPPLIER.name, '市场信息', '13800000000']],
  );
  const refused = new Map<string, string[]>();
  const priced = materials.filter((each) => each.priceOf !== '');
  const rows = priced.flatMap((each): string[][] => {
    const quote = quotes.get(each.priceOf);
    const why =
      quote === undefined
        ? 'no quote of the product'
        : quote.unit !== '斤'
          ? `quoted per ${quote.unit}, its weight is not known`
          : each.unit !== 'KG'
            ? `kept in ${each.unit}, quoted by weight`
            : null;
    if (why !== null) {
      refused.set(why, [...(refused.get(why) ?? []), each.name]);
      return [];
    }
    return [
      [SUPPLIER.code, each.code, 'KG', Decimal.of(quote!.price).times(Decimal.of(2)).toFixed(2), '9', quote!.date],
    ];
  });
  const landed = await importSheet(
    http,
    supplierMaterial,
    ['supplierId', 'materialId', 'unitId', 'price', 'taxRate', 'startDate'],
    rows,
  );
  return [suppliers, { ...landed, read: priced.length, refused: new Map([...refused, ...landed.refused]) }];
}
