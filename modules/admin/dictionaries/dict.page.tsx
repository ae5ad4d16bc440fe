import { DictionaryPage } from './dictionary-board.view.tsx';

/** Dictionaries of the platform. */
export default function DictPage() {
  return <DictionaryPage which="dict" />;
}
