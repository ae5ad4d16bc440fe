/** Comma separated text with a header line; fields may be quoted and then hold commas, quotes and line ends. */
export function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  let field = '';
  let isQuoted = false;
  const endField = (): void => {
    rows.at(-1)!.push(field);
    field = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ',') endField();
    else if (sign === '\n') {
      endField();
      rows.push([]);
    } else if (sign !== '\r') field += sign;
  }
  if (field !== '' || rows.at(-1)!.length > 0) endField();
  else rows.pop();
  const [header = [], ...lines] = rows;
  // Files from elsewhere may begin with a byte order mark.
  const names = header.map((name, index) => (index === 0 ? name.replace(/^\uFEFF/, '') : name));
  return lines.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index] ?? ''])));
}
