import { Button, Input, Modal, Segmented } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { intent } from '../../../parts/client/api.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { useRefused } from '../../../parts/notifications/use-refused.tsx';
import { shown, textOf, type Face, type LotRow } from '../on-hand/place.view.ts';
import { stockTexts } from '../stock.texts.ts';
import { LotLabels } from './lot-label-button.view.tsx';
import * as calls from './stock-batch.calls.ts';

type Opening = (typeof calls.openings)[number][0];
interface Props {
  readonly face: Face;
  readonly row: LotRow;
}

/** Opens or thaws some of a lot, and prints the label of what it became. */
export function OpenLot({ face, row }: Props): ReactNode {
  const word = useWords(stockTexts);
  const codes = useAllowedCodes();
  const [isAsked, setAsked] = useState(false);
  const [made, setMade] = useState<{ readonly batchId: string; readonly placeId: string }>();
  const right = `${face.lots}_edit`;
  const isThere = Decimal.of(textOf(row.qty) || '0').isPositive();
  if (!codes.has(right) || row.lotState !== 'free' || row.lifeState === 'expired' || (!isThere && made === undefined))
    return null;
  return (
    <>
      <Button onClick={() => setAsked(true)}>{word('open.do')}</Button>
      {isAsked && <OpenDialog face={face} row={row} onMade={setMade} onClose={() => setAsked(false)} />}
      {made !== undefined && (
        <LotLabels batchIds={[made.batchId]} placeId={made.placeId} onClose={() => setMade(undefined)} />
      )}
    </>
  );
}

const OPENED_BY = {
  stockbatch: calls.openLot,
  factorystockbatch: calls.openFactoryLot,
  gearstockbatch: calls.stallLotWriting,
} as const;

interface DialogProps extends Props {
  readonly onMade: (lot: { readonly batchId: string; readonly placeId: string }) => void;
  readonly onClose: () => void;
}
interface Opened {
  readonly qty: string;
  readonly opening: Opening;
  readonly pieces: string;
}
/** Opens some of a lot; what the server refuses is said by `refused`. */
function useOpening({ face, row, onMade, onClose }: DialogProps) {
  const word = useWords(stockTexts);
  const notify = useNotify();
  const refused = useRefused();
  const once = useMemo(() => intent(), []);
  const [isBusy, setBusy] = useState(false);
  const send = async ({ qty, opening, pieces }: Opened): Promise<void> => {
    const body = { id: textOf(row.id), qty, opening, ...(pieces === '' ? {} : { auxQty: pieces }) };
    setBusy(true);
    refused.forget();
    try {
      const lot = await request(OPENED_BY[face.lots], body, { key: once.keyFor(body) });
      once.done();
      const until = lot.useBy ?? lot.expiryDate;
      notify.done(word(until === null ? 'open.done' : 'open.done-until', { lot: lot.batchCode, until: until ?? '' }));
      onMade(lot);
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['stock-page'] }),
        queries.invalidateQueries({ queryKey: ['list'] }),
      ]);
    } catch (error) {
      if (!refused.show(word('open.do'), error)) notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, refused, send };
}
function OpenDialog({ face, row, onMade, onClose }: DialogProps): ReactNode {
  const word = useWords(stockTexts);
  const label = useLabel();
  const text = useText();
  const { isBusy, refused, send } = useOpening({ face, row, onMade, onClose });
  const [opening, setOpening] = useState<Opening>(textOf(row.openedTime) === '' ? 'opened' : 'thawed');
  const [qty, setQty] = useState('');
  const [pieces, setPieces] = useState('');
  const isCounted = Decimal.of(textOf(row.auxQty) || '0').isPositive();
  const isFigure = (typed: string): boolean => Decimal.isText(typed) && Decimal.of(typed).isPositive();
  const act = calls.openings.find(([value]) => value === opening)!;
  return (
    <Modal
      open
      title={word('open.of', { lot: textOf(row.batchCode) })}
      okText={label({ zh: act[1], en: act[2] })}
      cancelText={text('cancel')}
      okButtonProps={{ disabled: !isFigure(qty) || (pieces !== '' && !isFigure(pieces)) }}
      confirmLoading={isBusy}
      onOk={() => void send({ qty, opening, pieces })}
      onCancel={onClose}
    >
      {refused.banner()}
      <p className="soft">{word('open.what')}</p>
      <div className="open-lot">
        <Segmented<Opening>
          aria-label={word('open.do')}
          value={opening}
          onChange={setOpening}
          options={calls.openings.map(([value, zh, en]) => ({ value, label: label({ zh, en }) }))}
        />
        <label>
          <span className="soft">
            {word('open.qty', { qty: shown(row.availableQty), unit: textOf(row.baseUnitName) })}
          </span>
          <Input
            autoFocus
            inputMode="decimal"
            value={qty}
            suffix={textOf(row.baseUnitName)}
            onChange={(event) => setQty(event.target.value.trim())}
          />
        </label>
        {isCounted && (
          <label>
            <span className="soft">{word('open.pieces', { pieces: shown(row.auxQty) })}</span>
            <Input inputMode="decimal" value={pieces} onChange={(event) => setPieces(event.target.value.trim())} />
          </label>
        )}
      </div>
    </Modal>
  );
}
