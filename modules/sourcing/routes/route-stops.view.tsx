import { DownOutlined, HolderOutlined, UpOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import type { LineRow, LinesOf } from '../../../kernel/core/declaration.ts';
import type { NamesOf } from '../../../kernel/core/field.ts';
import { queries, useAllowed } from '../../../kernel/web/queries.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { get, post } from '../../../parts/client/api.ts';
import { useWords } from '../../../parts/language/language.ts';
import { usePhone } from '../../../parts/hooks/screen.ts';
import type { deliveryRoute } from './delivery-route.resource.ts';
import { routeTexts } from './delivery-route.texts.ts';
import { RouteSketch } from './route-sketch.view.tsx';
import { moved, stopProblems, type RouteStop } from './route-stops.rules.ts';
import './delivery-route.css';

type StopLines = LinesOf<typeof deliveryRoute>['stops'];
type StopLine = LineRow<StopLines> & NamesOf<StopLines['fields']> & { readonly id: string };
export interface StopPlace {
  readonly stopId: string;
  readonly unloadName: string;
  readonly address: string;
  readonly longitude: string;
  readonly latitude: string;
  readonly receiveStart: string;
  readonly receiveEnd: string;
}
interface Route {
  readonly id: string;
  readonly version: number;
  readonly departTime: string;
  readonly stops: readonly StopLine[];
  readonly places: readonly StopPlace[];
}

interface Props {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** The stops of one route in their order, moved by drag or by key, beside a sketch of where they lie. */
export function RouteStops({ id, name, onClose }: Props) {
  const word = useWords(routeTexts);
  const phone = usePhone();
  const { data } = useQuery({
    queryKey: ['deliveryroute', id],
    queryFn: ({ signal }) => get<Route>('/store-management/deliveryroute/detail', { id }, signal),
  });
  return (
    <Drawer open size={phone ? '100%' : 960} title={word('title', { name })} onClose={onClose}>
      {data === undefined ? (
        <Skeleton active />
      ) : data.stops.length === 0 ? (
        <p className="soft">{word('empty')}</p>
      ) : (
        <Arranging key={data.version} route={data} />
      )}
    </Drawer>
  );
}

const nameOf = (stop: StopLine): string => stop.warehouseName || stop.projectDeptSysName;

function Arranging({ route }: { readonly route: Route }) {
  const word = useWords(routeTexts);
  const notify = useNotify();
  const mayEdit = useAllowed('deliveryroute_edit');
  const [stops, setStops] = useState<readonly StopLine[]>(() => route.stops.toSorted((a, b) => a.stopSeq - b.stopSeq));
  const [said, setSaid] = useState('');
  const [saving, setSaving] = useState(false);
  const places = new Map(route.places.map((place) => [place.stopId, place]));
  const problems = Map.groupBy(
    stopProblems(
      route.departTime,
      stops.map((stop) => rulesStop(stop, places)),
    ),
    (p) => p.stopId,
  );
  const move = (from: number, to: number): void => {
    const next = moved(stops, from, to);
    if (next === stops) return;
    setStops(next);
    setSaid(word('placed', { name: nameOf(stops[from]!), place: to + 1 }));
  };
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await post('/store-management/deliveryroute/submit', {
        json: {
          id: route.id,
          version: route.version,
          stops: stops.map((stop, index) => ({ ...stop, stopSeq: index + 1 })),
        },
      });
      notify.done(word('saved'));
      await queries.invalidateQueries({ queryKey: ['deliveryroute', route.id] });
    } catch (error) {
      notify.error(error);
    } finally {
      setSaving(false);
    }
  };
  const isChanged = stops.some(
    (stop, index) => stop.id !== route.stops.toSorted((a, b) => a.stopSeq - b.stopSeq)[index]!.id,
  );
  return (
    <div className="route-arranging">
      <div>
        <p className="soft">{word('lead')}</p>
        <p className="figures">{word('departs', { time: route.departTime })}</p>
        <StopList
          stops={stops}
          problems={
            new Map([...problems].map(([stopId, found]) => [stopId, found.map(({ kind }) => word(`problem.${kind}`))]))
          }
          places={places}
          {...(mayEdit ? { onMove: move } : {})}
        />
        <p aria-live="polite" className="route-said">
          {said}
        </p>
        {mayEdit && (
          <Button type="primary" disabled={!isChanged} loading={saving} onClick={() => void save()}>
            {word('save')}
          </Button>
        )}
      </div>
      <RouteSketch stops={stops.map((stop) => ({ name: nameOf(stop), place: places.get(stop.id) }))} />
    </div>
  );
}

function rulesStop(stop: StopLine, places: ReadonlyMap<string, StopPlace>): RouteStop {
  const place = places.get(stop.id);
  return {
    id: stop.id,
    name: nameOf(stop),
    windowStart: stop.windowStart || null,
    windowEnd: stop.windowEnd || null,
    receiveStart: place?.receiveStart || null,
    receiveEnd: place?.receiveEnd || null,
  };
}

interface ListProps {
  readonly stops: readonly StopLine[];
  readonly problems: ReadonlyMap<string, readonly string[]>;
  readonly places: ReadonlyMap<string, StopPlace>;
  /** Absent: the person may only look. */
  readonly onMove?: (from: number, to: number) => void;
}

function StopList({ stops, problems, places, onMove }: ListProps) {
  const word = useWords(routeTexts);
  const dragged = useRef<number | undefined>(undefined);
  const [over, setOver] = useState<number>();
  return (
    <ol className="route-stops">
      {stops.map((stop, index) => {
        const name = nameOf(stop);
        const window = [stop.windowStart, stop.windowEnd].filter(Boolean).join('–');
        return (
          <li
            key={stop.id}
            className={over === index ? 'is-over' : undefined}
            draggable={onMove !== undefined}
            onDragStart={() => (dragged.current = index)}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(index);
            }}
            onDragEnd={() => setOver(undefined)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(undefined);
              if (dragged.current !== undefined) onMove?.(dragged.current, index);
            }}
          >
            {onMove !== undefined && <HolderOutlined aria-hidden className="route-handle" />}
            <span className="route-number figures">{index + 1}</span>
            <span className="route-stop">
              <strong>{name}</strong>
              <span className="soft">
                {[stop.projectDeptSysName, places.get(stop.id)?.unloadName, places.get(stop.id)?.address]
                  .filter((each) => each !== undefined && each !== '' && each !== name)
                  .join(' · ')}
              </span>
              <span className="figures soft">
                {[window, word('loaded', { place: stops.length - index })].filter(Boolean).join(' · ')}
              </span>
              {problems.get(stop.id)?.map((problem) => (
                <span key={problem} className="route-problem">
                  {problem}
                </span>
              ))}
            </span>
            {onMove !== undefined && (
              <span className="route-moves">
                <Button
                  size="small"
                  icon={<UpOutlined />}
                  aria-label={word('up', { name })}
                  disabled={index === 0}
                  onClick={() => onMove(index, index - 1)}
                />
                <Button
                  size="small"
                  icon={<DownOutlined />}
                  aria-label={word('down', { name })}
                  disabled={index === stops.length - 1}
                  onClick={() => onMove(index, index + 1)}
                />
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
