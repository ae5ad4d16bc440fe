import type { Values } from '../../kernel/web/form/values.ts';
import { useWords } from '../../parts/language/language.ts';
import { platformTexts } from './platform.texts.ts';

type Limited = Values & { readonly accountNumber?: unknown };

/** How many accounts a tenant may have, in words where it may have any number. */
function AccountLimit({ row: { accountNumber } }: { readonly row: Limited }) {
  const word = useWords(platformTexts);
  return Number(accountNumber ?? -1) < 0 ? word('tenant.unlimited') : String(accountNumber);
}

/** What a list and a page of tenants show otherwise than it is stored. */
export const TENANT_COLUMNS = { accountNumber: (row: Limited) => <AccountLimit row={row} /> };
