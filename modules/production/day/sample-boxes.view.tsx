import { Button, InputNumber, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { useText } from '../../../kernel/web/i18n.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { post } from '../../../parts/client/api.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useWords } from '../../../parts/language/language.ts';
import { gearLabel } from '../labels/label.resource.ts';
import type { LabelSheetProps } from '../labels/label-sheet.view.tsx';
import { gearFoodWaste } from '../waste/food-waste.document.ts';
import { productionTexts } from '../production.texts.ts';
import type { Board } from './kitchen-day.calls.ts';

const LabelSheet = lazyPart<LabelSheetProps>(async () => ({
  default: (await import('../labels/label-sheet.view.tsx')).LabelSheet,
}));

type Missing = Board['missingSamples'][number];
const USUAL_GRAMS = 150;
const GRAMS_OF_KG = Decimal.of(1000);

interface Props {
  readonly board: Board;
  readonly onDone: () => Promise<void>;
}

/** Samples that are missing, and those that were kept long enough: nothing stands above them. */
export function SampleBoxes({ board, onDone }: Props): ReactNode {
  const word = useWords(productionTexts);
  const notify = useNotify();
  const [taking, setTaking] = useState<Missing>();
  const [printed, setPrinted] = useState<string>();
  const destroy = async (sample: Board['toDestroy'][number]): Promise<void> => {
    try {
      await post(callOf(gearFoodWaste, 'submit'), {
        json: {
          gearOperationDeptId: board.stallId,
          wasteKind: 'sample',
          wasteCause: 'other',
          labelId: sample.id,
          weightKg: Decimal.of(sample.weightG).dividedBy(GRAMS_OF_KG).toString(),
        },
      });
      notify.done(word('samples.destroyed'));
    } catch (error) {
      notify.error(error);
    } finally {
      await onDone();
    }
  };
  return (
    <>
      <MissingBox missing={board.missingSamples} onTake={setTaking} />
      <DueBox due={board.toDestroy} onDestroy={destroy} />
      {taking !== undefined && (
        <SampleDialog
          missing={taking}
          stallId={board.stallId}
          onClose={() => setTaking(undefined)}
          onMade={(id) => {
            setTaking(undefined);
            setPrinted(id);
            void onDone();
          }}
        />
      )}
      {printed !== undefined && <LabelSheet ids={[printed]} onClose={() => setPrinted(undefined)} />}
    </>
  );
}

interface MissingProps {
  readonly missing: readonly Missing[];
  readonly onTake: (missing: Missing) => void;
}
/** Dishes without a sample. */
function MissingBox({ missing, onTake }: MissingProps): ReactNode {
  const word = useWords(productionTexts);
  const codes = useAllowedCodes();
  if (missing.length === 0) return null;
  return (
    <section className="kitchen-box kitchen-alarm" aria-label={word('samples.missing')}>
      <header>
        <h2>{word('samples.missing')}</h2>
      </header>
      <ul>
        {missing.map((each) => (
          <li key={each.produceId}>
            <span className="kitchen-name">
              {each.dishName}
              <small>
                {each.mealName} {each.produceTime.slice(11, 16)}
                {each.isOverdue && (
                  <>
                    {' '}
                    <Status tone="stop" word={word('samples.overdue')} />
                  </>
                )}
              </small>
            </span>
            {codes.has('gearlabel_add') && (
              <Button size="large" type="primary" danger={each.isOverdue} onClick={() => onTake(each)}>
                {word('samples.take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DueProps {
  readonly due: Board['toDestroy'];
  readonly onDestroy: (sample: Board['toDestroy'][number]) => Promise<void>;
}
/** Samples that were kept long enough. */
function DueBox({ due, onDestroy }: DueProps): ReactNode {
  const word = useWords(productionTexts);
  const codes = useAllowedCodes();
  if (due.length === 0) return null;
  return (
    <section className="kitchen-box" aria-label={word('samples.due')}>
      <header>
        <h2>{word('samples.due')}</h2>
      </header>
      <ul>
        {due.map((each) => (
          <li key={each.id}>
            <span className="kitchen-name">
              {each.labelName}
              <small>
                {each.labelNo} · {word('samples.until', { time: each.sampleExpire.slice(0, 16) })}
              </small>
            </span>
            {codes.has('gearfoodwaste_add') && (
              <Button size="large" onClick={() => void onDestroy(each)}>
                {word('samples.destroy')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DialogProps {
  readonly missing: Missing;
  readonly stallId: string;
  readonly onClose: () => void;
  readonly onMade: (labelId: string) => void;
}
/** How heavy a sample is; its label is printed in the same go. */
function SampleDialog({ missing, stallId, onClose, onMade }: DialogProps): ReactNode {
  const word = useWords(productionTexts);
  const text = useText();
  const notify = useNotify();
  const [grams, setGrams] = useState<number>(USUAL_GRAMS);
  const [busy, setBusy] = useState(false);
  const take = async (): Promise<void> => {
    setBusy(true);
    try {
      const { id } = await post<{ readonly id: string }>(callOf(gearLabel, 'saveOrUpdate'), {
        json: { produceId: missing.produceId, gearOperationDeptId: stallId, labelType: 'sample', weightG: grams },
      });
      notify.done(word('samples.kept'));
      onMade(id);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={word('samples.title', { dish: missing.dishName })}
      okText={word('samples.take')}
      cancelText={text('cancel')}
      confirmLoading={busy}
      onOk={() => void take()}
      onCancel={onClose}
    >
      <label className="waste-field">
        <span className="soft">{word('samples.weight')}</span>
        <InputNumber
          size="large"
          min={1}
          precision={0}
          value={grams}
          autoFocus
          onChange={(value) => setGrams(value ?? 0)}
        />
      </label>
    </Modal>
  );
}
