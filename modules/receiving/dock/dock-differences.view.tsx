import { Alert, Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { useLabel, useLanguage, useWords } from '../../../parts/language/language.ts';
import { amountText } from '../../../parts/quantities/amount.rules.ts';
import {
  bearers,
  differenceTypes,
  NEEDS_PHOTO,
  outcomes,
  ownBearers,
  ownOutcomes,
} from '../../issuing/claims/difference-choices.ts';
import { causesOf, claimAmount } from './claim-causes.rules.ts';
import { useDockAddress } from './dock-address.view.ts';
import { dockTexts, type DockText } from './dock.texts.ts';
import { DockPhotos } from './dock-photos.view.tsx';
import { type Claim, useClaims, useRecordClaims } from './use-claims.view.ts';
import './dock.css';

/** What may become of goods a supplier did not deliver. */
const OFFERED = outcomes.filter(([value]) => ['wait', 'cancel-rest', 're-buy', 'charge'].includes(value));
const AT_ONCE = OFFERED.filter(([value]) => value !== 'wait');
const TYPES = differenceTypes.filter(([value]) => value !== 'over');
const OWN = ownOutcomes(false);
const OWN_ONCE = OWN.filter(([value]) => value !== 'resend');
/** Nobody refuses goods of a supplier without a word of what is wrong with them. */
const TYPES_OF_SUPPLIERS = TYPES.filter(([value]) => value !== 'refused');

/** What may be chosen of a claim: goods one of ours sent have two sides, goods of a supplier one. */
const choicesAt = ({ settlesAtOnce, isSent, sendsAgain }: ReturnType<typeof useDockAddress>) =>
  isSent
    ? { types: TYPES, sides: ownBearers, ends: sendsAgain ? OWN : OWN_ONCE }
    : { types: TYPES_OF_SUPPLIERS, sides: bearers, ends: settlesAtOnce === true ? AT_ONCE : OFFERED };

interface DifferencesProps {
  readonly id: string;
  readonly billCode: string;
  readonly onClose: () => void;
}

/** What did not come, proposed with kind, bearer and outcome: a cause beside each, and the bill can be completed. */
export function DockDifferences(props: DifferencesProps): ReactNode {
  const { claims, ...differences } = useClaims(props.id);
  if (claims === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;
  return <Claims {...props} {...differences} claims={claims} />;
}

interface ClaimsProps extends DifferencesProps, Omit<ReturnType<typeof useClaims>, 'claims'> {
  readonly claims: readonly Claim[];
}
function Claims({ id, billCode, onClose, claims, selfSettling, change, causeForAll, clear }: ClaimsProps): ReactNode {
  const text = useWords(dockTexts);
  const { record, complaints, busy, isUploading, banner } = useRecordClaims({
    id,
    billCode,
    claims,
    clear,
    onRecorded: onClose,
  });
  return (
    <section className="dock" aria-label={text('difference')}>
      <header className="dock-head">
        <div>
          <h1 className="page-title figures" tabIndex={-1}>
            {billCode} · {text('difference')}
          </h1>
        </div>
        <Button onClick={onClose}>{text('back')}</Button>
      </header>
      {banner}
      <Alert
        type="info"
        showIcon
        title={claims.length > 0 ? text('differencesFound', { bill: billCode }) : text('nothingToExplain')}
      />
      <ol className="dock-lines">
        {claims.map((claim, at) => (
          <ClaimLine
            key={`${claim.detailId}-${at}`}
            claim={claim}
            at={at}
            complaint={complaints[at]}
            onChange={(patch) => change(at, patch)}
            {...(claims.length > 1 ? { onCauseForAll: causeForAll } : {})}
          />
        ))}
        {selfSettling.map((claim) => (
          <SelfSettled key={`self-${claim.detailId}`} claim={claim} />
        ))}
      </ol>
      <footer className="dock-foot">
        <span role="status" className="figures">
          {isUploading ? text('photosTravel') : <ClaimTotal claims={claims} />}
        </span>
        {claims.length > 0 && (
          <Button loading={busy || isUploading} onClick={() => void record(false)}>
            {text('difference')}
          </Button>
        )}
        <Button type="primary" loading={busy || isUploading} onClick={() => void record(true)}>
          {text('complete')}
        </Button>
      </footer>
    </section>
  );
}

interface ClaimLineProps {
  readonly claim: Claim;
  readonly at: number;
  /** What the server refused of it. */
  readonly complaint: string | undefined;
  readonly onChange: (patch: Partial<Claim>) => void;
  /** Absent where there is but one claim. */
  readonly onCauseForAll?: (cause: string) => void;
}
function ClaimLine({ claim, at, complaint, onChange, onCauseForAll }: ClaimLineProps): ReactNode {
  const { types, sides, ends } = choicesAt(useDockAddress());
  const text = useWords(dockTexts);
  const amount = claimAmount(claim.qty, claim.agreedPrice);
  return (
    <li className={complaint === undefined ? 'dock-line dock-claim' : 'dock-line dock-claim is-wrong'}>
      <div className="dock-what">
        <span className="dock-no figures">{at + 1}</span>
        <div>
          <strong>{claim.materialName}</strong>
          <p className="soft figures">
            {text('claimFacts', { ordered: claim.orderedQty, received: claim.receivedQty, unit: claim.unitName })}
            {amount !== undefined && <b> · {amountText(amount)}</b>}
          </p>
        </div>
      </div>
      <div className="dock-fields">
        <ClaimChoice claim={claim} field="differenceType" label="type" options={types} onChange={onChange} />
        <label className="dock-field">
          <span>
            {text('qty')} <small>{claim.unitName}</small>
          </span>
          <input inputMode="decimal" value={claim.qty} onChange={(event) => onChange({ qty: event.target.value })} />
        </label>
        <ClaimChoice claim={claim} field="bearer" label="bearer" options={sides} onChange={onChange} />
        <ClaimChoice claim={claim} field="outcome" label="outcome" options={ends} onChange={onChange} />
        <label className="dock-field is-wide">
          <span>
            {text('cause')}
            <i aria-hidden="true"> *</i>
          </span>
          <input
            autoFocus={at === 0}
            maxLength={200}
            value={claim.cause}
            onChange={(event) => onChange({ cause: event.target.value })}
          />
        </label>
        <Causes claim={claim} onChange={onChange} onCauseForAll={onCauseForAll} />
        <DockPhotos
          id={`claim-${at}-pictures`}
          label={text('photos')}
          required={NEEDS_PHOTO.has(claim.differenceType)}
          photos={claim.picturesFiles}
          onChange={(picturesFiles) => onChange({ picturesFiles })}
        />
      </div>
      {complaint !== undefined && (
        <p className="dock-wrong" role="alert">
          {complaint}
        </p>
      )}
    </li>
  );
}

/** The usual causes as buttons, and the one that writes this cause on every line. */
function Causes({
  claim,
  onChange,
  onCauseForAll,
}: Pick<ClaimLineProps, 'claim' | 'onChange'> & {
  readonly onCauseForAll: ClaimLineProps['onCauseForAll'] | undefined;
}): ReactNode {
  const text = useWords(dockTexts);
  const label = useLabel();
  return (
    <div className="dock-causes" role="group" aria-label={text('causes')}>
      {causesOf(claim.differenceType)
        .map((each) => label(each))
        .map((cause) => (
          <button
            key={cause}
            type="button"
            aria-pressed={claim.cause === cause}
            onClick={() => onChange({ cause: claim.cause === cause ? '' : cause })}
          >
            {cause}
          </button>
        ))}
      {onCauseForAll !== undefined && claim.cause.trim() !== '' && (
        <Button size="small" type="link" onClick={() => onCauseForAll(claim.cause)}>
          {text('causeForAll')}
        </Button>
      )}
    </div>
  );
}

/** What all claims come to, for those who see prices. */
function ClaimTotal({ claims }: Pick<ClaimsProps, 'claims'>): ReactNode {
  const text = useWords(dockTexts);
  const amounts = claims.flatMap((claim) => claimAmount(claim.qty, claim.agreedPrice) ?? []);
  if (amounts.length === 0) return null;
  const amount = Decimal.sum(amounts.map((each) => Decimal.of(each)));
  return text('claimTotal', { count: claims.length, amount: amountText(amount) });
}

interface ClaimChoiceProps extends Pick<ClaimLineProps, 'claim' | 'onChange'> {
  readonly field: 'differenceType' | 'bearer' | 'outcome';
  readonly label: DockText;
  readonly options: readonly (readonly [value: string, zh: string, en: string, ...unknown[]])[];
}
function ClaimChoice({ claim, field, label, options, onChange }: ClaimChoiceProps): ReactNode {
  const language = useLanguage();
  return (
    <label className="dock-field">
      <span>{dockTexts[label][language]}</span>
      <select value={claim[field]} onChange={(event) => onChange({ [field]: event.target.value })}>
        {options.map(([value, zh, en]) => (
          <option key={value} value={value}>
            {language === 'zh' ? zh : en}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A shortage within what is tolerated: nobody has to explain it. */
function SelfSettled({ claim }: { readonly claim: Claim }): ReactNode {
  const text = useWords(dockTexts);
  return (
    <li className="dock-line dock-claim">
      <div className="dock-what">
        <span className="dock-no">
          <b>✓</b>
        </span>
        <strong>{claim.materialName}</strong>
        <span className="soft figures">
          {claim.qty} {claim.unitName} · {text('settles')}
        </span>
      </div>
    </li>
  );
}
