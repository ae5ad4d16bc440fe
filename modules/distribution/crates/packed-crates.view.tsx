import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { queries, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { CrateCount } from '../../crates/crates-of-bill.view.tsx';
import { crateTexts } from '../../crates/crates.texts.ts';
import { packCrates, packedCrates } from './packed-crates.calls.ts';

/** After the last press so long, what was counted is kept. */
const PAUSE_MS = 500;
const KEY = 'packed-crates';

interface Props {
  readonly orderNos: readonly string[];
}
/** Crates made ready for orders that have not left: counted as they are filled, sent out when the order ships. */
export default function PackedCrates({ orderNos }: Props): ReactNode {
  const word = useWords(crateTexts);
  const codes = useAllowedCodes();
  const asked = orderNos.join(',');
  const { data = [] } = useQuery({
    queryKey: [KEY, asked],
    queryFn: ({ signal }) => request(packedCrates, { orderNos: asked }, { signal }),
    enabled: asked !== '' && codes.has('distributionstatementlogs_view'),
  });
  const { entered, pack } = usePacking();
  const mayPack = codes.has('distributionstatementlogs_sort');
  return data.map(({ orderNo, siteName, lines }) => (
    <section key={orderNo} className="crates" aria-label={`${word('ready')} ${orderNo}`}>
      <h2>
        {word('ready')}{' '}
        <small className="soft">
          {siteName} · {orderNo} · {word('ready.hint')}
        </small>
      </h2>
      <ul>
        {lines.map(({ crateTypeId, name, qty, heldQty }) => (
          <li key={crateTypeId}>
            <strong>{name}</strong>
            <span className="soft figures">
              {word('held')} {heldQty}
            </span>
            {mayPack ? (
              <CrateCount
                name={name}
                title={word('ready')}
                value={entered[`${orderNo}/${crateTypeId}`] ?? String(qty)}
                onChange={(typed) => pack(orderNo, crateTypeId, typed)}
              />
            ) : (
              <span className="figures">
                {word('ready')} {qty}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** What was counted and is not kept yet; it is sent once nobody presses any more, also where the page is left. */
function usePacking() {
  const notify = useNotify();
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const pack = (orderNo: string, crateTypeId: string, typed: string): void => {
    const key = `${orderNo}/${crateTypeId}`;
    setEntered((now) => ({ ...now, [key]: typed }));
    clearTimeout(waiting.current.get(key));
    if (!/^\d{1,4}$/.test(typed)) return;
    const keep = async (): Promise<void> => {
      try {
        await request(packCrates, { orderNo, crateTypeId, qty: Number(typed) });
      } catch (error) {
        notify.error(error);
      }
      await queries.invalidateQueries({ queryKey: [KEY] });
      setEntered(({ [key]: last, ...others }) =>
        last === typed || last === undefined ? others : { ...others, [key]: last },
      );
    };
    waiting.current.set(
      key,
      setTimeout(() => void keep(), PAUSE_MS),
    );
  };
  return { entered, pack };
}
