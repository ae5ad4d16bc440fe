import { Input, Modal } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Decimal } from '../../kernel/core/decimal.ts';
import { useText } from '../../kernel/web/i18n.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { intent } from '../../parts/client/api.ts';
import { useWords } from '../../parts/language/language.ts';
import { useRefused } from '../../parts/notifications/use-refused.tsx';
import { stepFor, Stepper } from '../issuing/stepper.view.tsx';
import { shown } from '../stock/on-hand/place.view.ts';
import { account } from './recall.calls.ts';
import { recallCase, type Recall, type RecallPlace } from './recall.document.ts';
import { recallTexts } from './recall.texts.ts';
import '../issuing/issuing.css';

const ANSWERED = [
  ['found', 'foundQty', 'lyingQty'],
  ['used', 'usedQty', 'bookUsedQty'],
  ['destroyed', 'destroyedQty', 'bookDestroyedQty'],
  ['returned', 'returnedQty', 'bookReturnedQty'],
] as const;
type Figures = Readonly<Record<(typeof ANSWERED)[number][1], string>>;

/** What was answered before; of a place that has not answered, nothing: the book is shown, and answers for nobody. */
const begun = (place: RecallPlace): Figures =>
  Object.fromEntries(ANSWERED.map(([, field]) => [field, shown(place[field] ?? '0').replaceAll(',', '')])) as Figures;

/** What the book no longer has of it for another reason: counts, and losses on the road. */
const lostOf = (place: RecallPlace): string =>
  ANSWERED.reduce((rest, [, , book]) => rest.minus(Decimal.of(place[book])), Decimal.of(place.receivedQty)).toString();

interface Props {
  readonly recall: Recall;
  readonly place: RecallPlace;
  readonly onClose: () => void;
}
/** What became of the goods at a place, in four figures. */
export function AnswerDialog({ recall, place, onClose }: Props): ReactNode {
  const word = useWords(recallTexts);
  const text = useText();
  const notify = useNotify();
  const refused = useRefused();
  const once = useMemo(() => intent(), []);
  const [figures, setFigures] = useState(() => begun(place));
  const [note, setNote] = useState(place.answerRemark ?? '');
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    const body = { id: recall.id, placeId: place.id, ...figures, answerNo: place.answerNo, answerRemark: note };
    setBusy(true);
    refused.forget();
    try {
      const { coverage } = await request(account, body, { key: once.keyFor(body) });
      notify.done(word('answer.done', { place: place.locationName, coverage: shown(coverage) }));
      await invalidateLists(recallCase);
      onClose();
    } catch (error) {
      if (!refused.show(word('answer'), error)) notify.error(error);
      else await invalidateLists(recallCase);
    } finally {
      setBusy(false);
    }
  };
  const unit = place.baseUnitName;
  return (
    <Modal
      open
      title={word('answer.of', { place: place.locationName })}
      okText={word('answer')}
      cancelText={text('cancel')}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      {refused.banner()}
      <p>{word('answer.lead', { qty: shown(place.receivedQty), unit })}</p>
      <p className="soft figures">
        {word('book', {
          lying: shown(place.lyingQty),
          used: shown(place.bookUsedQty),
          destroyed: shown(place.bookDestroyedQty),
          returned: shown(place.bookReturnedQty),
          lost: shown(lostOf(place)),
        })}
      </p>
      {ANSWERED.map(([name, field]) => (
        <div key={field} className="recall-answered">
          <span>{word(name)}</span>
          <Stepper
            value={figures[field]}
            unit={unit}
            step={stepFor(shown(place.receivedQty))}
            label={word(name)}
            less={word('less')}
            more={word('more')}
            onChange={(value) => setFigures((now) => ({ ...now, [field]: value }))}
          />
        </div>
      ))}
      <label htmlFor="recall-note" className="soft">
        {word('note')}
      </label>
      <Input id="recall-note" maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
    </Modal>
  );
}
