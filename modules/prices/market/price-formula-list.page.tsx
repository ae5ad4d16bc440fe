import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ref } from '../../../kernel/core/field.ts';
import { get } from '../../../parts/client/api.ts';
import { request } from '../../../kernel/web/request.ts';
import { faceOf } from '../../../kernel/web/kinds/faces.ts';
import { grouped, unitPriceText } from '../../../parts/quantities/amount.rules.ts';
import { Status } from '../../../kernel/web/kinds/status.tsx';
import type { ListRow } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { usePhone } from '../../../parts/hooks/screen.ts';
import { useLabel, useWords } from '../../../parts/language/language.ts';
import { formulaSentence, saysPrice, type FormulaBand, type FormulaValues } from './formula-sentence.rules.ts';
import { tryFormula } from './price-formula.calls.ts';
import { priceFormula } from './price-formula.resource.ts';
import { formulaTexts } from './price-formula.texts.ts';
import './price-formula.css';

const MATERIAL = ref('物料', 'Material', 'material');
const above = (id: string) => <Trial key={id} id={id} />;

const COLUMNS = {
  sentence: ({ sentence }: ListRow<typeof priceFormula, 'sentence'>) => (
    <span className="figures" title={sentence ?? ''}>
      {sentence}
    </span>
  ),
};
/**
 * Formulas, each as a sentence; above one that is open stands what it would make of a material today, and how the price
 * goes with the reference.
 */
export default function PriceFormulaListPage() {
  return (
    <ListPage
      of={priceFormula}
      columns={COLUMNS}
      above={above}
      whileEditing={(values, lines) => <Sentence values={values} bands={lines.bands} />}
    />
  );
}

interface SentenceProps {
  readonly values: FormulaValues;
  readonly bands: readonly FormulaBand[];
}
/** The formula as it reads while it is typed. */
function Sentence({ values, bands }: SentenceProps) {
  const word = useWords(formulaTexts);
  const label = useLabel();
  return (
    <section className="formula-reads" aria-live="polite" aria-label={word('reads')}>
      <span className="soft">{word('reads')}</span>
      <p className="figures">
        {saysPrice(values, bands) ? (
          label(formulaSentence(values, bands))
        ) : (
          <span className="soft">{word('reads.first')}</span>
        )}
      </p>
    </section>
  );
}

interface Band {
  readonly fromPrice: string;
  readonly toPrice: string | null;
  readonly method: 'markup' | 'discount' | 'add';
  readonly rate: string | null;
  readonly addAmount: string | null;
}
interface Cliff {
  readonly at: string;
  readonly below: string;
  readonly above: string;
}
interface Stored {
  readonly materialId: string;
  readonly materialName?: string;
  readonly bands: readonly Band[];
  readonly cliffs: readonly Cliff[] | null;
}
const signed = (percent: string): string => (percent.startsWith('-') ? percent.replace('-', '−') : `+${percent}`);

function Trial({ id }: { readonly id: string }) {
  const word = useWords(formulaTexts);
  const [chosen, setChosen] = useState<{ readonly materialId: string; readonly materialName: string }>();
  const { data: stored } = useQuery({
    queryKey: ['priceformula', 'detail', id],
    queryFn: ({ signal }) => get<Stored>('/master-data/priceformula/detail', { id }, signal),
  });
  const chosenGoods =
    chosen ??
    (stored?.materialId ? { materialId: stored.materialId, materialName: stored.materialName ?? '' } : undefined);
  const { data: tried } = useQuery({
    queryKey: ['priceformula', 'try', id, chosenGoods?.materialId],
    enabled: chosenGoods !== undefined && chosenGoods.materialId !== '',
    queryFn: ({ signal }) => request(tryFormula, { id, materialId: chosenGoods!.materialId }, { signal }),
  });
  const { Input } = faceOf(MATERIAL);
  const bands = stored?.bands ?? [];
  const [found] = tried ?? [];
  return (
    <section className="formula-trial" aria-label={word('trial')}>
      <h2>{word('trial')}</h2>
      <div className="trial-line">
        <label htmlFor={`trial-${id}`} className="soft">
          {word('material')}
        </label>
        <div className="trial-material">
          <Input
            id={`trial-${id}`}
            name="materialId"
            field={MATERIAL}
            value={chosenGoods?.materialId ?? null}
            row={chosenGoods ?? {}}
            onChange={(value, beside) =>
              setChosen({ materialId: String(value ?? ''), materialName: String(beside?.['materialName'] ?? '') })
            }
          />
        </div>
        {tried !== undefined && found === undefined && <span className="soft">{word('elsewhere')}</span>}
        {found !== undefined && found.price === null && <span className="soft">{found.reason}</span>}
        {found !== undefined && found.price !== null && (
          <span className="figures">
            {word('result', { reference: unitPriceText(found.referencePrice ?? '0', ''), price: '' })}
            <b>{unitPriceText(found.price, '')}</b>
            {found.oldPrice !== null && (
              <>
                {' '}
                ·{' '}
                <span className="soft">
                  {word('now', {
                    price: unitPriceText(found.oldPrice, ''),
                    change: signed(found.changePercent ?? '0'),
                  })}
                </span>
              </>
            )}
            {found.evidence !== '' && (
              <>
                {' '}
                ·{' '}
                <span className="soft">
                  {word('evidence', { evidence: found.evidence, date: found.referenceDate })}
                </span>
              </>
            )}
          </span>
        )}
        {tried === undefined && <span className="soft">{word('today')}</span>}
      </div>
      {bands.length > 0 && <Curve bands={bands} />}
      {(stored?.cliffs ?? []).length > 0 && (
        <ul>
          {stored!.cliffs!.map((cliff) => (
            <li key={cliff.at}>
              <Status tone="stop" word={word('cliff', { ...cliff })} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A drawing as wide as the screen gives it, so that its words keep their size. */
const [WIDE, NARROW, HEIGHT, EDGE] = [820, 320, 140, 16];
const at = (band: Band, reference: number): number =>
  band.method === 'add'
    ? reference + Number(band.addAmount ?? 0)
    : reference * (1 + ((band.method === 'markup' ? 1 : -1) * Number(band.rate ?? 0)) / 100);

/** The price over its reference, a piece for each band; where it falls from one to the next stands a dashed line. */
function Curve({ bands }: { readonly bands: readonly Band[] }) {
  const word = useWords(formulaTexts);
  const width = usePhone() ? NARROW : WIDE;
  const last = bands.at(-1)!;
  const end = Math.max(Number(last.toPrice ?? 0), Number(last.fromPrice) * 1.6, 1);
  const pieces = bands.map((band) => {
    const [from, to] = [
      Number(band.fromPrice),
      band.toPrice === null || band.toPrice === '' ? end : Number(band.toPrice),
    ];
    return { from, to, first: at(band, from), last: at(band, to) };
  });
  const highest = Math.max(...pieces.flatMap((piece) => [piece.first, piece.last]), 1);
  const x = (figure: number): number =>
    EDGE + ((width - 2 * EDGE) * (figure - pieces[0]!.from)) / (end - pieces[0]!.from);
  const y = (figure: number): number => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * Math.max(0, figure)) / highest;
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={word('curve')}>
        {pieces.map((piece, nr) => (
          <g key={piece.from}>
            <polyline points={`${x(piece.from)},${y(piece.first)} ${x(piece.to)},${y(piece.last)}`} />
            {nr > 0 && pieces[nr - 1]!.last > piece.first && (
              <line
                className="fall"
                x1={x(piece.from)}
                x2={x(piece.from)}
                y1={y(pieces[nr - 1]!.last)}
                y2={y(piece.first)}
              />
            )}
            <text x={x(piece.from)} y={HEIGHT} textAnchor="middle">
              {grouped(String(piece.from))}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}
