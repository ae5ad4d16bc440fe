/** A page of Chinese text as PDF, by the font every reader of the format brings along for it. */

/** Lines below a title, in the order they are read. */
export function certificatePdf(title: string, lines: readonly string[]): Buffer {
  const text = (words: string, size: number, x: number, y: number): string =>
    `BT /F1 ${size} Tf ${x} ${y} Td <${Buffer.from(words, 'utf16le').swap16().toString('hex')}> Tj ET\n`;
  const content = [
    '0.75 0.6 0.35 RG 3 w 40 40 515 762 re S\n',
    text(title, 26, 170, 700),
    ...lines.map((line, at) => text(line, 14, 90, 620 - at * 34)),
  ].join('');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}endstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000 /FontDescriptor 7 0 R\n' +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [-25 -254 1000 880]\n' +
      '/ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  ].map((body, at) => `${at + 1} 0 obj\n${body}\nendobj\n`);
  const head = '%PDF-1.4\n';
  const places = objects.map((_, at) => head.length + objects.slice(0, at).join('').length);
  const body = head + objects.join('');
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${count}\n0000000000 65535 f \n${table}` +
      `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}
