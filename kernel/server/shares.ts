import type { Declaration } from '../core/declaration.ts';
import { column, join, sql, type Sql } from '../../parts/postgres/database.ts';
import type { Registry } from './registry.ts';

/** Which rows `t` of its table are the declaration's: what every list, record and lock of it asks. */
export const shareOf = ({ where = {} }: Declaration): Sql[] =>
  Object.entries(where).map(([name, value]) => sql`t.${column(name)} = ${value}`);

/** The name of what shows the row `t` of a document: of the face whose share it is in, or else of the document. */
export const shownAs = ({ declarations }: Registry, { name }: Declaration): Sql =>
  declarations
    .filter(({ of }) => of === name)
    .reduce(
      (otherwise, face) => sql`case when ${join(shareOf(face), ' and ')} then ${face.name} else ${otherwise} end`,
      sql`${name}`,
    );
