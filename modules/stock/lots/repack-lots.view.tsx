import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Modal, Segmented } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { get, intent } from '../../../parts/client/api.ts';
import { useWords } from '../../../parts/language/language.ts';
import { useRefused } from '../../../parts/notifications/use-refused.tsx';
import { dayShown, shown, textOf, type Face, type LotRow } from '../on-hand/place.view.ts';
import { stockTexts } from '../stock.texts.ts';
import { LotLabels } from './lot-label-button.view.tsx';
import { isReady, missingOf, type Entry, type Typed } from './repack-entry.rules.ts';
import * as calls from './stock-batch.calls.ts';

interface Props {
  readonly face: Face;
  readonly row: LotRow;
}
interface Made {
  readonly batchIds: readonly string[];
  readonly placeId: string;
}

/** Packs a lot into several, or several into one, and prints the labels of what they became. */
export function RepackLots({ face, row }: Props): ReactNode {
  const word = useWords(stockTexts);
  const codes = useAllowedCodes();
  const [isAsked, setAsked] = useState(false);
  const [made, setMade] = useState<Made>();
  const right = `${face.lots}_edit`;
  const isThere = Decimal.of(textOf(row.availableQty) || '0').isPositive();
  if (!codes.has(right) || row.lotState !== 'free' || row.lifeState === 'expired' || (!isThere && made === undefined))
    return null;
  return (
    <>
      <Button onClick={() => setAsked(true)}>{word('repack.do')}</Button>
      {isAsked && <RepackDialog face={face} row={row} onMade={setMade} onClose={() => setAsked(false)} />}
      {made !== undefined && (
        <LotLabels batchIds={made.batchIds} placeId={made.placeId} onClose={() => setMade(undefined)} />
      )}
    </>
  );
}

const REPACKED_BY = {
  stockbatch: calls.repackLots,
  factorystockbatch: calls.repackFactoryLots,
  gearstockbatch: calls.repackStallLots,
} as const;

interface DialogProps extends Props {
  readonly onMade: (made: Made) => void;
  readonly onClose: () => void;
}
type Packing = 'split' | 'merge';
const NOTHING: Typed = { qty: '', pieces: '' };
const wholeOf = (row: LotRow): Typed => ({
  qty: textOf(row.availableQty),
  pieces: textOf(row.qty) === textOf(row.availableQty) ? textOf(row.auxQty) : '',
});
const isCountedLot = (row: LotRow): boolean => Decimal.of(textOf(row.auxQty) || '0').isPositive();

/** Sends what was entered; what the server refuses is shown by `refused`. */
function useRepacking({ face, onMade, onClose }: DialogProps) {
  const word = useWords(stockTexts);
  const notify = useNotify();
  const refused = useRefused();
  const once = useMemo(() => intent(), []);
  const [isBusy, setBusy] = useState(false);
  const send = async (ids: readonly string[], entry: Entry): Promise<void> => {
    const sent = ({ qty, pieces }: Typed) => ({ qty, ...(entry.isCounted ? { auxQty: pieces } : {}) });
    const body = {
      from: entry.from.map((typed, at) => ({ id: ids[at]!, ...sent(typed) })),
      into: entry.into.map(sent),
      ...(missingOf(entry).isZero() ? {} : { lossReason: entry.reason }),
    };
    setBusy(true);
    refused.forget();
    try {
      const { lots, placeId } = await request(REPACKED_BY[face.lots], body, { key: once.keyFor(body) });
      once.done();
      notify.done(word('repack.done', { count: lots.length, lots: lots.map((lot) => lot.batchCode).join(', ') }));
      onMade({ batchIds: lots.map((lot) => lot.batchId), placeId });
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['stock-page'] }),
        queries.invalidateQueries({ queryKey: ['list'] }),
      ]);
    } catch (error) {
      if (!refused.show(word('repack.do'), error)) notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, refused, send };
}

function RepackDialog(props: DialogProps): ReactNode {
  const { row, onClose } = props;
  const word = useWords(stockTexts);
  const text = useText();
  const { isBusy, refused, send } = useRepacking(props);
  const [packing, setPacking] = useState<Packing>('split');
  const [taken, setTaken] = useState<ReadonlyMap<string, Typed>>(new Map([[textOf(row.id), wholeOf(row)]]));
  const [parts, setParts] = useState<readonly Typed[]>([NOTHING, NOTHING]);
  const [one, setOne] = useState<Typed>();
  const [reason, setReason] = useState('');
  const isCounted = isCountedLot(row);
  const unit = textOf(row.baseUnitName);
  const chosen = packing === 'split' ? [[textOf(row.id), taken.get(textOf(row.id))!] as const] : [...taken];
  const from = chosen.map(([, typed]) => typed);
  const into = packing === 'split' ? parts : [one ?? sumOf(from)];
  const entry: Entry = { from, into, reason, isCounted };
  const turn = (to: Packing): void => {
    setPacking(to);
    setOne(undefined);
    refused.forget();
  };
  return (
    <Modal
      open
      title={word('repack.of', { lot: textOf(row.batchCode) })}
      okText={word(packing === 'split' ? 'repack.split' : 'repack.merge')}
      cancelText={text('cancel')}
      okButtonProps={{ disabled: !isReady(entry) || (packing === 'merge' && chosen.length < 2) }}
      confirmLoading={isBusy}
      onOk={() =>
        void send(
          chosen.map(([id]) => id),
          entry,
        )
      }
      onCancel={onClose}
    >
      {refused.banner()}
      <div className="open-lot repack">
        <Segmented<Packing>
          aria-label={word('repack.do')}
          value={packing}
          onChange={turn}
          options={[
            { value: 'split', label: word('repack.split') },
            { value: 'merge', label: word('repack.merge') },
          ]}
        />
        <p className="soft">{word(packing === 'split' ? 'repack.split-what' : 'repack.merge-what')}</p>
        {packing === 'split' ? (
          <>
            <Figures
              label={word('repack.taken', { qty: shown(row.availableQty), unit })}
              {...{ unit, isCounted }}
              typed={from[0]!}
              onType={(typed) => setTaken(new Map(taken).set(textOf(row.id), typed))}
            />
            <Parts {...{ unit, isCounted, parts }} onChange={setParts} />
          </>
        ) : (
          <>
            <OtherLots {...props} {...{ taken, isCounted }} onChange={setTaken} />
            <Figures label={word('repack.made')} {...{ unit, isCounted }} typed={into[0]!} onType={setOne} />
          </>
        )}
        <Balance {...{ entry, unit, reason }} onReason={setReason} />
      </div>
    </Modal>
  );
}

/** What is proposed for a lot that several become: all of them. */
const sumOf = (from: readonly Typed[]): Typed => {
  const sum = (of: keyof Typed): string =>
    Decimal.sum(from.map((each) => (Decimal.isText(each[of]) ? Decimal.of(each[of]) : Decimal.zero))).toString();
  return { qty: sum('qty'), pieces: sum('pieces') };
};

interface FiguresProps {
  readonly label: string;
  readonly unit: string;
  readonly isCounted: boolean;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
  readonly autoFocus?: boolean;
  readonly after?: ReactNode;
}
/** A quantity, with its pieces where they are counted. */
function Figures({ label, unit, isCounted, typed, onType, autoFocus = false, after }: FiguresProps): ReactNode {
  const word = useWords(stockTexts);
  return (
    <div className="repack-row">
      <label>
        <span className="soft">{label}</span>
        <Input
          autoFocus={autoFocus}
          inputMode="decimal"
          value={typed.qty}
          suffix={unit}
          onChange={(event) => onType({ ...typed, qty: event.target.value.trim() })}
        />
      </label>
      {isCounted && (
        <label className="repack-pieces">
          <span className="soft">{word('repack.pieces')}</span>
          <Input
            inputMode="decimal"
            value={typed.pieces}
            onChange={(event) => onType({ ...typed, pieces: event.target.value.trim() })}
          />
        </label>
      )}
      {after}
    </div>
  );
}

interface PartsProps {
  readonly unit: string;
  readonly isCounted: boolean;
  readonly parts: readonly Typed[];
  readonly onChange: (parts: readonly Typed[]) => void;
}
function Parts({ unit, isCounted, parts, onChange }: PartsProps): ReactNode {
  const word = useWords(stockTexts);
  return (
    <>
      {parts.map((part, at) => (
        <Figures
          // Parts have no name but their place.
          key={at}
          label={word('repack.part', { nr: at + 1 })}
          {...{ unit, isCounted }}
          typed={part}
          autoFocus={at === 0}
          onType={(typed) => onChange(parts.map((each, nr) => (nr === at ? typed : each)))}
          after={
            parts.length > 1 && (
              <Button
                type="text"
                aria-label={word('repack.remove', { nr: at + 1 })}
                onClick={() => onChange(parts.filter((_, nr) => nr !== at))}
              >
                ✕
              </Button>
            )
          }
        />
      ))}
      <Button type="dashed" onClick={() => onChange([...parts, NOTHING])}>
        {word('repack.add')}
      </Button>
    </>
  );
}

/** Lots one place shows at a time to be merged with this one. */
const LOTS_SHOWN = 50;
interface OtherLotsProps extends Props {
  readonly taken: ReadonlyMap<string, Typed>;
  readonly isCounted: boolean;
  readonly onChange: (taken: ReadonlyMap<string, Typed>) => void;
}
/** The lot itself and the other free ones of its material at its place, those that expire first before the rest. */
function OtherLots({ face, row, taken, isCounted, onChange }: OtherLotsProps): ReactNode {
  const word = useWords(stockTexts);
  const { data } = useQuery({
    queryKey: ['stock-page', face.lots, 'merge', textOf(row.id)],
    queryFn: ({ signal }) =>
      get<{ readonly records: readonly LotRow[] }>(
        `/${face.service}/${face.lots}/page`,
        {
          materialId: textOf(row.materialId),
          [face.place]: textOf(row[face.place]),
          lotState: 'free',
          size: LOTS_SHOWN,
          ascs: 'expiryDate',
        },
        signal,
      ),
  });
  const others = (data?.records ?? []).filter(
    (lot) =>
      textOf(lot.id) !== textOf(row.id) &&
      lot.lifeState !== 'expired' &&
      Decimal.of(textOf(lot.availableQty) || '0').isPositive(),
  );
  if (data !== undefined && others.length === 0) return <p>{word('repack.none')}</p>;
  const choose = (lot: LotRow, isChosen: boolean): void => {
    const next = new Map(taken);
    if (isChosen) next.set(textOf(lot.id), wholeOf(lot));
    else next.delete(textOf(lot.id));
    onChange(next);
  };
  return (
    <ul className="repack-lots">
      {[row, ...others].map((lot) => {
        const typed = taken.get(textOf(lot.id));
        const unit = textOf(lot.baseUnitName);
        return (
          <li key={textOf(lot.id)}>
            <Checkbox
              checked={typed !== undefined}
              disabled={lot === row}
              onChange={(event) => choose(lot, event.target.checked)}
            >
              <span className="figures">{textOf(lot.batchCode)}</span>
              {textOf(lot.expiryDate) !== '' && <span className="soft"> · {dayShown(lot.expiryDate)}</span>}
            </Checkbox>
            {typed === undefined ? (
              <span className="soft figures">
                {shown(lot.availableQty)} {unit}
              </span>
            ) : (
              <Figures
                label={word('repack.taken', { qty: shown(lot.availableQty), unit })}
                {...{ unit, isCounted, typed }}
                onType={(next) => onChange(new Map(taken).set(textOf(lot.id), next))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface BalanceProps {
  readonly entry: Entry;
  readonly unit: string;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}
/** Whether what is packed is what was taken; what is missing wants a reason. */
function Balance({ entry, unit, reason, onReason }: BalanceProps): ReactNode {
  const word = useWords(stockTexts);
  if (entry.into.some(({ qty }) => qty === '')) return null;
  const missing = missingOf(entry);
  if (missing.isZero()) return <p className="repack-even">{word('repack.even')}</p>;
  if (missing.isNegative())
    return (
      <p className="repack-over" role="alert">
        {word('repack.over', { qty: shown(missing.negated().toString()), unit })}
      </p>
    );
  return (
    <label>
      <span className="repack-loss">{word('repack.loss', { qty: shown(missing.toString()), unit })}</span>
      <Input
        value={reason}
        maxLength={200}
        placeholder={word('repack.why')}
        aria-label={word('repack.why')}
        onChange={(event) => onReason(event.target.value)}
      />
    </label>
  );
}
