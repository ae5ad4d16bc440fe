import { useWords } from '../../parts/language/language.ts';
import { LogList } from './log-list.view.tsx';
import { usualLog } from './logs.resource.ts';
import { logsTexts } from './logs.texts.ts';

const isWord = (event: string): event is keyof typeof logsTexts => event in logsTexts;

/** Sign-ins, sign-outs and changed settings, each event in the person's language. */
export default function UsualLogPage() {
  const word = useWords(logsTexts);
  return (
    <LogList
      of={usualLog}
      columns={{
        logId: ({ logId }) => (isWord(String(logId)) ? word(String(logId) as keyof typeof logsTexts) : String(logId)),
      }}
    />
  );
}
