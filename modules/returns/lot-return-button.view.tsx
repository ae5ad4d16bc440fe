import { Button } from 'antd';
import { useWords } from '../../parts/language/language.ts';
import type { LotRow } from '../stock/on-hand/place.view.ts';
import { returnsTexts } from './returns.texts.ts';
import { isReturnable, useLotReturn } from './use-lot-return.view.ts';

/** Begins a return of a lot to its supplier. */
export function ReturnButton({ row }: { readonly row: LotRow }) {
  const word = useWords(returnsTexts);
  const back = useLotReturn();
  if (back === undefined || !isReturnable([row])) return null;
  return <Button onClick={() => void back([row])}>{word('back')}</Button>;
}
