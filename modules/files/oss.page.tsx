import { useWords } from '../../parts/language/language.ts';
import { EnablingList } from '../platform/enabling.view.tsx';
import { oss } from './files.resource.ts';
import { filesTexts } from './files.texts.ts';

/** Where files are kept. */
export default function OssPage() {
  const word = useWords(filesTexts);
  return <EnablingList of={oss} code="ossCode" ask={(code) => word('enable.ask', { code })} />;
}
