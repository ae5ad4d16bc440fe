import { deserialize, serialize } from 'node:v8';
import type { Field, Id } from '../../kernel/core/field.ts';
import { kinds, targetOf } from '../../kernel/core/kinds.ts';
import { alikeFields } from '../../kernel/core/declaration.ts';
import type { BadCell, ImportResult } from '../../kernel/core/import-result.ts';
import { label, type Language } from '../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import { readValue, type RecordValues } from '../../kernel/core/validate.ts';
import type { SheetRow } from '../xlsx/bounded-reader.ts';
import { type AlikeRecord, NamesBrought } from './alike-rows.ts';
import { isClearing, readCell, sameValue, type CellLookups } from './cell-text.ts';
import { Changes } from './sheet-changes.ts';
import { importColumns, keyOf, plainHeader, titleOf, type ImportColumn, type SheetSubject } from './sheet-columns.ts';
import { exampleOf } from './template.ts';
import '../xlsx/excel.refusals.ts';

/** A record that already stands, as the database answers it. */
export interface ExistingRow {
  readonly id: Id;
  readonly version?: number;
  readonly values: RecordValues;
}

/** A good row: new without `id`, else changed. `values` holds what the row says: no blank cell, and null where one is to be emptied. */
export interface RowToSave {
  /** Row of the sheet. */
  readonly row: number;
  readonly id: Id | null;
  readonly version?: number;
  readonly values: RecordValues;
}
export type SavedRow = { readonly id: Id } | { readonly refusals: readonly Refusal[] };

/** Access to the database, all of it for many rows at a time. Answers are in the order of what was asked. */
export interface ImportStore {
  /** Records by the values of the key fields, in the key's order. */
  findByKey(keys: readonly (readonly unknown[])[]): Promise<readonly (ExistingRow | undefined)[]>;
  /** Ids by what names them, code or name, of records that may be chosen. Missing or none: unknown; several: not said clearly enough. */
  resolveRef(target: string, texts: readonly string[]): Promise<ReadonlyMap<string, readonly Id[]>>;
  /** Saves in the caller's transaction. A row may be refused; what was saved must then be undone by the caller unless only the good were wanted. */
  save(block: readonly RowToSave[]): Promise<readonly SavedRow[]>;
  /** In a dry run: what `save` would refuse. For example `save` itself, in a transaction that is rolled back. */
  rehearse?(block: readonly RowToSave[]): Promise<readonly SavedRow[]>;
  /** Of a dry run: what records are called that the sheet takes out of a cell. */
  titlesOf?(target: string, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>>;
  /** Of a dry run: records whose names have one of these keys. Asked once, for the whole sheet. */
  findAlike?(keys: readonly string[]): Promise<readonly AlikeRecord[]>;
}

export interface ImportTask extends ImportStore {
  readonly declaration: SheetSubject;
  readonly rows: AsyncIterable<SheetRow>;
  readonly language: Language;
  readonly lookups: CellLookups;
  /** Check everything, save nothing. */
  readonly dryRun: boolean;
  /** Save the good rows though others are bad. */
  readonly onlyGood: boolean;
  /** Fields the person may not see. */
  readonly hidden?: ReadonlySet<string>;
  /** Reads one wire value; default `readValue` of the kernel. */
  readonly check?: (
    name: string,
    field: Field,
    raw: unknown,
  ) => { readonly value: unknown } | { readonly refusal: Refusal };
  readonly blockRows?: number;
  readonly progress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
}
export interface ImportProgress {
  readonly phase: 'checking' | 'saving';
  /** Rows done; of how many, once that is known. */
  readonly done: number;
  readonly total: number | null;
}

/** The headings found in a sheet. */
export interface SheetHeader {
  readonly row: number;
  readonly headings: readonly string[];
  /** By position in the sheet; `null` is a column passed over. */
  readonly columns: readonly (ImportColumn | null)[];
}
export interface ImportOutcome {
  readonly result: ImportResult;
  /** Whether what was saved may stay. When not, the caller rolls back. */
  readonly landed: boolean;
  readonly header: SheetHeader;
}

export const REASON_HEADER = label('失败原因', 'Why it failed');
const HEADER_ROWS = 10;
const BLOCK_ROWS = 1_000;
/** Beyond, only the first bad cell of a row is kept: a sheet that is all wrong does not fill the memory. */
const BAD_CELLS_MAX = 200_000;
const VALUE_SHOWN = 200;

/**
 * Imports a sheet: checks every row, all bad cells at once, and when none is bad (or `onlyGood`) saves the new and changed ones in
 * the order of the sheet. Throws `Refused` when the sheet as a whole cannot be read: no headings, columns missing, no rows.
 */
export async function importSheet(task: ImportTask): Promise<ImportOutcome> {
  const { language } = task;
  const report = new Report(language);
  const check = new RowChecker(task, report);
  const rows = task.rows[Symbol.asyncIterator]();
  try {
    const { header, ignored } = await findHeader(task, rows);
    check.begin(header);
    let block: SheetRow[] = [];
    const checkBlock = async (): Promise<void> => {
      task.signal?.throwIfAborted();
      await check.block(block);
      block = [];
      task.progress?.({ phase: 'checking', done: check.total, total: null });
    };
    for (let step = await rows.next(); step.done !== true; step = await rows.next()) {
      block.push(step.value);
      if (block.length >= (task.blockRows ?? BLOCK_ROWS)) await checkBlock();
    }
    await checkBlock();
    if (check.total === 0) throw new Refused(refuse('excel.empty'));

    // Before a rehearsal brings the rows themselves.
    const foretold = await check.foretold();
    const wanted = report.failed === 0 || task.onlyGood;
    if (task.dryRun ? task.rehearse !== undefined : wanted) await saveRows(task, check, report);
    const landed = !task.dryRun && (report.failed === 0 || task.onlyGood);
    // Of a run that does not land nothing was created; a dry run says what would be.
    const counts =
      landed || task.dryRun ? { created: check.created, updated: check.updated } : { created: 0, updated: 0 };
    return {
      result: {
        total: check.total,
        ...counts,
        unchanged: check.unchanged,
        failed: report.failed,
        rows: report.cells(),
        fileId: null,
        ignored,
        ...foretold,
      },
      landed,
      header,
    };
  } finally {
    await rows.return?.();
  }
}

// ---------------------------------------------------------------------------------------------- headings

interface FoundHeader {
  readonly header: SheetHeader;
  readonly ignored: readonly string[];
}

/** The first of the first rows whose cells are mostly headings; titles above it are passed over. */
async function findHeader(task: ImportTask, rows: AsyncIterator<SheetRow>): Promise<FoundHeader> {
  const { declaration, lookups } = task;
  const columns = importColumns(declaration, lookups, task.hidden);
  for (let read = 0; read < HEADER_ROWS; read++) {
    const step = await rows.next();
    if (step.done === true) break;
    const found = recognise(step.value, columns, declaration);
    const filled = step.value.cells.filter((cell) => cell !== null && cell.trim() !== '').length;
    const known = found.columns.filter((column) => column !== null).length;
    if (known === 0 || (known < 2 && known < filled)) continue;

    const twice = found.headings.find((_heading, index) => found.twice.has(index));
    if (twice !== undefined) throw new Refused(refuse('excel.columnTwice', { column: twice }));
    const missing = columns.filter((column) => column.required && !found.columns.includes(column));
    if (missing.length > 0) throw new Refused(refuse('excel.columnsMissing', { columns: named(missing) }));
    return {
      header: { row: step.value.row, headings: found.headings, columns: found.columns },
      ignored: found.ignored,
    };
  }
  throw new Refused(
    refuse('excel.headerMissing', { columns: named(columns.filter((column) => column.required || column.identifies)) }),
  );
}
const named = (columns: readonly ImportColumn[]): { zh: string; en: string } => ({
  zh: columns.map(({ header }) => header.zh).join('、'),
  en: columns.map(({ header }) => header.en).join(', '),
});

interface Recognised {
  readonly headings: readonly string[];
  readonly columns: readonly (ImportColumn | null)[];
  /** Positions of headings whose field another column already has. */
  readonly twice: ReadonlySet<number>;
  readonly ignored: readonly string[];
}

function recognise({ cells }: SheetRow, columns: readonly ImportColumn[], { fields }: SheetSubject): Recognised {
  const headings = cells.map((cell) => (cell ?? '').trim());
  const plain = headings.map(plainHeader);
  const found: (ImportColumn | null)[] = headings.map(() => null);
  const twice = new Set<number>();
  const claim = (texts: (column: ImportColumn) => readonly string[], isFallback: boolean): void => {
    plain.forEach((text, index) => {
      if (text === '' || found[index] !== null) return;
      const matching = columns.filter((column) => texts(column).some((each) => plainHeader(each) === text));
      const free = matching.find((column) => !found.includes(column));
      if (free !== undefined) found[index] = free;
      else if (matching.length > 0 && !isFallback) twice.add(index);
    });
  };
  claim(({ header }) => [header.zh, header.en], false);
  // A reference's bare label stands for its name in exports; it counts where the column of its code is not there.
  claim(({ field }) => [field.label.zh, field.label.en], true);
  const passedOver = new Set(
    [REASON_HEADER, ...Object.values(fields).map((field) => field.label)].flatMap(({ zh, en }) => [
      plainHeader(zh),
      plainHeader(en),
    ]),
  );
  const ignored = headings.filter(
    (heading, index) => heading !== '' && found[index] === null && !passedOver.has(plain[index]!),
  );
  return { headings, columns: found, twice, ignored };
}

// ---------------------------------------------------------------------------------------------- what is wrong

/** Collects bad cells, and which rows they make bad. */
class Report {
  readonly #language: Language;
  readonly #cells: (BadCell & { readonly at: number })[] = [];
  readonly #rows = new Set<number>();

  constructor(language: Language) {
    this.#language = language;
  }
  get failed(): number {
    return this.#rows.size;
  }
  /** `at`: position of the column, -1 for the whole row. */
  add(row: number, at: number, column: string, value: string | null, refusal: Refusal): void {
    if (this.#cells.length >= BAD_CELLS_MAX && this.#rows.has(row)) return;
    this.#rows.add(row);
    const shown = value ?? '';
    this.#cells.push({
      at,
      row,
      column,
      value: shown.length > VALUE_SHOWN ? `${shown.slice(0, VALUE_SHOWN)}…` : shown,
      reason: sentenceOf(refusal, this.#language),
    });
  }
  has(row: number): boolean {
    return this.#rows.has(row);
  }
  /** In the order of the sheet. */
  cells(): readonly BadCell[] {
    return this.#cells
      .sort((one, other) => one.row - other.row || one.at - other.at)
      .map(({ at: _at, ...cell }) => cell);
  }
}

// ---------------------------------------------------------------------------------------------- rows

const isBlank = (cell: string | null | undefined): cell is null | undefined | '' =>
  cell === null || cell === undefined || cell.trim() === '';

/** Stands for the id of a record that an earlier row of the same sheet creates. */
interface Pending {
  readonly pendingKey: string;
}
/** Wire values are texts, numbers and lists; the only object among them is this one. */
const isPending = (value: unknown): value is Pending =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface GoodRow {
  readonly row: number;
  readonly key: string | null;
  readonly id: Id | null;
  readonly version: number | undefined;
  /** By column of the header; `undefined` is not said. */
  readonly values: readonly unknown[];
}

interface ReadRow {
  readonly source: SheetRow;
  readonly values: unknown[];
  /** Columns whose value is still the texts that name it. */
  readonly references: { readonly index: number; readonly texts: readonly string[] }[];
  key: readonly unknown[] | null;
  existing: ExistingRow | undefined;
}

class RowChecker {
  readonly #task: ImportTask;
  readonly #report: Report;
  readonly #check: NonNullable<ImportTask['check']>;
  readonly #key: readonly string[];
  #header!: SheetHeader;
  /** Positions of the key fields in the sheet, -1 for one that may be empty and has no column; `null` when it lacks another. */
  #keyAt: readonly number[] | null = null;
  #uniqueAt: { readonly at: readonly number[]; readonly seen: Map<string, number> }[] = [];
  #examples: readonly (readonly (string | null)[])[] = [];
  #isFirst = true;
  readonly #keyRows = new Map<string, number>();
  readonly #resolved = new Map<string, Map<string, readonly Id[]>>();
  readonly #names = new Map<string, ReadonlyMap<Id, string>>();
  readonly #changes = new Changes();
  readonly #brought = new NamesBrought();
  readonly #alike: ReadonlySet<string>;
  #good: GoodRow[] = [];
  /** Good rows of each block, packed: fifty thousand as objects would be most of the memory an import takes. */
  readonly #packed: Buffer[] = [];
  total = 0;
  created = 0;
  updated = 0;
  unchanged = 0;

  constructor(task: ImportTask, report: Report) {
    this.#task = task;
    this.#report = report;
    this.#check = task.check ?? readValue;
    this.#key = keyOf(task.declaration);
    this.#alike = new Set(alikeFields(task.declaration));
  }

  begin(header: SheetHeader): void {
    const { declaration, lookups } = this.#task;
    this.#header = header;
    const positions = (names: readonly string[]): readonly number[] | null => {
      const at = names.map((name) => header.columns.findIndex((column) => column?.name === name));
      return at.length === 0 || at.includes(-1) ? null : at;
    };
    const keyAt = this.#key.map((name) => header.columns.findIndex((column) => column?.name === name));
    this.#keyAt =
      keyAt.every((at, nr) => at >= 0 || declaration.fields[this.#key[nr]!]!.optional) && keyAt.some((at) => at >= 0)
        ? keyAt
        : null;
    const fieldSets = Object.entries(declaration.fields).flatMap(([name, { rules }]) =>
      rules.unique === true ? [[name]] : Array.isArray(rules.unique) ? [[name, ...(rules.unique as string[])]] : [],
    );
    this.#uniqueAt = [...fieldSets, ...(declaration.unique ?? [])].flatMap((names) => {
      const at = positions(names);
      return at === null || (names.length === this.#key.length && names.every((name) => this.#key.includes(name)))
        ? []
        : [{ at, seen: new Map<string, number>() }];
    });
    this.#examples = (['zh', 'en'] as const).map((language) =>
      header.columns.map((column) =>
        column === null || column.readonly ? null : exampleOf(column, language, lookups),
      ),
    );
  }

  async block(sources: readonly SheetRow[]): Promise<void> {
    const rows: ReadRow[] = [];
    for (const source of sources) {
      if (!this.#isFilled(source)) continue;
      const isExample = this.#isFirst && this.#isExample(source);
      this.#isFirst = false;
      if (!isExample) rows.push(this.#read(source));
    }
    this.total += rows.length;
    await this.#resolve(rows);
    for (const row of rows) this.#fillReferences(row);
    await this.#find(rows);
    for (const row of rows) this.#judge(row);
    if (this.#good.length > 0) this.#packed.push(serialize(this.#good));
    this.#good = [];
  }
  /** New and changed rows in the order of the sheet. Once: they are let go on the way. */
  *good(): Generator<GoodRow> {
    for (let packed = this.#packed.shift(); packed !== undefined; packed = this.#packed.shift())
      yield* deserialize(packed) as GoodRow[];
  }

  #isFilled({ cells }: SheetRow): boolean {
    return this.#header.columns.some((column, index) => column !== null && !isBlank(cells[index]));
  }
  /** The template's own example row, left standing. Only while it is the first: below, it is a row like any other. */
  #isExample({ cells }: SheetRow): boolean {
    return this.#examples.some(
      (example) =>
        example.some((text) => text !== null) &&
        example.every(
          (text, index) => this.#header.columns[index] === null || (text ?? '') === (cells[index] ?? '').trim(),
        ),
    );
  }

  #bad(row: ReadRow, index: number, refusal: Refusal): void {
    this.#report.add(
      row.source.row,
      index,
      this.#header.headings[index] ?? '',
      row.source.cells[index] ?? null,
      refusal,
    );
  }

  #read(source: SheetRow): ReadRow {
    const row: ReadRow = {
      source,
      values: this.#header.columns.map(() => undefined),
      references: [],
      key: null,
      existing: undefined,
    };
    this.#header.columns.forEach((column, index) => {
      if (column === null) return;
      const cell = source.cells[index];
      // What a blank cell means depends on whether the record stands, which is not known yet.
      if (isBlank(cell)) return;
      if (isClearing(cell)) return this.#clear(row, index, column);
      const said = readCell(column.field, cell, this.#task.lookups);
      if ('refusal' in said) this.#bad(row, index, said.refusal);
      else if ('references' in said) row.references.push({ index, texts: said.references });
      else this.#accept(row, index, said.raw);
    });
    return row;
  }
  /** What was asked to be emptied is as if it had never been filled in. */
  #clear(row: ReadRow, index: number, { name, field, identifies }: ImportColumn): void {
    const read = this.#check(name, field, null);
    if (identifies) this.#bad(row, index, refuse('excel.cell.clearsKey'));
    else if ('refusal' in read) this.#bad(row, index, refuse('excel.cell.clearsRequired'));
    else row.values[index] = field.rules.default ?? null;
  }
  /** What a new row must say it misses; of a tree it stands at the root. What else it leaves open is the server's to set. */
  #complete(row: ReadRow): void {
    this.#header.columns.forEach((column, index) => {
      if (column === null || column.readonly || row.values[index] !== undefined || !isBlank(row.source.cells[index]))
        return;
      if (kinds[column.field.kind].refers === 'above') row.values[index] = '0';
      if (column.field.rules.default !== undefined) return;
      if ('refusal' in this.#check(column.name, column.field, null))
        this.#bad(row, index, refuse('excel.cell.required'));
    });
  }
  #accept(row: ReadRow, index: number, raw: unknown): void {
    const column = this.#header.columns[index]!;
    const read = this.#check(column.name, column.field, raw);
    if ('refusal' in read) this.#bad(row, index, read.refusal);
    else row.values[index] = read.value;
  }

  #targetOf(field: Field): string {
    return targetOf(field, this.#task.declaration.name)!;
  }
  /** Every text of the block that names a record, asked for once per target. */
  async #resolve(rows: readonly ReadRow[]): Promise<void> {
    const open = new Map<string, Set<string>>();
    for (const { references } of rows) {
      for (const { index, texts } of references) {
        const target = this.#targetOf(this.#header.columns[index]!.field);
        let known = this.#resolved.get(target);
        if (known === undefined) this.#resolved.set(target, (known = new Map()));
        for (const text of texts) {
          if (known.has(text)) continue;
          let asked = open.get(target);
          if (asked === undefined) open.set(target, (asked = new Set()));
          asked.add(text);
        }
      }
    }
    for (const [target, texts] of open) {
      const answer = await this.#task.resolveRef(target, [...texts]);
      const known = this.#resolved.get(target)!;
      for (const text of texts) known.set(text, answer.get(text) ?? []);
    }
  }
  #fillReferences(row: ReadRow): void {
    for (const { index, texts } of row.references) {
      const { field } = this.#header.columns[index]!;
      const target = this.#targetOf(field);
      const what =
        this.#task.lookups.targets[target]?.label ??
        (target === this.#task.declaration.name ? this.#task.declaration.label : field.label);
      const ids: unknown[] = [];
      for (const text of texts) {
        const found = this.#resolved.get(target)!.get(text)!;
        if (found.length === 1) ids.push(found[0]);
        // A record this sheet may be about to create: judged when the rows above are known.
        else if (
          found.length === 0 &&
          kinds[field.kind].refers !== 'several' &&
          target === this.#task.declaration.name &&
          this.#key.length === 1
        )
          ids.push({ pendingKey: JSON.stringify([text]) } satisfies Pending);
        else
          this.#bad(
            row,
            index,
            refuse(found.length === 0 ? 'excel.cell.unknown' : 'excel.cell.several', { value: text, what }),
          );
      }
      if (ids.length < texts.length) continue;
      if (isPending(ids[0])) row.values[index] = ids[0];
      else this.#accept(row, index, kinds[field.kind].refers === 'several' ? ids : ids[0]);
    }
  }

  /** The records the rows are about. */
  async #find(rows: readonly ReadRow[]): Promise<void> {
    const at = this.#keyAt;
    if (at === null) return;
    const asked: ReadRow[] = [];
    for (const row of rows) {
      // A part left open is what a new row would have there.
      const key = at.map(
        (index, nr) => row.values[index] ?? this.#task.declaration.fields[this.#key[nr]!]!.rules.default ?? null,
      );
      // A key of which nothing is said is the server's to give.
      if (key.every((part) => part === null) || key.some((part) => isPending(part))) continue;
      if (at.some((index) => row.values[index] === undefined && !isBlank(row.source.cells[index]))) continue;
      row.key = key;
      asked.push(row);
    }
    if (asked.length === 0) return;
    const found = await this.#task.findByKey(asked.map((row) => row.key!));
    asked.forEach((row, index) => (row.existing = found[index]));
  }

  #judge(row: ReadRow): void {
    const { row: number } = row.source;
    if (row.existing === undefined) this.#complete(row);
    const key = row.key === null ? null : JSON.stringify(row.key);
    row.values.forEach((value, index) => {
      if (isPending(value)) this.#judgePending(row, index, value, key);
    });
    if (key !== null) {
      const earlier = this.#keyRows.get(key);
      if (earlier !== undefined)
        this.#bad(
          row,
          this.#keyAt!.find((at) => at >= 0)!,
          refuse('excel.cell.duplicate', { row: earlier }),
        );
      else this.#keyRows.set(key, number);
    }
    for (const { at, seen } of this.#uniqueAt) {
      const values = at.map((index) => row.values[index] ?? null);
      if (values.some((value) => value === null || value === '' || isPending(value))) continue;
      const together = JSON.stringify(values);
      const earlier = seen.get(together);
      if (earlier !== undefined && earlier !== number)
        this.#bad(row, at[0]!, refuse('excel.cell.duplicate', { row: earlier }));
      else seen.set(together, number);
    }
    const { existing } = row;
    const changed = existing === undefined ? [] : this.#changesOf(row, existing);
    if (this.#report.has(number)) return;
    if (existing !== undefined && changed.length === 0) {
      this.unchanged += 1;
      return;
    }
    if (existing === undefined) this.created += 1;
    else this.updated += 1;
    if (this.#task.dryRun) this.#foretell(row, changed);
    this.#good.push({ row: number, key, id: existing?.id ?? null, version: existing?.version, values: row.values });
  }
  /** Columns in which a record that stands would differ. */
  #changesOf(row: ReadRow, existing: ExistingRow): number[] {
    return this.#header.columns.flatMap((column, index) => {
      const value = row.values[index];
      const before = column === null ? undefined : existing.values[column.name];
      if (column === null || column.readonly || value === undefined || sameValue(column.field, value, before))
        return [];
      if (column.field.rules.fixed && before !== null && before !== undefined && before !== '')
        this.#bad(row, index, refuse('field.fixed', { name: column.field.label }));
      return [index];
    });
  }
  /** Keeps what a check tells of a good row: what it changes, and the names it brings. */
  #foretell(row: ReadRow, changed: readonly number[]): void {
    const { source, existing } = row;
    const { columns, headings } = this.#header;
    const record = existing === undefined ? '' : this.#nameOf(row, existing);
    for (const index of changed) {
      const cell = source.cells[index]!.trim();
      this.#changes.add(headings[index]!, columns[index]!.field, {
        row: source.row,
        record,
        before: existing!.values[columns[index]!.name],
        after: isClearing(cell) ? null : cell,
      });
    }
    for (const [index, column] of columns.entries()) {
      if (column === null || !this.#alike.has(column.name) || (existing !== undefined && !changed.includes(index)))
        continue;
      this.#brought.add(String(row.values[index] ?? ''), source.row, headings[index]!, existing?.id ?? null);
    }
  }
  /** What identifies the row, as the sheet has it, and the title as it stands. */
  #nameOf({ source }: ReadRow, { values }: ExistingRow): string {
    const title = titleOf(this.#task.declaration);
    const key = (this.#keyAt ?? []).flatMap((index) =>
      isBlank(source.cells[index]) ? [] : [source.cells[index]!.trim()],
    );
    const called = title === undefined || this.#key.includes(title) ? '' : String(values[title] ?? '');
    return [...key, called].filter((part) => part !== '').join(' ');
  }
  async foretold(): Promise<Pick<ImportResult, 'changes' | 'alike' | 'alikeRows'>> {
    const { language, lookups, titlesOf, findAlike } = this.#task;
    return {
      changes: await this.#changes.told(
        language,
        lookups,
        (field) => this.#targetOf(field),
        async (target, ids) => (await titlesOf?.(target, ids)) ?? new Map<Id, string>(),
      ),
      ...(await this.#brought.told(async (keys) => (await findAlike?.(keys)) ?? [])),
    };
  }
  #judgePending(row: ReadRow, index: number, pending: Pending, ownKey: string | null): void {
    const value = (JSON.parse(pending.pendingKey) as [string])[0];
    const earlier = this.#keyRows.get(pending.pendingKey);
    if (pending.pendingKey === ownKey) this.#bad(row, index, refuse('excel.cell.itself'));
    else if (earlier === undefined)
      this.#bad(
        row,
        index,
        refuse('excel.cell.unknown', {
          value,
          what: this.#task.lookups.targets[this.#task.declaration.name]?.label ?? this.#task.declaration.label,
        }),
      );
    else if (this.#report.has(earlier)) this.#bad(row, index, refuse('excel.cell.parentBad', { value, row: earlier }));
  }

  /** Takes back a row that saving refused. */
  uncount(row: GoodRow): void {
    if (row.id === null) this.created -= 1;
    else this.updated -= 1;
  }
  rowOfKey(key: string): number | undefined {
    return this.#keyRows.get(key);
  }
  columnOf(name: string): number {
    return this.#header.columns.findIndex((column) => column?.name === name);
  }
  headingOf(index: number): string {
    return this.#header.headings[index] ?? '';
  }
  /** What records of a target were called in the sheet; asked once every row was read. */
  #namesOf(target: string): ReadonlyMap<Id, string> {
    let names = this.#names.get(target);
    if (names === undefined)
      this.#names.set(
        target,
        (names = new Map(
          [...(this.#resolved.get(target) ?? [])].flatMap(([text, ids]) =>
            ids.length === 1 ? [[ids[0]!, text] as const] : [],
          ),
        )),
      );
    return names;
  }
  /** What stood in the cell, as far as it says something: a reference as the person named it. */
  saidIn(row: GoodRow, index: number): string | null {
    const value = row.values[index];
    if (value === null || value === undefined || isPending(value)) return null;
    const { field } = this.#header.columns[index]!;
    if (kinds[field.kind].refers === undefined) return String(value);
    const named = this.#namesOf(this.#targetOf(field));
    return [value]
      .flat()
      .map((id) => named.get(String(id)) ?? '')
      .join(',');
  }
  valuesOf(row: GoodRow, savedIds: ReadonlyMap<string, Id>): RecordValues {
    const values: Record<string, unknown> = {};
    this.#header.columns.forEach((column, index) => {
      const value = row.values[index];
      if (column === null || column.readonly || value === undefined) return;
      values[column.name] = isPending(value) ? savedIds.get(value.pendingKey) : value;
    });
    return values;
  }
}

// ---------------------------------------------------------------------------------------------- saving

async function saveRows(task: ImportTask, check: RowChecker, report: Report): Promise<void> {
  const save = task.dryRun ? task.rehearse!.bind(task) : task.save.bind(task);
  const savedIds = new Map<string, Id>();
  let block: GoodRow[] = [];
  let blockKeys = new Set<string>();
  let done = 0;
  const total = check.created + check.updated;
  const refuseRow = (row: GoodRow, refusals: readonly Refusal[]): void => {
    check.uncount(row);
    for (const refusal of refusals) {
      const index = refusal.field === undefined ? -1 : check.columnOf(refusal.field);
      report.add(
        row.row,
        index,
        index < 0 ? '' : check.headingOf(index),
        index < 0 ? null : check.saidIn(row, index),
        refusal,
      );
    }
  };
  const flush = async (): Promise<void> => {
    if (block.length === 0) return;
    task.signal?.throwIfAborted();
    const answers = await save(
      block.map((row) => ({
        row: row.row,
        id: row.id,
        ...(row.version === undefined ? {} : { version: row.version }),
        values: check.valuesOf(row, savedIds),
      })),
    );
    if (answers.length !== block.length) throw new Error('save must answer for every row');
    block.forEach((row, index) => {
      const answer = answers[index]!;
      if ('refusals' in answer) refuseRow(row, answer.refusals);
      else if (row.key !== null) savedIds.set(row.key, answer.id);
    });
    done += block.length;
    block = [];
    blockKeys = new Set();
    task.progress?.({ phase: 'saving', done, total });
  };
  for (const row of check.good()) {
    const waits = row.values.filter(isPending).map(({ pendingKey }) => pendingKey);
    // A parent has its id only once its own block is saved.
    if (waits.some((key) => blockKeys.has(key))) await flush();
    const orphan = waits.find((key) => !savedIds.has(key));
    if (orphan !== undefined) {
      refuseRow(row, [
        refuse('excel.cell.parentBad', { value: (JSON.parse(orphan) as [string])[0], row: check.rowOfKey(orphan) }),
      ]);
      continue;
    }
    block.push(row);
    if (row.key !== null) blockKeys.add(row.key);
    if (block.length >= (task.blockRows ?? BLOCK_ROWS)) await flush();
  }
  await flush();
}
