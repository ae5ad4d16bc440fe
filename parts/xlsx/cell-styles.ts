import { MAIN, XML } from './xml.ts';

/** Index of a style in `STYLES`; a face's marked style is `MARKED` further on. */
export const STYLE = {
  general: 0,
  header: 1,
  text: 2,
  quoted: 3,
  number: 4,
  whole: 5,
  money: 6,
  price: 7,
  day: 8,
  moment: 9,
  marked: 12,
} as const;
export const MARKED = 10;
const cellFormats = (fill: number): string =>
  [
    formatXf(49, fill),
    formatXf(49, fill, ' quotePrefix="1"'),
    ...[0, 1, 4, 164, 165, 166].map((format) => formatXf(format, fill)),
  ].join('');
const formatXf = (format: number, fill: number, more = ''): string =>
  `<xf numFmtId="${format}" fontId="0" fillId="${fill}" borderId="0" xfId="0"${more} ` +
  'applyNumberFormat="1" applyFill="1"/>';
const PLAIN_XF = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>';
/** The part `xl/styles.xml`. */
export const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.00####"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFF0F2F5"/></patternFill></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFFFD6D6"/></patternFill></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="20">${PLAIN_XF}<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0"` +
  ' applyNumberFormat="1" applyFont="1" applyFill="1"/>' +
  `${cellFormats(0)}${PLAIN_XF}${PLAIN_XF}${cellFormats(3)}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';
