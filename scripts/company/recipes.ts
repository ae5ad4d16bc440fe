/** Reads the folder of public data: recipes with what they take, and market prices. Nothing of it is kept. */
import fs from 'node:fs';
import path from 'node:path';
import { Decimal } from '../../kernel/core/decimal.ts';
import { readCsv } from './csv.ts';
import { asText, nameKey, namesIn } from '../../parts/search/names.ts';

export interface RecipeMaterial {
  readonly code: string;
  readonly name: string;
  readonly category: string;
  readonly unit: UnitCode;
  readonly aliases: string;
  readonly ediblePercent: string;
  readonly priceOf: string;
}
export interface RecipeDish {
  readonly code: string;
  readonly name: string;
  readonly category: string;
  readonly servings: string;
  readonly lines: readonly { readonly material: string; readonly qty: string; readonly unit: UnitCode }[];
  /** Ingredients that cannot be entered: the text names no quantity, or one that cannot be converted. */
  readonly without: readonly Missing[];
}
interface Missing {
  readonly missing: string;
  readonly why: 'no quantity' | 'unit without a conversion';
}
export interface Quote {
  readonly product: string;
  readonly date: string;
  /** Yuan per unit. */
  readonly price: string;
  readonly unit: string;
}
/** Units of the product: what the data count in small, we keep in large. */
type UnitCode = 'KG' | 'G' | 'L' | 'ML' | 'PCS';

const LARGE: Readonly<Record<string, UnitCode>> = { g: 'KG', ml: 'L', piece: 'PCS' };
const SMALL: Readonly<Record<string, UnitCode>> = { g: 'G', ml: 'ML', piece: 'PCS' };
const RECIPES = ['1-recipes/materials.csv', '1-recipes/dishes.csv', '1-recipes/bom.csv'] as const;
const QUOTES = ['4-prices/xinfadi_2021q4.csv', '4-prices/xinfadi_2023.csv'] as const;

/** The files that are missing; none: the folder can be loaded. */
export const missingFiles = (folder: string): string[] =>
  RECIPES.filter((file) => !fs.existsSync(path.join(folder, file)));

/** Reads materials and dishes from the CSV files of a folder. */
export function readRecipes(folder: string): { materials: RecipeMaterial[]; dishes: RecipeDish[] } {
  const rows = (file: string): Record<string, string>[] => readCsv(fs.readFileSync(path.join(folder, file), 'utf8'));
  const ingredients = rows(RECIPES[2]);
  const measured = unitMostUsed(ingredients);
  // A name that several materials go by leads to none of them.
  const leads = new Map<string, number>();
  for (const row of rows(RECIPES[0]))
    for (const name of namesIn(row['aliases'], row['material']))
      leads.set(nameKey(name), (leads.get(nameKey(name)) ?? 0) + 1);
  const materials = rows(RECIPES[0]).map((row, index): RecipeMaterial => ({
    code: `RM${String(index + 1).padStart(4, '0')}`,
    name: row['material']!,
    category: row['category']!,
    unit: measured.get(row['material']!) ?? LARGE[row['base_unit']!] ?? 'KG',
    aliases: asText(namesIn(row['aliases'], row['material']).filter((name) => leads.get(nameKey(name)) === 1)),
    ediblePercent: row['edible_pct'] ?? '',
    priceOf: row['price_ref_xinfadi'] ?? '',
  }));
  const known = new Map(materials.map((material) => [material.name, material]));
  const bom = Map.groupBy(ingredients, (row) => row['dish_id']!);
  const dishes = rows(RECIPES[1]).map((row): RecipeDish => {
    const lines = (bom.get(row['dish_id']!) ?? []).map((line) => ingredient(line, known));
    return {
      code: `R${row['dish_id']!}`,
      name: row['name']!,
      category: row['category']!,
      servings: /^[1-9]\d{0,2}$/.test(row['servings'] ?? '') ? row['servings']! : '1',
      lines: merged(lines.flatMap((line) => ('qty' in line ? [line] : []))),
      without: lines.flatMap((line) => ('missing' in line ? [line] : [])),
    };
  });
  return { materials, dishes };
}

type Ingredient = RecipeDish['lines'][number] | Missing;
const DIMENSION: Readonly<Record<UnitCode, string>> = {
  KG: 'mass',
  G: 'mass',
  L: 'volume',
  ML: 'volume',
  PCS: 'number',
};

/** What most recipes measure a material in, pieces of known weight as weight: it is kept in that. */
function unitMostUsed(lines: readonly Readonly<Record<string, string>>[]): Map<string, UnitCode> {
  const times = new Map<string, Map<UnitCode, number>>();
  for (const line of lines) {
    const unit = line['est_weight_from_piece_table'] ? 'KG' : LARGE[line['base_unit'] ?? ''];
    if (unit === undefined) continue;
    const own = times.get(line['material']!) ?? new Map<UnitCode, number>();
    own.set(unit, (own.get(unit) ?? 0) + 1);
    times.set(line['material']!, own);
  }
  return new Map([...times].map(([material, own]) => [material, [...own].toSorted(([, a], [, b]) => b - a)[0]![0]]));
}

/** Pieces of what is kept by weight take their weight where the data know one. */
function ingredient(line: Readonly<Record<string, string>>, known: ReadonlyMap<string, RecipeMaterial>): Ingredient {
  const name = line['ingredient'] || line['material'] || '';
  const material = known.get(line['material']!);
  const qty = line['qty_g_or_ml_or_piece'] ?? '';
  const unit = SMALL[line['base_unit'] ?? ''];
  const weight = line['est_weight_from_piece_table'] ?? '';
  if (material === undefined || unit === undefined || !Decimal.isText(qty) || !Decimal.of(qty).isPositive())
    return { missing: name, why: 'no quantity' };
  if (unit === 'PCS' && material.unit === 'KG' && Decimal.isText(weight) && Decimal.of(weight).isPositive())
    return { material: material.code, qty: weight, unit: 'G' };
  if (DIMENSION[unit] !== DIMENSION[material.unit])
    return { missing: `${name} ${line['qty'] ?? ''}${line['unit'] ?? ''}`, why: 'unit without a conversion' };
  return { material: material.code, qty: Decimal.of(qty).rounded(2).toString(), unit };
}

/** A material named twice in a recipe is one line. */
function merged(lines: readonly RecipeDish['lines'][number][]): RecipeDish['lines'][number][] {
  return [...Map.groupBy(lines, (line) => `${line.material} ${line.unit}`).values()].map((same) => ({
    ...same[0]!,
    qty: Decimal.sum(same.map((line) => Decimal.of(line.qty))).toString(),
  }));
}

/** The latest quote of each product. */
export function readQuotes(folder: string): { quotes: ReadonlyMap<string, Quote>; rows: number } {
  const quotes = new Map<string, Quote>();
  let rows = 0;
  for (const file of QUOTES.map((name) => path.join(folder, name)).filter((each) => fs.existsSync(each))) {
    for (const row of readCsv(fs.readFileSync(file, 'utf8'))) {
      rows += 1;
      const quote = { product: row['product']!, date: row['date']!, price: row['avg_cny']!, unit: row['unit']! };
      if (Decimal.isText(quote.price) && quote.date >= (quotes.get(quote.product)?.date ?? ''))
        quotes.set(quote.product, quote);
    }
  }
  return { quotes, rows };
}
