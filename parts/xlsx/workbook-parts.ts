import { columnLetters } from './cell-address.ts';
import { STYLES } from './cell-styles.ts';
import { attribute, textXml } from './cell-xml.ts';
import type { SheetSpec, WriteOptions } from './sheet-spec.ts';
import { LISTS_SHEET, listsXml, type Note, RowSource, sheetXml } from './sheet-xml.ts';
import { MAIN, RELATION, XML } from './xml.ts';
import type { ZipPart } from './zip-writer.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OPEN_XML = 'application/vnd.openxmlformats-officedocument';

interface WrittenSheet {
  readonly name: string;
  readonly notes: readonly Note[];
  readonly hidden: boolean;
}

/** The parts of a workbook in the order of the archive; sheets are written while their rows are read. */
export async function* workbookParts(sheets: readonly SheetSpec[], options: WriteOptions): AsyncGenerator<ZipPart> {
  yield {
    path: '_rels/.rels',
    content: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">`,
      `<Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
  };
  yield { path: 'xl/styles.xml', content: [STYLES] };

  const written: WrittenSheet[] = [];
  const lists: string[][] = [];
  for (const spec of sheets) {
    const rows = new RowSource(spec.rows);
    try {
      for (let piece = 1; ; piece++) {
        const notes: Note[] = [];
        yield {
          path: `xl/worksheets/sheet${written.length + 1}.xml`,
          content: sheetXml(spec, rows, notes, lists, options),
        };
        written.push({ name: piece === 1 ? spec.name : `${spec.name} (${piece})`, notes, hidden: false });
        if (notes.length > 0) yield* noteParts(written.length, notes);
        if (await rows.atEnd()) break;
      }
    } finally {
      await rows.close();
    }
  }
  if (lists.length > 0) {
    yield { path: `xl/worksheets/sheet${written.length + 1}.xml`, content: listsXml(lists) };
    written.push({ name: LISTS_SHEET, notes: [], hidden: true });
  }
  yield* indexParts(written);
}

/** What lists the sheets of a workbook: the workbook itself, its relationships and the types of all parts. */
function* indexParts(written: readonly WrittenSheet[]): Generator<ZipPart> {
  const numbers = written.map((sheet, index) => ({ ...sheet, number: index + 1 }));
  yield {
    path: 'xl/workbook.xml',
    content: [
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets>`,
      ...numbers.map(
        ({ name, number, hidden }) =>
          `<sheet name="${attribute(name)}" sheetId="${number}"${hidden ? ' state="hidden"' : ''} r:id="rId${number}"/>`,
      ),
      '</sheets></workbook>',
    ],
  };
  yield {
    path: 'xl/_rels/workbook.xml.rels',
    content: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">`,
      ...numbers.map(
        ({ number }) =>
          `<Relationship Id="rId${number}" Type="${RELATION}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      ),
      `<Relationship Id="rId${numbers.length + 1}" Type="${RELATION}/styles" Target="styles.xml"/></Relationships>`,
    ],
  };
  const type = (part: string, kind: string): string =>
    `<Override PartName="/xl/${part}" ContentType="${OPEN_XML}.spreadsheetml.${kind}+xml"/>`;
  yield {
    path: '[Content_Types].xml',
    content: [
      `${XML}<Types xmlns="${PACKAGE}/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      '<Default Extension="xml" ContentType="application/xml"/>',
      `<Default Extension="vml" ContentType="${OPEN_XML}.vmlDrawing"/>`,
      type('workbook.xml', 'sheet.main'),
      type('styles.xml', 'styles'),
      ...numbers.map(({ number }) => type(`worksheets/sheet${number}.xml`, 'worksheet')),
      ...numbers.filter(({ notes }) => notes.length > 0).map(({ number }) => type(`comments${number}.xml`, 'comments')),
      '</Types>',
    ],
  };
}

/** Comments need two parts: their words, and boxes to show them in, which Excel still wants in VML. */
function* noteParts(sheet: number, notes: readonly Note[]): Generator<ZipPart> {
  yield {
    path: `xl/worksheets/_rels/sheet${sheet}.xml.rels`,
    content: [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">`,
      `<Relationship Id="rId1" Type="${RELATION}/vmlDrawing" Target="../drawings/vmlDrawing${sheet}.vml"/>`,
      `<Relationship Id="rId2" Type="${RELATION}/comments" Target="../comments${sheet}.xml"/></Relationships>`,
    ],
  };
  yield {
    path: `xl/comments${sheet}.xml`,
    content: (function* () {
      yield `${XML}<comments xmlns="${MAIN}"><authors><author>Larder</author></authors><commentList>`;
      for (const { row, column, text } of notes)
        yield `<comment ref="${columnLetters(column)}${row}" authorId="0"><text>${textXml(text)}</text></comment>`;
      yield '</commentList></comments>';
    })(),
  };
  yield {
    path: `xl/drawings/vmlDrawing${sheet}.vml`,
    content: (function* () {
      yield (
        '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"' +
          ' xmlns:x="urn:schemas-microsoft-com:office:excel">'
      );
      yield (
        '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">' +
          '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
      );
      for (const [index, note] of notes.entries()) yield noteBox(index, note);
      yield '</xml>';
    })(),
  };
}

/** The box of one comment, three columns wide and four rows high, hidden until somebody points at its cell. */
function noteBox(index: number, { row, column }: Note): string {
  return (
    `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202"` +
    ' style="position:absolute;width:180pt;height:60pt;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">' +
    '<v:fill color2="#ffffe1"/><v:path o:connecttype="none"/>' +
    '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>' +
    `<x:Anchor>${column + 1},15,${row - 1},2,${column + 4},15,${row + 3},4</x:Anchor>` +
    `<x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column>` +
    '</x:ClientData></v:shape>'
  );
}
