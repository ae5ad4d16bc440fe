import { GuardedLink } from '../../kernel/web/guarded-link.tsx';
import { useWords } from '../../parts/language/language.ts';
import { NextStep } from '../../parts/next-step/next-step.tsx';
import { otherMovesTexts } from './other-moves.texts.ts';

interface Props {
  readonly row: {
    readonly status: string;
    readonly billCode: string;
    readonly reversal: string;
    readonly factoryWarehouseId: string | null;
  };
  readonly lines: number;
}

/** Of a posted bill: that it is in the books, what was reversed, and where its moves are. */
export function PostedNote({ row: { status, billCode, reversal, factoryWarehouseId }, lines }: Props) {
  const word = useWords(otherMovesTexts);
  if (status !== 'done') return null;
  const words =
    reversal === 'none' ? word('posted', { count: lines }) : word(reversal === 'mirror' ? 'mirror' : 'reversed');
  return (
    <NextStep words={words}>
      <GuardedLink
        to={`/store/${factoryWarehouseId ? 'factorystockbatchlogs' : 'stockbatchlogs'}?billCode_equal=${encodeURIComponent(billCode)}`}
      >
        {word('moves')}
      </GuardedLink>
    </NextStep>
  );
}
