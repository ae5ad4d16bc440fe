import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { queries, useAllowed } from '../../kernel/web/queries.ts';
import { request } from '../../kernel/web/request.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { intent } from '../../parts/client/api.ts';
import { useWords } from '../../parts/language/language.ts';
import { Stepper } from '../issuing/stepper.view.tsx';
import { crateBalance } from './crate-balance.resource.ts';
import { crateMovement } from './crate-movement.resource.ts';
import { cratesOfBill, handOver, type CratesOfBill as Crates } from './crates.calls.ts';
import { crateTexts } from './crates.texts.ts';
import '../issuing/issuing.css';
import './crates.css';

type BillType = 'factoryorder' | 'invinstore' | 'factorysuppressinstore' | 'factorywarehouseinstore';
interface Props {
  readonly billType: BillType;
  readonly billId: string;
  /** Whether some go out with it by hand; what ships writes that itself. */
  readonly sends: boolean;
}
type Entered = Readonly<Record<string, string>>;
const NONE: Entered = {};

/** Crates of a document: what its partner holds, what went out on it, and what is brought back. */
export default function CratesOfBill({ billType, billId, sends }: Props): ReactNode {
  const word = useWords(crateTexts);
  const sees = useAllowed('cratemovement_view');
  const mayEnter = useAllowed('cratemovement_handover');
  const key = useMemo(() => ['crates-of-bill', billType, billId], [billType, billId]);
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request(cratesOfBill, { billType, billId }, { signal }),
    enabled: sees,
  });
  if (data == null || data.lines.length === 0) return null;
  return (
    <section className="crates" aria-label={word('crates')}>
      <h2>
        {word('crates')} <small className="soft">{word('with.bill', { partner: data.partnerName })}</small>
      </h2>
      <Table
        {...{ data, billType, billId, sends, mayEnter }}
        onEntered={() => queries.invalidateQueries({ queryKey: key })}
      />
    </section>
  );
}

interface CountProps {
  readonly name: string;
  /** What is counted of it. */
  readonly title: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}
/** So many of a type, with two big buttons. */
export function CrateCount({ name, title, value = '0', onChange }: CountProps): ReactNode {
  const word = useWords(crateTexts);
  return (
    <span className="crate-count">
      <small className="soft">{title}</small>
      <Stepper
        value={value}
        unit={word('pieces')}
        step="1"
        label={`${title} ${name}`}
        less={word('less')}
        more={word('more')}
        wrong={!/^\d{0,4}$/.test(value)}
        onChange={onChange}
      />
    </span>
  );
}
/** What was typed as a count; nothing where it is none. */
export const countOf = (value: string | undefined): number =>
  value !== undefined && /^\d{1,4}$/.test(value) ? Number(value) : 0;

interface TableProps extends Props {
  readonly data: Crates;
  readonly mayEnter: boolean;
  readonly onEntered: () => Promise<unknown>;
}
function Table({ data, billType, billId, sends, mayEnter, onEntered }: TableProps): ReactNode {
  const word = useWords(crateTexts);
  const notify = useNotify();
  const [out, setOut] = useState<Entered>(NONE);
  const [back, setBack] = useState<Entered>(NONE);
  const [busy, setBusy] = useState(false);
  const once = useMemo(() => intent(), []);
  const details = data.lines
    .map(({ crateTypeId }) => ({ crateTypeId, outQty: countOf(out[crateTypeId]), backQty: countOf(back[crateTypeId]) }))
    .filter(({ outQty, backQty }) => outQty + backQty > 0);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = { billType, billId, details };
      await request(handOver, body, { key: once.keyFor([body, data]) });
      notify.done(word('entered'));
      setOut(NONE);
      setBack(NONE);
      await Promise.all([onEntered(), invalidateLists(crateBalance), invalidateLists(crateMovement)]);
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ul>
        {data.lines.map(({ crateTypeId, name, heldQty, outQty, backQty }) => (
          <li key={crateTypeId}>
            <strong>{name}</strong>
            <span className="soft figures">
              {word('held')} {heldQty}
              {outQty !== 0 && ` · ${word('out')} ${outQty}`}
              {backQty !== 0 && ` · ${word('back')} ${backQty}`}
            </span>
            {mayEnter && sends && (
              <CrateCount
                name={name}
                title={word('out.now')}
                value={out[crateTypeId]}
                onChange={(qty) => setOut((now) => ({ ...now, [crateTypeId]: qty }))}
              />
            )}
            {mayEnter && (
              <CrateCount
                name={name}
                title={word('back.now')}
                value={back[crateTypeId]}
                onChange={(qty) => setBack((now) => ({ ...now, [crateTypeId]: qty }))}
              />
            )}
          </li>
        ))}
      </ul>
      {mayEnter && (
        <Button disabled={details.length === 0} loading={busy} onClick={() => void save()}>
          {word('save')}
        </Button>
      )}
    </>
  );
}
