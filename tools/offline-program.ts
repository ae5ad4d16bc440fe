import { assemble, type Program } from '../apps/server/main.ts';
import type { Database } from '../parts/postgres/database.ts';

/** The program put together without a database: for printing what it declares. Calling anything of it fails. */
export function offlineProgram(): Program {
  const away = (): never => {
    throw new Error('This program was assembled for printing only');
  };
  const database: Database = {
    transaction: away,
    alongside: away,
    listen: away,
    ping: away,
    close: away,
    pool: undefined as never,
    url: '',
  };
  return assemble({ database, tokenSecret: 'printing only, signs nothing at all, never', fileFolder: '' });
}
