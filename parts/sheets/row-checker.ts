/** The rows of a sheet, checked a block at a time. */
import { deserialize, serialize } from 'node:v8';
import type { Field, Id } from '../../kernel/core/field.ts';
import { kinds, targetOf } from '../../kernel/core/kinds.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { readValue, type RecordValues } from '../../kernel/core/validate.ts';
import { othersFirst } from '../postgres/others-first.ts';
import type { SheetRow } from '../xlsx/bounded-reader.ts';
import { isClearing, readCell, sameValue } from './cell-text.ts';
import { keyOf, type ImportColumn } from './sheet-columns.ts';
import { SheetPreview } from './sheet-preview.ts';
import { SheetReferences } from './sheet-references.ts';
import { exampleOf } from './template.ts';
import type { ExistingRow, ImportTask, SheetHeader } from './import-task.ts';
import { isBlank } from './sheet-header.ts';
import type { Report } from './sheet-report.ts';
import { type GoodRow, type Pending, type ReadRow, isPending } from './read-row.ts';

export class RowChecker {
  readonly #task: ImportTask;
  readonly #report: Report;
  readonly #check: NonNullable<ImportTask['check']>;
  readonly #key: readonly string[];
  #header!: SheetHeader;
  /**
   * Positions of the key fields in the sheet, -1 for one that may be empty and has no column; `null` when it lacks
   * another.
   */
  #keyAt: readonly number[] | null = null;
  #uniqueAt: { readonly at: readonly number[]; readonly seen: Map<string, number> }[] = [];
  #examples: readonly (readonly (string | null)[])[] = [];
  #isFirst = true;
  readonly #keyRows = new Map<string, number>();
  readonly #references: SheetReferences;
  #preview!: SheetPreview;
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
    this.#references = new SheetReferences(task.resolveRef);
  }

  start(header: SheetHeader): void {
    const { declaration, lookups } = this.#task;
    this.#header = header;
    this.#preview = new SheetPreview(this.#task, header);
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

  /** What the cells of a block say by themselves; the first step, which asks nobody. */
  async read(sources: readonly SheetRow[]): Promise<ReadRow[]> {
    const rows: ReadRow[] = [];
    for (const source of sources) {
      if (!this.#isFilled(source)) continue;
      const isExample = this.#isFirst && this.#isExample(source);
      this.#isFirst = false;
      if (!isExample) rows.push(this.#read(source));
      await othersFirst();
    }
    this.total += rows.length;
    return rows;
  }
  /** The second step, block after block: what its rows name and which records they are about. */
  async check(rows: readonly ReadRow[]): Promise<void> {
    await this.#references.resolve(
      rows.flatMap(({ references }) =>
        references.map(({ index, texts }) => ({ target: this.#targetOf(this.#header.columns[index]!.field), texts })),
      ),
    );
    for (const row of rows) this.#fillReferences(row);
    await this.#find(rows);
    for (const row of rows) {
      this.#checkRow(row);
      await othersFirst();
    }
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
      const cellValue = readCell(column.field, cell, this.#task.lookups);
      if ('refusal' in cellValue) this.#bad(row, index, cellValue.refusal);
      else if ('references' in cellValue) row.references.push({ index, texts: cellValue.references });
      else this.#accept(row, index, cellValue.raw);
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
  /**
   * What a new row must say it misses; of a tree it stands at the root. What else it leaves open is the server's to
   * set.
   */
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
  #fillReferences(row: ReadRow): void {
    for (const { index, texts } of row.references) {
      const { field } = this.#header.columns[index]!;
      const target = this.#targetOf(field);
      const what =
        this.#task.lookups.targets[target]?.label ??
        (target === this.#task.declaration.name ? this.#task.declaration.label : field.label);
      const ids: unknown[] = [];
      for (const text of texts) {
        const found = this.#references.idsOf(target, text);
        if (found.length === 1) ids.push(found[0]);
        // A record this sheet may be about to create: checked when the rows above are known.
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
    const pending: ReadRow[] = [];
    for (const row of rows) {
      // A part left open is what a new row would have there.
      const key = at.map(
        (index, nr) => row.values[index] ?? this.#task.declaration.fields[this.#key[nr]!]!.rules.default ?? null,
      );
      // A key of which nothing is said is the server's to give.
      if (key.every((part) => part === null) || key.some((part) => isPending(part))) continue;
      if (at.some((index) => row.values[index] === undefined && !isBlank(row.source.cells[index]))) continue;
      row.key = key;
      pending.push(row);
    }
    if (pending.length === 0) return;
    const found = await this.#task.findByKey(pending.map((row) => row.key!));
    pending.forEach((row, index) => (row.existing = found[index]));
  }

  #checkRow(row: ReadRow): void {
    const { row: number } = row.source;
    if (row.existing === undefined) this.#complete(row);
    const key = row.key === null ? null : JSON.stringify(row.key);
    row.values.forEach((value, index) => {
      if (isPending(value)) this.#checkPending(row, index, value, key);
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
    if (this.#task.dryRun) this.#preview.add(row, changed, this.#keyAt ?? []);
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
  /** What the good rows of a check would change, and names they bring that records have already. */
  preview(): ReturnType<SheetPreview['answer']> {
    return this.#preview.answer((field) => this.#targetOf(field));
  }
  #checkPending(row: ReadRow, index: number, pending: Pending, ownKey: string | null): void {
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
  /** What stood in the cell, as far as it says something: a reference as the person named it. */
  refusalTextOf(row: GoodRow, index: number): string | null {
    const value = row.values[index];
    if (value === null || value === undefined || isPending(value)) return null;
    const { field } = this.#header.columns[index]!;
    if (kinds[field.kind].refers === undefined) return String(value);
    const named = this.#references.textsOf(this.#targetOf(field));
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
