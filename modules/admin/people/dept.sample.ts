import type { Maker } from '../../../tests/support/sample.ts';
import { dept } from './dept.resource.ts';

/** A department of a kind below the first of the kind above it. */
export async function newDept(maker: Maker, category: string): Promise<string> {
  const above = (await maker.rows(dept)).find((each) => String(each['deptCategory']) === String(Number(category) - 1))!;
  return maker.another(dept, { parentId: above.id, deptCategory: category });
}
