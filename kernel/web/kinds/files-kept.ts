import { asText } from './face.ts';

/** A stored file; the server answers them beside the ids as `<field>Files`. */
export interface Kept {
  readonly id: string;
  readonly link: string;
  readonly name: string;
}

export const keptIn = (row: Readonly<Record<string, unknown>>, name: string): readonly Kept[] => {
  const files = row[`${name}Files`];
  if (Array.isArray(files)) return files as Kept[];
  const ids = row[name];
  return (Array.isArray(ids) ? ids : asText(ids).split(',')).map(asText).filter((id) => id !== '').map((id) => ({ id, link: '', name: id }));
};
