/** Sheets as the document pdfmake lays out: the same content the browser draws. */
import { codeSquares } from './code-squares.rules.ts';
import { BESIDE, type Drawn, type Sheet, type Table } from './content.rules.ts';
import { standInOneLine } from './one-line.rules.ts';
import { type Paper, papers } from './papers.rules.ts';

/** Points of a millimetre. */
const MM = 72 / 25.4;
const GREY = '#444444';
const LINE = '#888888';
const CODE_MM = 22;
const SIGN_MM = 20;
/** A word that no column is wide enough for: it is broken where the column ends. */
const LONG_WORD = /[^\s\u2e80-\u9fff\uff00-\uffef]{24}/;

type Node = string | Readonly<Record<string, unknown>>;
/** What pdfmake is given. Its own types do not describe the version that is used. */
export type PdfDocument = Readonly<Record<string, unknown>>;

/** The document of these sheets: each on pages of its own; on a roll one below the other. */
export function pdfDocument(sheets: readonly Sheet[], paper: Paper): PdfDocument {
  const { width, height, margin, points, isLabel } = papers[paper];
  const isPaged = height !== null && !isLabel;
  return {
    pageSize: { width: width * MM, height: height === null ? 'auto' : height * MM },
    pageMargins: [margin * MM, margin * MM, margin * MM, (isPaged ? margin + 4 : margin) * MM],
    info: { title: sheets[0]?.title ?? '', creator: 'Larder' },
    defaultStyle: { font: 'Noto', fontSize: points, lineHeight: 0.95 },
    ...(isPaged ? { footer: footer(margin, points) } : {}),
    content: sheets.map((sheet, at): Node => sheetNode(sheet, at, paper)),
  };
}

const footer =
  (margin: number, points: number) =>
  (page: number, pages: number): Node => ({
    text: `${page} / ${pages}`,
    alignment: 'right',
    fontSize: points - 1.5,
    margin: [margin * MM, 2 * MM],
  });

function sheetNode(sheet: Sheet, at: number, paper: Paper): Node {
  const { height } = papers[paper];
  const isAcross = sheet.height !== null && height !== null && sheet.width > papers[paper].width;
  const stack = sheet.blocks.flatMap((block) => blockNodes(block, paper, sheet.width));
  if (height === null)
    return {
      stack: at === 0 ? stack : [{ text: '- - - - - - - - - - - -', alignment: 'center', margin: [0, 8] }, ...stack],
    };
  return {
    stack,
    pageOrientation: isAcross ? 'landscape' : 'portrait',
    ...(at === 0 ? {} : { pageBreak: 'before' }),
  };
}

/** Text as it is laid out, with what stands beside a name in grey. */
function words(text: string, more: Readonly<Record<string, unknown>> = {}): Node {
  const [plain = '', beside] = text.split(BESIDE);
  const broken = LONG_WORD.test(text) ? { wordBreak: 'break-all', noWrap: false } : {};
  if (beside === undefined) return { text: plain, ...more, ...broken };
  return { text: [plain, { text: `  ${beside}`, color: GREY }], ...more, ...broken };
}

function blockNodes(block: Drawn, paper: Paper, width: number): readonly Node[] {
  switch (block.is) {
    case 'head':
      return headNodes(block, paper);
    case 'words':
      return [
        words(block.text, {
          fontSize: papers[paper].points * { small: 0.85, normal: 1, large: 1.5 }[block.size],
          alignment: { start: 'left', center: 'center', end: 'right' }[block.align],
          margin: [0, 2, 0, 4],
        }),
      ];
    case 'facts':
      return factNodes(block);
    case 'table':
      return [tableNode(block, paper, width)];
    case 'signs':
      return [signsNode(block, paper)];
    case 'label':
      return [labelNode(block, paper, width)];
  }
}

function headNodes(head: Extract<Drawn, { is: 'head' }>, paper: Paper): readonly Node[] {
  const { points } = papers[paper];
  const lines: Node[] = [
    ...(head.company === '' ? [] : [words(head.company)]),
    words(head.kind, { fontSize: points * 1.8, bold: true }),
    words([head.number, head.state].filter(Boolean).join('   '), { fontSize: points * 1.3 }),
    words(`${head.printed} ${head.by}`, { color: GREY }),
  ];
  const code = head.number === '' ? [] : [codeNode(head.number, CODE_MM)];
  if (paper === '80mm') return [{ stack: [...lines, ...code], margin: [0, 0, 0, 6] }];
  return [
    {
      columns: [{ width: '*', stack: lines }, ...code.map((each) => ({ width: CODE_MM * MM, stack: [each] }))],
      columnGap: 12,
      margin: [0, 0, 0, 6],
    },
  ];
}

/** A code so many millimetres wide. */
function codeNode(text: string, mm: number): Node {
  const { size, runs } = codeSquares(text);
  const square = (mm * MM) / size;
  return {
    canvas: runs.map(({ x, y, width }) => ({
      type: 'rect',
      x: x * square,
      y: y * square,
      w: width * square,
      h: square,
      color: '#000000',
      lineWidth: 0,
    })),
  };
}

/** Facts side by side, as many as stand in a row; a long one takes the row. */
function factNodes({ across, facts }: Extract<Drawn, { is: 'facts' }>): readonly Node[] {
  if (facts.length === 0) return [];
  const rows: Node[][] = [];
  const full = (): boolean => rows.length === 0 || rows.at(-1)!.length >= across;
  const fillUp = (): void => {
    while (rows.length > 0 && rows.at(-1)!.length < across) rows.at(-1)!.push('');
  };
  for (const { label, text, wide } of facts) {
    const node = { text: [{ text: `${label}  `, color: GREY }, text] };
    if (wide) {
      fillUp();
      rows.push([{ ...node, colSpan: across }, ...Array.from({ length: across - 1 }, () => '')]);
    } else if (full()) rows.push([node]);
    else rows.at(-1)!.push(node);
  }
  fillUp();
  return [
    {
      table: { widths: Array.from({ length: across }, () => '*'), body: rows },
      layout: {
        hLineWidth: (at: number) => (at === 0 || at === rows.length ? 0.7 : 0),
        vLineWidth: () => 0,
        paddingTop: () => 1.5,
        paddingBottom: () => 1.5,
        paddingLeft: () => 0,
      },
      margin: [0, 0, 0, 8],
    },
  ];
}

function tableNode(block: Table, paper: Paper, width: number): Node {
  const { caption, number, columns, rows, totals, total } = block;
  const side = (face: string): string => (face === 'figure' ? 'right' : 'left');
  const isUnbroken = standInOneLine(block, width, paper);
  const cellOf = (text: string, face: string): Node =>
    words(text, { alignment: side(face), noWrap: isUnbroken && (face === 'figure' || face === 'plain') });
  const blank = (count: number): Node[] => Array.from({ length: count }, () => ({ text: '' }));
  const body: Node[][] = [
    [
      { text: caption, bold: true, colSpan: columns.length + 1, border: [false, false, false, true] },
      ...blank(columns.length),
    ],
    [
      { text: number, bold: true, alignment: 'right' },
      ...columns.map(({ label, face }) => ({ text: label, bold: true, alignment: side(face) })),
    ],
    ...rows.map((row, at) => [
      { text: String(at + 1), alignment: 'right' },
      ...row.map((cell, column) => cellOf(cell, columns[column]!.face)),
    ]),
    ...(totals.length === 0
      ? []
      : [
          [
            { text: total, bold: true },
            ...totals.map((cell, column) => words(cell, { bold: true, alignment: side(columns[column]!.face) })),
          ],
        ]),
  ];
  return {
    table: {
      headerRows: 2,
      dontBreakRows: true,
      widths: [
        'auto',
        ...columns.map(({ face }) => (paper === '80mm' || face === 'name' || face === 'written' ? '*' : 'auto')),
      ],
      body,
    },
    layout: {
      hLineWidth: (at: number) => (at === 0 ? 0 : 0.5),
      vLineWidth: () => 0.5,
      paddingTop: () => 1.5,
      paddingBottom: () => 1.5,
      hLineColor: () => LINE,
      vLineColor: () => LINE,
      paddingLeft: () => (paper === '80mm' ? 2 : 4),
      paddingRight: () => (paper === '80mm' ? 2 : 4),
    },
    margin: [0, 0, 0, 10],
  };
}

/** Boxes to sign in, never cut in two. */
function signsNode({ signers }: Extract<Drawn, { is: 'signs' }>, paper: Paper): Node {
  const box = ({ label, name, sign }: (typeof signers)[number]): Node => ({
    stack: [
      words(label),
      words(name, { bold: true }),
      { text: sign, color: GREY, fontSize: papers[paper].points - 1.5, margin: [0, (SIGN_MM * MM) / 3, 0, 0] },
    ],
  });
  const rows = paper === '80mm' ? signers.map((each) => [box(each)]) : [signers.map(box)];
  return {
    unbreakable: true,
    table: { widths: rows[0]!.map(() => '*'), body: rows },
    layout: { hLineWidth: () => 0.7, vLineWidth: () => 0.7, paddingTop: () => 4, paddingBottom: () => 4 },
  };
}

/** Share of a label's height, or of other papers' width, that a code takes. */
const CODE_SHARE = 0.62;
function labelNode({ code, words: lines }: Extract<Drawn, { is: 'label' }>, paper: Paper, width: number): Node {
  const { points, isLabel, height, margin } = papers[paper];
  const mm = isLabel && height !== null ? (height - margin * 2) * CODE_SHARE : Math.min(CODE_MM, width / 3);
  const stack = lines.map((each, at) => words(each, at === 0 ? { bold: true, fontSize: points * 1.25 } : {}));
  if (code === '') return { stack };
  return {
    columns: [
      { width: mm * MM, stack: [codeNode(code, mm)] },
      { width: '*', stack },
    ],
    columnGap: 4,
  };
}
