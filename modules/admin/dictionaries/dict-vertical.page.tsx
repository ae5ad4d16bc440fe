import { DictionaryBoard } from './dictionary-board.view.tsx';

/** Dictionaries above their entries. */
export default function DictVerticalPage() {
  return <DictionaryBoard layout="vertical" />;
}
