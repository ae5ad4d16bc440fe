import { Button } from 'antd';
import { useWords } from '../../parts/language/language.ts';
import { LotPage } from '../stock/lots/lot.view.tsx';
import { faces, type LotRow } from '../stock/on-hand/place.view.ts';
import { returnsTexts } from './returns.texts.ts';
import { isReturnable, useLotReturn } from './use-lot-return.view.ts';

/** One lot at a warehouse; a return to its supplier begins here. */
export default function Page() {
  return <LotPage face={faces.warehouse} acts={(row) => <ReturnButton row={row} />} />;
}

function ReturnButton({ row }: { readonly row: LotRow }) {
  const word = useWords(returnsTexts);
  const back = useLotReturn();
  if (back === undefined || !isReturnable([row])) return null;
  return <Button onClick={() => void back([row])}>{word('back')}</Button>;
}
