import type { Database } from '../../kernel/server/database.ts';
import type { Program } from './main.ts';

export interface DemoAccount {
  readonly account: string;
  readonly password: string;
  readonly role: string;
}

export interface SeedOptions {
  readonly owner: Database;
  readonly database: Database;
  readonly program: Program;
  readonly demo: boolean;
}

/** Brings menus, dictionaries and parameters up to the declarations; fills an empty database. Answers the demonstration accounts, if they are known. */
export async function seed(_options: SeedOptions): Promise<readonly DemoAccount[] | null> {
  return null;
}
