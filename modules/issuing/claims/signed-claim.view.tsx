import { Input } from 'antd';
import { type ReactNode, useId } from 'react';
import { picturesFace } from '../../../kernel/web/kinds/files.tsx';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { lotClaimFields, ownBearers, ownOutcomes } from './difference-choices.ts';
import { outcomeFor } from './difference-claim.rules.ts';
import { issuingTexts } from '../issuing.texts.ts';
import { KINDS, needsPhoto, overOf, type SentLot, type Signed, type SignedPhoto } from '../signing-entry.rules.ts';

const CAUSES = {
  short: 'cause.short',
  damaged: 'cause.damaged',
  quality: 'cause.spoiled',
  wrong: 'cause.wrong',
} as const satisfies Readonly<Record<(typeof KINDS)[number], keyof typeof issuingTexts>>;

interface Props {
  readonly lot: SentLot;
  readonly now: Signed;
  readonly opensCases: boolean;
  readonly onChange: (change: Partial<Signed>) => void;
}

/** What is said of a lot that came otherwise: its cause; where another agrees, also bearer and outcome. */
export function SignedClaim({ lot, now, opensCases, onChange }: Props): ReactNode {
  const word = useWords(issuingTexts);
  const over = overOf(lot, now);
  const unit = lot.second?.isWeight === true ? lot.second.unit : lot.unit;
  return (
    <>
      {over === undefined ? (
        <Kinds now={now} onChange={onChange} />
      ) : (
        <p className="pick-short">{word('kind.over', { qty: over, unit })}</p>
      )}
      <Input
        size="large"
        maxLength={200}
        placeholder={word('cause')}
        aria-label={word('cause')}
        value={now.cause}
        onChange={(event) => onChange({ cause: event.target.value })}
      />
      {(opensCases || over !== undefined) && (
        <Decision lot={lot} now={now} isOver={over !== undefined} onChange={onChange} />
      )}
    </>
  );
}

/** The kinds as buttons; what one is called is the cause until somebody writes another. */
function Kinds({ now, onChange }: Pick<Props, 'now' | 'onChange'>): ReactNode {
  const word = useWords(issuingTexts);
  return (
    <div className="pick-reasons">
      {KINDS.map((kind) => {
        const cause = word(CAUSES[kind]);
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={now.kind === kind || (now.kind === undefined && now.cause === cause)}
            onClick={() => onChange({ kind, cause })}
          >
            {cause}
          </button>
        );
      })}
    </div>
  );
}

function Decision({
  lot,
  now,
  isOver,
  onChange,
}: Pick<Props, 'lot' | 'now' | 'onChange'> & { readonly isOver: boolean }): ReactNode {
  const word = useWords(issuingTexts);
  const kind = isOver ? 'over' : (now.kind ?? 'short');
  return (
    <>
      <Choice
        label={word('outcome')}
        options={ownOutcomes(isOver)}
        value={now.outcome ?? outcomeFor({ differenceType: kind, outcome: null })}
        onChange={(outcome) => onChange({ outcome })}
      />
      <Choice
        label={word('bearer')}
        options={ownBearers}
        value={now.bearer ?? 'sender'}
        onChange={(bearer) => onChange({ bearer })}
      />
      {kind === 'wrong' && (
        <div className="sign-instead">
          <Input
            size="large"
            maxLength={40}
            placeholder={word('instead')}
            aria-label={word('instead')}
            value={now.instead ?? ''}
            onChange={(event) => onChange({ instead: event.target.value })}
          />
          <Input
            size="large"
            inputMode="decimal"
            placeholder={word('instead.qty')}
            aria-label={word('instead.qty')}
            value={now.insteadQty ?? ''}
            onChange={(event) => onChange({ insteadQty: event.target.value.trim() })}
          />
        </div>
      )}
      <Photos photos={now.photos ?? []} required={needsPhoto(lot, now)} onChange={(photos) => onChange({ photos })} />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly (readonly [value: string, zh: string, en: string, ...unknown[]])[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}
function Choice({ label, options, value, onChange }: ChoiceProps): ReactNode {
  const language = useLanguage();
  return (
    <div className="sign-choice" role="group" aria-label={label}>
      <span className="soft">{label}</span>
      <div className="pick-reasons">
        {options.map(([option, zh, en]) => (
          <button key={option} type="button" aria-pressed={value === option} onClick={() => onChange(option)}>
            {language === 'zh' ? zh : en}
          </button>
        ))}
      </div>
    </div>
  );
}

const { Input: PicturesInput } = picturesFace;

function Photos({
  photos,
  required,
  onChange,
}: {
  readonly photos: readonly SignedPhoto[];
  readonly required: boolean;
  readonly onChange: (photos: readonly SignedPhoto[]) => void;
}): ReactNode {
  const word = useWords(issuingTexts);
  const id = useId();
  return (
    <div className="sign-choice" role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className="soft">
        {word('photos')}
        {required && (
          <i aria-hidden="true" className="pick-short">
            {' '}
            *
          </i>
        )}
      </span>
      <PicturesInput
        id={id}
        name="pictures"
        field={lotClaimFields.pictures}
        value={photos.map((photo) => photo.id)}
        row={{ picturesFiles: photos }}
        onChange={(_, beside) => onChange((beside?.['picturesFiles'] as readonly SignedPhoto[] | undefined) ?? [])}
      />
    </div>
  );
}
