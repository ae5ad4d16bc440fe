import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Segmented, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { ref } from '../../../kernel/core/field.ts';
import { callOf } from '../../../kernel/web/catalogue.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { picturesFace } from '../../../kernel/web/kinds/files.tsx';
import { queries } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { intent, post } from '../../../parts/client/api.ts';
import { NumberPad } from '../../../parts/inputs/number-pad.tsx';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { kitchenBoard } from '../day/kitchen-day.calls.ts';
import { KitchenHead } from '../day/kitchen-head.view.tsx';
import { useKitchenDay } from '../day/use-kitchen-day.view.ts';
import { productionTexts } from '../production.texts.ts';
import { gearFoodWaste, wasteKinds, type WasteKind } from './food-waste.document.ts';
import { WasteToday } from './waste-today.view.tsx';
import '../production.css';

/** Kinds in the order they are tapped most; samples are destroyed from the board, which knows them. */
const TILES: readonly WasteKind[] = ['plate', 'overproduction', 'trim', 'spoiled', 'drop'];
const MATERIAL = ref('物料', 'Material', 'material');
const DISH = ref('菜品', 'Dish', 'dish');
const Cause = faceOf(gearFoodWaste.fields.wasteCause).Input;
const { Input: Photos } = picturesFace;

type Values = Readonly<Record<string, unknown>>;
interface Entry {
  readonly wasteKind: WasteKind;
  readonly wasteCause: string;
  readonly of: 'dish' | 'material';
  readonly what: string;
  readonly names: Values;
  readonly weight: string;
  readonly photos: readonly string[];
}
const EMPTY: Entry = {
  wasteKind: 'plate',
  wasteCause: 'over-plan',
  of: 'dish',
  what: '',
  names: {},
  weight: '',
  photos: [],
};

/** 登记浪费: what kind, of what, how heavy. Kind and cause stay for the next; a row of bins takes seconds each. */
export default function WastePadPage(): ReactNode {
  const word = useWords(productionTexts);
  const day = useKitchenDay();
  const found = useQuery({
    queryKey: ['kitchen-board', day.stall, day.date],
    queryFn: ({ signal }) => request(kitchenBoard, { gearOperationDeptId: day.stall, date: day.date }, { signal }),
    retry: false,
  });
  const board = found.data;
  return (
    <div className="kitchen">
      <KitchenHead title={word('waste')} day={day} stalls={board?.stalls ?? []} stallId={board?.stallId ?? day.stall}>
        <GuardedLink to="/gear/gearfoodwaste">{word('waste.list')}</GuardedLink>
      </KitchenHead>
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
      {board === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : board.stallId === '' ? (
        <Empty description={word('no-stall')} />
      ) : (
        <div className="waste-room">
          <Pad stallId={board.stallId} date={board.date} />
          <WasteToday stallId={board.stallId} date={board.date} />
        </div>
      )}
    </div>
  );
}

function usePad(stallId: string, date: string) {
  const word = useWords(productionTexts);
  const notify = useNotify();
  const [entry, setEntry] = useState<Entry>(EMPTY);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState(0);
  const once = useMemo(() => intent(), []);
  const change = (more: Partial<Entry>): void => setEntry((now) => ({ ...now, ...more }));
  const save = async (): Promise<void> => {
    const isPlate = entry.wasteKind === 'plate';
    const json = {
      gearOperationDeptId: stallId,
      bizDate: date,
      wasteKind: entry.wasteKind,
      wasteCause: entry.wasteCause,
      weightKg: entry.weight,
      ...(isPlate || entry.what === '' ? {} : { [entry.of === 'dish' ? 'dishId' : 'materialId']: entry.what }),
      ...(entry.photos.length === 0 ? {} : { pictures: entry.photos }),
    };
    setBusy(true);
    try {
      await post(callOf(gearFoodWaste, 'submit'), { json, key: once.keyFor({ ...json, made }) });
      notify.done(word('waste.done', { weight: entry.weight }));
      change({ weight: '', photos: [], names: { ...entry.names, picturesFiles: [] } });
      setMade((count) => count + 1);
      await queries.invalidateQueries({ queryKey: ['waste-today'] });
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return { entry, change, save, busy };
}

function Pad({ stallId, date }: { readonly stallId: string; readonly date: string }): ReactNode {
  const word = useWords(productionTexts);
  const { entry, change, save, busy } = usePad(stallId, date);
  const isPlate = entry.wasteKind === 'plate';
  const isWeight = Decimal.isText(entry.weight) && Decimal.of(entry.weight).isPositive();
  return (
    <form
      className="waste-pad"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Tiles entry={entry} onChange={change} />
      {!isPlate && <WhatInput entry={entry} onChange={change} />}
      <div className="waste-beside">
        <label className="waste-field" htmlFor="waste-cause">
          <span className="soft">{word('waste.cause')}</span>
          <Cause
            id="waste-cause"
            name="wasteCause"
            field={gearFoodWaste.fields.wasteCause}
            value={entry.wasteCause}
            row={entry.names}
            onChange={(value) => change({ wasteCause: String(value ?? '') })}
          />
        </label>
        <div className="waste-field">
          <span className="soft">{word('waste.photo')}</span>
          <Photos
            id="waste-photo"
            name="pictures"
            field={gearFoodWaste.fields.pictures}
            value={entry.photos}
            row={entry.names}
            onChange={(value, beside) =>
              change({ photos: (value as readonly string[] | null) ?? [], names: { ...entry.names, ...beside } })
            }
          />
        </div>
      </div>
      <NumberPad
        value={entry.weight}
        unit="kg"
        label={word('waste.weight')}
        back={word('waste.back')}
        onChange={(weight) => change({ weight })}
      />
      <Button htmlType="submit" type="primary" size="large" block loading={busy} disabled={!isWeight}>
        {word('waste.save')}
      </Button>
    </form>
  );
}

interface EntryProps {
  readonly entry: Entry;
  readonly onChange: (more: Partial<Entry>) => void;
}
/** Kinds as tiles. */
function Tiles({ entry, onChange }: EntryProps): ReactNode {
  const word = useWords(productionTexts);
  const label = useLabel();
  return (
    <div className="waste-tiles" role="group" aria-label={word('waste.kind')}>
      {TILES.map((kind) => {
        const [, zh, en] = wasteKinds.find(([each]) => each === kind)!;
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={entry.wasteKind === kind}
            onClick={() =>
              onChange({
                wasteKind: kind,
                ...(kind === 'overproduction' ? { of: 'dish' } : kind === 'trim' ? { of: 'material' } : {}),
              })
            }
          >
            {label({ zh, en })}
          </button>
        );
      })}
    </div>
  );
}

/** The dish or material that was thrown away. */
function WhatInput({ entry, onChange }: EntryProps): ReactNode {
  const word = useWords(productionTexts);
  const field = entry.of === 'dish' ? DISH : MATERIAL;
  const What = faceOf(field).Input;
  return (
    <div className="waste-field">
      <Segmented<Entry['of']>
        aria-label={word('waste.of')}
        value={entry.of}
        disabled={entry.wasteKind === 'overproduction'}
        onChange={(of) => onChange({ of, what: '', names: {} })}
        options={[
          { value: 'dish', label: word('waste.dish') },
          { value: 'material', label: word('waste.material') },
        ]}
      />
      <What
        key={entry.of}
        id="waste-what"
        name="whatId"
        field={field}
        value={entry.what}
        row={{ ...entry.names, whatId: entry.what }}
        placeholder={word(entry.of === 'dish' ? 'waste.dish' : 'waste.material')}
        onChange={(value, beside) => onChange({ what: String(value ?? ''), names: { ...entry.names, ...beside } })}
      />
    </div>
  );
}
