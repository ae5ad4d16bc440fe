import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { post } from '../../../parts/client/api.ts';
import { useWords } from '../../../parts/language/language.ts';
import { Stepper } from '../../issuing/stepper.view.tsx';
import { gearProduce } from '../produce/produce.document.ts';
import { productionTexts } from '../production.texts.ts';
import type { BoardDish } from './kitchen-meal.view.tsx';
import '../../issuing/issuing.css';

interface Props {
  readonly dish: BoardDish;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What was left over of each pot of a dish. */
export function LeftoverDialog({ dish, onClose, onDone }: Props): ReactNode {
  const word = useWords(productionTexts);
  const text = useText();
  const notify = useNotify();
  const [left, setLeft] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      for (const { id, leftoverQty } of dish.pots) {
        const entered = left[id] ?? leftoverQty;
        if (!Decimal.isText(entered) || !Decimal.of(entered).equals(Decimal.of(leftoverQty)))
          await post(callOf(gearProduce, 'submit'), { json: { id, leftoverQty: entered } });
      }
      notify.done(word('left.done'));
      onDone();
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('left.title', { dish: dish.dishName })}
      okText={word('save')}
      cancelText={text('cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <p className="soft">{word('left.what')}</p>
      {dish.pots.map(({ id, billCode, actualQty, leftoverQty }) => (
        <div key={id} className="kitchen-pot">
          <span>{word('left.of', { bill: billCode, made: actualQty })}</span>
          <Stepper
            value={left[id] ?? leftoverQty}
            unit={word('portions')}
            step="1"
            label={word('left')}
            less={word('less')}
            more={word('more')}
            onChange={(qty) => setLeft((now) => ({ ...now, [id]: qty }))}
          />
        </div>
      ))}
    </Modal>
  );
}
