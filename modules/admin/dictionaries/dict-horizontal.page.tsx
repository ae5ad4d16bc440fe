import { DictionaryBoard } from './dictionary-board.view.tsx';

/** Dictionaries beside their entries. */
export default function DictHorizontalPage() {
  return <DictionaryBoard layout="horizontal" />;
}
