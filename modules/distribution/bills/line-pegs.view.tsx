import { useQuery } from '@tanstack/react-query';
import { Alert, Drawer, Skeleton } from 'antd';
import type { InputOf } from '../../../kernel/core/contract.ts';
import { GuardedLink } from '../../../kernel/web/guarded-link.tsx';
import { useText } from '../../../kernel/web/i18n.ts';
import { request } from '../../../kernel/web/request.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { useWords } from '../../../parts/language/language.ts';
import { shownQuantity } from '../../../parts/quantities/shown-quantity.rules.ts';
import type { substitutesOffered } from '../../sourcing/substitutes/substitutes.calls.ts';
import { substituteTexts } from '../../sourcing/substitutes/substitutes.texts.ts';
import { Substitutes } from '../../sourcing/substitutes/substitutes.view.tsx';
import { linePegs } from './distribution.calls.ts';
import { distribution } from './distribution.document.ts';
import { distributionTexts } from './distribution.texts.ts';
import { useMealName } from './use-meal-name.view.ts';

/** The line somebody asked about. */
export interface PeggedLine {
  readonly id: string;
  readonly materialName: string;
  readonly needQty: string;
  readonly netQty: string;
  readonly baseUnitName: string;
  /** For what may stand in for it. */
  readonly materialId: string;
  readonly needDate: string;
  readonly unitId: string;
  readonly unitName: string;
  readonly qty: string;
}
interface Props {
  readonly line: PeggedLine | undefined;
  readonly warehouseId: string | null;
  readonly onClose: () => void;
}

/** "Why 37 kg?": the dishes a line is for, largest first. */
export function LinePegs({ line, warehouseId, onClose }: Props) {
  const word = useWords(distributionTexts);
  const substitutes = useWords(substituteTexts);
  return (
    <Drawer
      open={line !== undefined}
      onClose={onClose}
      mask={false}
      size={440}
      title={line === undefined ? word('pegs.title') : `${line.materialName} · ${word('pegs.title')}`}
    >
      {line !== undefined && (
        <>
          <Pegs key={line.id} line={line} />
          <h3 className="asked-heading">{substitutes('title')}</h3>
          <Substitutes wish={wishOf(line, warehouseId)} unitName={line.unitName} />
        </>
      )}
    </Drawer>
  );
}

const wishOf = (
  { materialId, needDate, unitId, qty }: PeggedLine,
  warehouseId: string | null,
): InputOf<typeof substitutesOffered.input> => ({
  materialId,
  warehouseId,
  date: needDate || null,
  unitId: unitId || null,
  qty: qty || null,
});

function Pegs({ line }: { readonly line: PeggedLine }) {
  const word = useWords(distributionTexts);
  const text = useText();
  const mealName = useMealName();
  const pegs = useQuery({
    queryKey: ['detail', distribution.name, line.id, linePegs.path],
    queryFn: ({ signal }) => request(linePegs, { detailId: line.id }, { signal }),
  });
  if (pegs.error !== null)
    return (
      <Alert
        type="error"
        showIcon
        title={pegs.error instanceof ApiError ? pegs.error.message : text('error.unknown')}
      />
    );
  if (pegs.data === undefined) return <Skeleton active paragraph={{ rows: 5 }} />;
  if (pegs.data.length === 0) return <p className="soft">{word('pegs.none')}</p>;
  const inBase = (qty: string): string => `${shownQuantity(qty, '').figure} ${line.baseUnitName}`;
  return (
    <>
      <ul className="asked-pegs">
        {pegs.data.map((peg) => (
          <li key={`${peg.sourceId} ${peg.dishId} ${peg.path.map(({ dishId }) => dishId).join(' ')}`}>
            <span>
              <strong>
                {peg.path.length > 0 ? peg.path.map(({ dishName }) => dishName).join(' → ') : peg.dishName}
              </strong>
              <span className="soft figures">
                {[
                  peg.mealDate.slice(5),
                  mealName(peg.mealType),
                  peg.gearOperationDeptName,
                  word('pegs.portions', { count: shownQuantity(peg.portions, '').figure }),
                ].join(' · ')}
              </span>
              {peg.originMaterialName !== '' && (
                <span className="soft">{word('pegs.instead', { material: peg.originMaterialName })}</span>
              )}
              <GuardedLink to={peg.link}>{peg.sourceCode}</GuardedLink>
            </span>
            <span className="figures">{inBase(peg.grossQty)}</span>
          </li>
        ))}
      </ul>
      <dl className="asked-pegs-sum">
        <dt>{word('pegs.sum')}</dt>
        <dd className="figures">{inBase(line.needQty)}</dd>
        {line.netQty !== line.needQty && (
          <>
            <dt>{word('pegs.net')}</dt>
            <dd className="figures">{inBase(line.netQty)}</dd>
          </>
        )}
      </dl>
    </>
  );
}
