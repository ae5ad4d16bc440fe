import { DictionaryPage } from './dictionary-board.view.tsx';

/** Dictionaries the tenant extends. */
export default function DictBizPage() {
  return <DictionaryPage which="dictBiz" />;
}
