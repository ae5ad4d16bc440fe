import { Input } from 'antd';
import { asText, type InputProps } from '../../kernel/web/kinds/face.ts';
import { useWords } from '../../parts/language/language.ts';
import { platformTexts } from './platform.texts.ts';
import { ZoneInput } from './zone-input.view.tsx';

/** How many accounts a tenant may have; it is set by an act of its own. */
function AccountsShown({ id, value }: InputProps) {
  const word = useWords(platformTexts);
  const most = asText(value);
  return <Input id={id} disabled value={most === '' || Number(most) < 0 ? word('tenant.unlimited') : most} />;
}

/** How fields of a tenant are entered. */
export const tenantInputs = { timeZone: ZoneInput, accountNumber: AccountsShown };
