/** Brings recipes and prices in as a person would: sheets through the imports, recipes through the form's own call. */
import { buffer } from 'node:stream/consumers';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Field } from '../../kernel/core/field.ts';
import { momentIn } from '../../kernel/server/clock.ts';
import { sheetColumn, writeSheet } from '../../kernel/server/excel/sheet-writer.ts';
import { CompanyRefused } from '../../apps/server/demo/company-client.ts';
import { buildUnits } from '../../apps/server/demo/goods.ts';
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
  readonly rows: readonly { readonly row: number; readonly column: string; readonly value: string; readonly reason: string }[];
}
type Column = readonly [header: string, kind: Field['kind']];

const SUPPLIER = { code: 'XINFADI', name: '北京新发地市场行情' };
const today = (): string => momentIn('Asia/Shanghai', new Date()).slice(0, 10);

/** A sheet, tried first and then landed: the good rows stay, the bad ones are named with their reason. */
async function importSheet(http: HttpCompany, what: string, path: string, columns: readonly Column[], rows: readonly (readonly (string | null)[])[]): Promise<Landed> {
  const nothing = { what, read: rows.length, created: 0, updated: 0, unchanged: 0, refused: new Map<string, string[]>() };
  if (rows.length === 0) return nothing;
  const bytes = await buffer(writeSheet(columns.map(([header, kind]) => sheetColumn(header, { kind })), rows, { name: what }));
  const file = { name: `${what}.xlsx`, bytes };
  const send = async (fields: Readonly<Record<string, string>>): Promise<ImportAnswer> => {
    const answer = (await http.upload(`${path}/importExcelTemplate`, fields, file)) as ImportAnswer;
    return answer.jobId === undefined ? answer : finished(http, answer.jobId);
  };
  const tried = await send({ dryRun: '1', onlyGood: '1' });
  const landed = await send({ onlyGood: '1' });
  const refused = new Map<string, string[]>();
  for (const bad of tried.rows) refused.set(`${bad.column}: ${bad.reason}`, [...(refused.get(`${bad.column}: ${bad.reason}`) ?? []), rows[bad.row - 2]?.[1] ?? bad.value]);
  return { ...nothing, created: landed.created, updated: landed.updated, unchanged: landed.unchanged, refused };
}

/** A large sheet is worked on behind; its answer is fetched when it is there. */
async function finished(http: HttpCompany, jobId: string): Promise<ImportAnswer> {
  for (;;) {
    const job = await http.client.get<{ state?: string; status?: string; result?: ImportAnswer; error?: string }>('blade-resource/job/detail', { id: jobId });
    const state = job.state ?? job.status ?? '';
    if (state === 'done' && job.result !== undefined && job.result !== null) return job.result;
    if (['failed', 'cancelled'].includes(state)) throw new Error(`The import ${jobId} ${state}: ${job.error ?? ''}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

export async function loadMaterials(http: HttpCompany, materials: readonly RecipeMaterial[]): Promise<readonly Landed[]> {
  await buildUnits(http.client, {});
  const categories = [...new Set(materials.map((material) => material.category))];
  const typeOf = new Map(categories.map((category, index) => [category, `RT${String(index + 1).padStart(2, '0')}`]));
  const types = await importSheet(http, '物料类型', 'master-data/materialtype', [['物料类型编码', 'code'], ['物料类型名称', 'text']], categories.map((category) => [typeOf.get(category)!, category]));
  const rows = materials.map((material) => [material.code, material.name, material.aliases || null, typeOf.get(material.category)!, material.unit, Decimal.isText(material.ediblePercent) && Decimal.of(material.ediblePercent).isPositive() ? material.ediblePercent : '100']);
  return [types, await importSheet(http, '物料', 'master-data/material', [['物料编码', 'code'], ['物料名称', 'text'], ['别名', 'text'], ['物料类型编码', 'ref'], ['基本单位编码', 'ref'], ['标准出成率(%)', 'percent']], rows)];
}

export async function loadDishes(http: HttpCompany, dishes: readonly RecipeDish[]): Promise<Landed> {
  const standing = new Map((await readAll(http.client, 'master-data/dishtype/page')).map((type) => [type['name']!, type['code']!]));
  for (const [index, name] of [...new Set(dishes.map((dish) => dish.category))].entries()) {
    if (standing.has(name)) continue;
    // Dish types have no import: there are a handful in any company.
    const code = `RD${String(index + 1).padStart(2, '0')}`;
    await http.client.post('master-data/dishtype/submit', { parentId: '0', code, name, sort: index + 1 });
    standing.set(name, code);
  }
  return importSheet(http, '菜品', 'master-data/dish', [['菜品编码', 'code'], ['菜品名称', 'text'], ['菜品类型编码', 'ref']], dishes.map((dish) => [dish.code, dish.name, standing.get(dish.category)!]));
}

/** Recipes stand for what they name: one with an ingredient of unknown quantity stays a draft for a person to complete. */
export async function loadRecipes(http: HttpCompany, dishes: readonly RecipeDish[]): Promise<Landed> {
  const { client } = http;
  const idsOf = async (path: string): Promise<Map<string, string>> => new Map((await readAll(client, path)).map((row) => [row['code']!, row['id']!]));
  const [dishIds, materialIds, unitIds] = [await idsOf('master-data/dish/page'), await idsOf('master-data/material/page'), await idsOf('master-data/materialunit/page')];
  const standing = new Set((await readAll(client, 'master-data/dishbom/page')).map((bom) => bom['dishId']!));
  const refused = new Map<string, string[]>();
  const refuse = (why: string, dish: string): void => void refused.set(why, [...(refused.get(why) ?? []), dish]);
  let [created, unchanged] = [0, 0];
  await inParallel(dishes, 3, async (dish) => {
    const dishId = dishIds.get(dish.code);
    if (dishId === undefined) return refuse('the dish did not land', dish.name);
    if (standing.has(dishId)) return void (unchanged += 1);
    if (dish.lines.length === 0) return refuse('no ingredient has a quantity', dish.name);
    if (dish.without.length > 0) refuse('kept as a draft: ingredients without a quantity', `${dish.name} (${dish.without.join('、')})`);
    try {
      await client.post('master-data/dishbom/submit', {
        dishId, outputQty: dish.servings, outputUnitId: unitIds.get('SERVING'), startDate: today(), released: dish.without.length === 0 ? 1 : 0,
        details: dish.lines.map((line) => ({ lineKind: 'material', materialId: materialIds.get(line.material), netQty: line.qty, unitId: unitIds.get(line.unit) })),
      });
      created += 1;
    } catch (error) {
      if (!(error instanceof CompanyRefused)) throw error;
      const said = error.message.replace(/^[^:]*: /, '');
      refuse(/conversion/.test(said) ? 'an ingredient is given in a unit it cannot be converted from' : said, `${dish.name} (${said.slice(0, 80)})`);
    }
  });
  return { what: '配方', read: dishes.length, created, updated: 0, unchanged, refused };
}

/** Quotes per 斤 become prices of a supplier per kilogram, of the materials that name them. */
export async function loadPrices(http: HttpCompany, materials: readonly RecipeMaterial[], quotes: ReadonlyMap<string, Quote>): Promise<readonly Landed[]> {
  const suppliers = await importSheet(http, '供应商', 'store-management/supplier', [['供应商编码', 'code'], ['供应商名称', 'text']], [[SUPPLIER.code, SUPPLIER.name]]);
  const refused = new Map<string, string[]>();
  const priced = materials.filter((material) => material.priceOf !== '');
  const rows = priced.flatMap((material): string[][] => {
    const quote = quotes.get(material.priceOf);
    const why = quote === undefined ? 'no quote of the product' : quote.unit !== '斤' ? `quoted per ${quote.unit}, its weight is not known` : material.unit !== 'KG' ? `kept in ${material.unit}, quoted by weight` : null;
    if (why !== null) {
      refused.set(why, [...(refused.get(why) ?? []), material.name]);
      return [];
    }
    return [[SUPPLIER.code, material.code, 'KG', Decimal.of(quote!.price).times(Decimal.of(2)).toFixed(2), '9', quote!.date]];
  });
  const landed = await importSheet(http, '供应商物料', 'store-management/suppliermaterial', [['供应商编码', 'ref'], ['物料编码', 'ref'], ['采购单位编码', 'ref'], ['采购价', 'price'], ['税率(%)', 'percent'], ['有效期起', 'day']], rows);
  return [suppliers, { ...landed, read: priced.length, refused: new Map([...refused, ...landed.refused]) }];
}
