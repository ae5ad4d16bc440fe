import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useWords } from '../../parts/language/language.ts';
import { ReturnButton } from '../returns/lot-return-button.view.tsx';
import { LotPage } from '../stock/lots/lot.view.tsx';
import { faces, type LotRow, textOf } from '../stock/on-hand/place.view.ts';
import { recallCase } from './recall.document.ts';
import { recallTexts } from './recall.texts.ts';

/** One lot at a warehouse; a return to its supplier and a recall begin here. */
export default function Page() {
  return (
    <LotPage
      face={faces.warehouse}
      acts={(row) => (
        <>
          <ReturnButton row={row} />
          <RecallButton row={row} />
        </>
      )}
    />
  );
}

function RecallButton({ row }: { readonly row: LotRow }) {
  const word = useWords(recallTexts);
  const navigate = useNavigate();
  const codes = useAllowedCodes();
  if (!codes.has('recall_add')) return null;
  const lot = new URLSearchParams({ batchId: textOf(row.batchId), lot: textOf(row.batchCode) });
  return <Button onClick={() => void navigate(`${recallCase.path}/new?${lot.toString()}`)}>{word('begin')}</Button>;
}
