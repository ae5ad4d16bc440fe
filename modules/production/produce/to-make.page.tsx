import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { QueryError } from '../../../kernel/web/query-error.tsx';
import { request } from '../../../kernel/web/request.ts';
import { useWords } from '../../../parts/language/language.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import { KitchenHead } from '../day/kitchen-head.view.tsx';
import { useKitchenDay } from '../day/use-kitchen-day.view.ts';
import { productionTexts } from '../production.texts.ts';
import { toMake } from './produce.calls.ts';
import '../production.css';

type Answer = TypeOf<typeof toMake.answer>;
type Line = Answer['lines'][number];
type Made = Answer['made'][number];

/** 工厂待产: what the factory makes for a day, each a tap from its bill filled in; below it the pots of the day. */
export default function ToMakePage(): ReactNode {
  const word = useWords(productionTexts);
  const day = useKitchenDay();
  const mayMake = useAllowedCodes().has('gearproduce_add');
  const navigate = useNavigate();
  const found = useQuery({
    queryKey: ['to-make', day.stall, day.date],
    queryFn: ({ signal }) => request(toMake, { centralFactoryId: day.stall, date: day.date }, { signal }),
    retry: false,
  });
  const answer = found.data;
  const open = (more: Readonly<Record<string, string>>): void => {
    const { rawStoreId, rawStoreName } = answer!;
    const from =
      rawStoreId === '' ? {} : { fromFactoryWarehouseId: rawStoreId, fromFactoryWarehouseName: rawStoreName };
    const filled = { placeKind: 'factory', bizDate: day.date, ...from, ...more };
    void navigate(`/gear/gearproduce/new?${new URLSearchParams(filled).toString()}`);
  };
  return (
    <div className="kitchen">
      <KitchenHead
        title={word('make.title')}
        day={day}
        places={word('make.factory')}
        stalls={answer?.factories ?? []}
        stallId={answer?.centralFactoryId ?? day.stall}
      >
        {mayMake && answer !== undefined && answer.centralFactoryId !== '' && (
          <Button onClick={() => open({})}>{word('make.other')}</Button>
        )}
      </KitchenHead>
      <QueryError error={found.error} onRetry={() => void found.refetch()} />
      {answer === undefined ? (
        found.error === null && <Skeleton active paragraph={{ rows: 8 }} />
      ) : answer.centralFactoryId === '' ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('make.no-factory')} />
      ) : (
        <>
          <WantedBox lines={answer.lines} mayMake={mayMake} onMake={(line) => open(billOf(line))} />
          <MadeBox made={answer.made} />
        </>
      )}
    </div>
  );
}

/** The bill of a line, as its form opens. */
const billOf = (line: Line): Readonly<Record<string, string>> => ({
  factoryWarehouseId: line.factoryWarehouseId,
  factoryWarehouseName: line.factoryWarehouseName,
  produceType: 'semi',
  dishId: line.dishId,
  dishName: line.dishName,
  ...(isOpen(line) ? { actualQty: line.toMakeQty } : {}),
});
const isOpen = ({ toMakeQty }: Line): boolean => Decimal.of(toMakeQty).isPositive();

interface WantedProps {
  readonly lines: readonly Line[];
  readonly mayMake: boolean;
  readonly onMake: (line: Line) => void;
}
function WantedBox({ lines, mayMake, onMake }: WantedProps): ReactNode {
  const word = useWords(productionTexts);
  return (
    <section className="kitchen-box" aria-label={word('make.open')}>
      <header>
        <h2>{word('make.open')}</h2>
      </header>
      {lines.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('make.none')} />}
      <ul>
        {lines.map((line) => (
          <li key={`${line.factoryWarehouseId} ${line.materialId}`}>
            <span className="kitchen-name">
              {line.materialName}
              <small>
                {line.bomVersion === ''
                  ? word('make.no-bom')
                  : word('make.bom', { version: line.bomVersion, store: line.factoryWarehouseName })}
              </small>
            </span>
            <dl className="kitchen-figures make-figures">
              <Figure name={word('make.wanted')} qty={line.wantedQty} unit={line.unitName} />
              <Figure name={word('make.there')} qty={line.thereQty} unit={line.unitName} />
              <Figure
                name={word('make.open')}
                qty={line.toMakeQty}
                unit={line.unitName}
                instead={isOpen(line) ? undefined : word('make.enough')}
              />
            </dl>
            {mayMake && line.bomVersion !== '' && (
              <Button
                type={isOpen(line) ? 'primary' : 'default'}
                aria-label={word('make.do-what', { material: line.materialName })}
                onClick={() => onMake(line)}
              >
                {word('make.do')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly qty: string;
  readonly unit: string;
  readonly instead?: string | undefined;
}
function Figure({ name, qty, unit, instead }: FigureProps): ReactNode {
  const shown = shownQuantity(qty, unit);
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{instead ?? `${shown.figure} ${shown.unit}`}</dd>
    </div>
  );
}

function MadeBox({ made }: { readonly made: readonly Made[] }): ReactNode {
  const word = useWords(productionTexts);
  return (
    <section className="kitchen-box" aria-label={word('make.made')}>
      <header>
        <h2>{word('make.made')}</h2>
      </header>
      {made.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('make.made-none')} />}
      <ul>
        {made.map((pot) => {
          const { figure, unit } = shownQuantity(pot.actualQty, pot.unitName);
          return (
            <li key={pot.id}>
              <span className="kitchen-name">
                <GuardedLink to={`/gear/gearproduce/${pot.id}`}>{pot.name}</GuardedLink>
                <small className="figures">
                  {[
                    pot.produceTime.slice(11, 16),
                    pot.operatorName,
                    pot.coreTemp === '' ? '' : `${Decimal.of(pot.coreTemp).toString()} °C`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <span className="figures">
                {figure} {unit}
              </span>
              <span className="soft figures">
                {pot.yieldPct === ''
                  ? word('make.cut')
                  : `${word('make.yield')} ${Decimal.of(pot.yieldPct).toString()} %`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
