import { faceOf, type NumberFace } from './number-format.ts';
import { Unreadable } from './unreadable.ts';
import type { ZipParts } from './zip-parts.ts';

interface Relationship {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/**
 * Relationships of one part; external ones end the reading, but for hyperlinks: Excel makes them of every mail address,
 * and nobody follows them here.
 */
async function readRelationships(parts: ZipParts, part: string): Promise<Relationship[]> {
  const found: Relationship[] = [];
  await parts.read(part, {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode = '' }) {
      if (name !== 'Relationship') return;
      const hyperlink = type.endsWith('/hyperlink');
      if (mode.toLowerCase() === 'external' && !hyperlink) throw new Unreadable('excel.external', { part });
      if (/\/vbaProject$/i.test(type)) throw new Unreadable('excel.macro', { part });
      if (!hyperlink) found.push({ id, type, target });
    },
  });
  return found;
}

/** Where a relationship of the workbook leads inside the archive. */
function resolveTarget(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : `${folder}/${target}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** Where the parts of a workbook are. */
export interface Workbook {
  readonly sheetPart: string;
  readonly stylesPart: string | undefined;
  readonly stringsPart: string | undefined;
  readonly from1904: boolean;
}

/** Finds the sheet to read: the first of these names, otherwise the first of all. Refuses macros and foreign parts. */
export async function readWorkbook(parts: ZipParts, sheetNames: readonly string[]): Promise<Workbook> {
  if (!parts.names.has('[Content_Types].xml')) throw new Unreadable('excel.notExcel');
  let binary = false;
  await parts.read('[Content_Types].xml', {
    open(_name, { ContentType: type = '' }) {
      if (/macroEnabled/i.test(type)) throw new Unreadable('excel.macro', { part: '[Content_Types].xml' });
      if (/sheet\.binary/i.test(type)) binary = true;
    },
  });
  if (binary) throw new Unreadable('excel.oldFormat');

  const relationships = new Map<string, Relationship[]>();
  for (const part of parts.names)
    if (part.endsWith('.rels')) relationships.set(part, await readRelationships(parts, part));
  const main = relationships.get('_rels/.rels')?.find(({ type }) => type.endsWith('/officeDocument'));
  const workbookPart = main === undefined ? 'xl/workbook.xml' : resolveTarget('', main.target);
  if (!parts.names.has(workbookPart)) throw new Unreadable('excel.notExcel');

  const folder = workbookPart.slice(0, Math.max(0, workbookPart.lastIndexOf('/')));
  const own =
    relationships.get(
      resolveTarget('', `${folder}/_rels/${workbookPart.slice(folder === '' ? 0 : folder.length + 1)}.rels`),
    ) ?? [];
  const sheets: { name: string; id: string }[] = [];
  let from1904 = false;
  await parts.read(workbookPart, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = attributes['date1904'] === '1' || attributes['date1904'] === 'true';
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      sheets.push({ name: attributes['name'] ?? '', id });
    },
  });
  const worksheets = sheets.flatMap(({ name, id }) => {
    const relationship = own.find((one) => one.id === id && one.type.endsWith('/worksheet'));
    return relationship === undefined ? [] : [{ name, part: resolveTarget(folder, relationship.target) }];
  });
  const sheet = worksheets.find(({ name }) => sheetNames.includes(name)) ?? worksheets[0];
  if (sheet === undefined) throw new Unreadable('excel.sheetMissing');
  const partOf = (kind: string): string | undefined => {
    const relationship = own.find(({ type }) => type.endsWith(kind));
    const part = relationship === undefined ? undefined : resolveTarget(folder, relationship.target);
    return part !== undefined && parts.names.has(part) ? part : undefined;
  };
  return { sheetPart: sheet.part, stylesPart: partOf('/styles'), stringsPart: partOf('/sharedStrings'), from1904 };
}

/** What each cell style makes of a number, by style index. */
export async function readFaces(parts: ZipParts, part: string | undefined): Promise<NumberFace[]> {
  const codes = new Map<number, string>();
  const faces: NumberFace[] = [];
  let inCells = false;
  if (part === undefined) return faces;
  await parts.read(part, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const id = Number(attributes['numFmtId'] ?? 0);
        // Excel allows 65,490 cell formats.
        if (faces.length >= 65_490) throw new Unreadable('excel.damaged', { part });
        faces.push(faceOf(id, codes.get(id)));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return faces;
}
