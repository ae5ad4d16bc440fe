import { useWords } from '../../parts/language/language.ts';
import { EnablingList } from '../platform/enabling.view.tsx';
import { messagesTexts } from './messages.texts.ts';
import { sms } from './sms.resource.ts';

/** Who sends short messages. */
export default function SmsPage() {
  const word = useWords(messagesTexts);
  return <EnablingList of={sms} code="smsCode" ask={(code) => word('sms.enable', { code })} />;
}
