/** Workbooks for tests: small honest ones from raw XML, and the hostile ones of `reliability.md` F1. */
import { constants, crc32, deflateRawSync } from 'node:zlib';

export interface RawPart {
  readonly path: string;
  readonly content: string | Buffer;
  /** Already deflated, with the unpacked size it claims. */
  readonly claims?: number;
}

/** A zip archive of parts, held whole. */
export function archiveOf(parts: readonly RawPart[], flags = 0x0800): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content, claims } of parts) {
    const bytes = Buffer.from(content);
    const packed = claims === undefined ? deflateRawSync(bytes) : bytes;
    const name = Buffer.from(path);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(flags, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(claims === undefined ? crc32(bytes) : 0, 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(claims ?? bytes.length, 22);
    head.writeUInt16LE(name.length, 26);
    bodies.push(head, name, packed);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, name);
    offset += 30 + name.length + packed.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listing, end]);
}

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

export interface RawWorkbook {
  /** Inside of `<sheetData>`. */
  readonly rows?: string;
  /** Before and after it. */
  readonly before?: string;
  readonly after?: string;
  readonly sheet?: string | Buffer;
  readonly strings?: string;
  readonly styles?: string;
  readonly workbookType?: string;
  readonly workbookProperties?: string;
  readonly parts?: readonly RawPart[];
  /** Replaces `xl/worksheets/sheet1.xml`. */
  readonly sheetPart?: RawPart;
  readonly flags?: number;
}

export function workbookOf(raw: RawWorkbook): Buffer {
  return archiveOf(
    [
      {
        path: '[Content_Types].xml',
        content: `<Types><Override PartName="/xl/workbook.xml" ContentType="${raw.workbookType ?? MAIN_TYPE}"/></Types>`,
      },
      {
        path: '_rels/.rels',
        content: `<Relationships><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      },
      {
        path: 'xl/workbook.xml',
        content: `<workbook xmlns:r="${RELATION}">${raw.workbookProperties ?? ''}<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      },
      {
        path: 'xl/_rels/workbook.xml.rels',
        content: `<Relationships><Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/>${raw.strings === undefined ? '' : `<Relationship Id="rId2" Type="${RELATION}/sharedStrings" Target="/xl/sharedStrings.xml"/>`}${raw.styles === undefined ? '' : `<Relationship Id="rId3" Type="${RELATION}/styles" Target="styles.xml"/>`}</Relationships>`,
      },
      raw.sheetPart ?? {
        path: 'xl/worksheets/sheet1.xml',
        content:
          raw.sheet ??
          `<worksheet>${raw.before ?? ''}<sheetData>${raw.rows ?? ROWS}</sheetData>${raw.after ?? ''}</worksheet>`,
      },
      ...(raw.strings === undefined ? [] : [{ path: 'xl/sharedStrings.xml', content: raw.strings }]),
      ...(raw.styles === undefined ? [] : [{ path: 'xl/styles.xml', content: raw.styles }]),
      ...(raw.parts ?? []),
    ],
    raw.flags,
  );
}

const ROWS =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>编码</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>M1</t></is></c></row>';

/** Raw deflate of `count` MB of blanks without making them: a block that ends on a byte can be repeated. */
function blanks(count: number, before: string): Buffer {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024, 32), { finishFlush: constants.Z_FULL_FLUSH });
  const start = deflateRawSync(Buffer.from(before), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([start, ...Array.from({ length: count }, () => block), deflateRawSync(Buffer.alloc(0))]);
}

const MB = 1024 * 1024;
const BOMB_HEAD = '<worksheet><sheetData>';

/** Name → file and what becomes of it: the code it is refused with, or the number of rows it harmlessly has. */
export function hostileWorkbooks(): Record<string, { file: Buffer; outcome: string | number }> {
  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
  return {
    'merge A1:XFD1048576': {
      file: workbookOf({ after: '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>' }),
      outcome: 2,
    },
    'col max=300000000': {
      file: workbookOf({ before: '<cols><col min="1" max="300000000" width="9"/></cols>' }),
      outcome: 2,
    },
    '1 GB from 1 MB': {
      file: workbookOf({
        sheetPart: {
          path: 'xl/worksheets/sheet1.xml',
          content: blanks(1024, BOMB_HEAD),
          claims: 1024 * MB + BOMB_HEAD.length,
        },
      }),
      outcome: 'excel.entryBytes',
    },
    '1 GB that claims to be 1 kB': {
      file: workbookOf({
        sheetPart: { path: 'xl/worksheets/sheet1.xml', content: blanks(1024, BOMB_HEAD), claims: 1024 },
      }),
      outcome: 'excel.damaged',
    },
    '200 MB under the size limit': {
      file: workbookOf({
        sheetPart: {
          path: 'xl/worksheets/sheet1.xml',
          content: blanks(200, BOMB_HEAD),
          claims: 200 * MB + BOMB_HEAD.length,
        },
      }),
      outcome: 'excel.ratio',
    },
    'many parts, each under the limit': {
      file: workbookOf({
        parts: [1, 2, 3].map((n) => ({
          path: `xl/media/${n}.bin`,
          content: Buffer.alloc(2 * MB, n),
          claims: 200 * MB,
        })),
      }),
      outcome: 'excel.totalBytes',
    },
    '3,000 parts': {
      file: workbookOf({ parts: Array.from({ length: 3000 }, (_, n) => ({ path: `xl/media/${n}.txt`, content: '' })) }),
      outcome: 'excel.entries',
    },
    'DTD with an outside entity': {
      file: workbookOf({
        sheet: `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&file;</t></is></c></row></sheetData></worksheet>`,
      }),
      outcome: 'excel.dtd',
    },
    'billion laughs in the shared strings': {
      file: workbookOf({
        strings: `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY l0 "lol">${laughs}]><sst><si><t>&l9;</t></si></sst>`,
        rows: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>',
      }),
      outcome: 'excel.dtd',
    },
    'a cell of 40 MB': {
      file: workbookOf({
        rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>${'膳'.repeat(14 * MB)}</t></is></c></row>`,
      }),
      outcome: 'excel.ratio',
    },
    'a cell of 7 MB': {
      file: workbookOf({ rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>${'a'.repeat(7 * MB)}</t></is></c></row>` }),
      outcome: 'excel.cellLength',
    },
    'an external workbook': {
      file: workbookOf({ parts: [{ path: 'xl/externalLinks/externalLink1.xml', content: '<externalLink/>' }] }),
      outcome: 'excel.external',
    },
    'an external relationship': {
      file: workbookOf({
        parts: [
          {
            path: 'xl/worksheets/_rels/sheet1.xml.rels',
            content: `<Relationships><Relationship Id="rId1" Type="${RELATION}/image" Target="http://127.0.0.1/x.png" TargetMode="External"/></Relationships>`,
          },
        ],
      }),
      outcome: 'excel.external',
    },
    'a macro workbook': {
      file: workbookOf({ workbookType: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' }),
      outcome: 'excel.macro',
    },
    'a macro project': {
      file: workbookOf({ parts: [{ path: 'xl/vbaProject.bin', content: 'x' }] }),
      outcome: 'excel.macro',
    },
    'encrypted parts': { file: workbookOf({ flags: 0x0801 }), outcome: 'excel.encrypted' },
    'an encrypted workbook': {
      file: Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(512),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      outcome: 'excel.encrypted',
    },
    'an old workbook': {
      file: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]),
      outcome: 'excel.oldFormat',
    },
    'a text': { file: Buffer.from('编码,名称\nM1,土豆\n'), outcome: 'excel.notExcel' },
    'an empty file': { file: Buffer.alloc(0), outcome: 'excel.notExcel' },
    'another zip': { file: archiveOf([{ path: 'hello.txt', content: 'hello' }]), outcome: 'excel.notExcel' },
    'a cut zip': { file: workbookOf({}).subarray(0, 300), outcome: 'excel.notExcel' },
    'broken XML': {
      file: workbookOf({ sheet: '<worksheet><sheetData><row></c></row></sheetData></worksheet>' }),
      outcome: 'excel.damaged',
    },
    'two parts of one name': {
      file: workbookOf({ parts: [{ path: 'xl/workbook.xml', content: '<workbook/>' }] }),
      outcome: 'excel.damaged',
    },
    '60,000 rows': {
      file: workbookOf({
        rows: Array.from({ length: 60_000 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}"><v>${n}</v></c></row>`).join(
          '',
        ),
      }),
      outcome: 'excel.rows',
    },
    '201 columns': { file: workbookOf({ rows: '<row r="1"><c r="GS1"><v>1</v></c></row>' }), outcome: 'excel.columns' },
    'a million rows of formats': {
      file: workbookOf({ rows: `${ROWS}${'<row><c s="1"/><c s="1"/></row>'.repeat(200_000)}` }),
      outcome: 2,
    },
  };
}
