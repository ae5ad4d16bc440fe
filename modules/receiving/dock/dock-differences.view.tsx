import { Alert, Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useLanguage, useWords } from '../../../parts/language/language.ts';
import { bearers, differenceTypes, outcomes } from '../in-store-difference.document.ts';
import { dockTexts, type DockText } from './dock.texts.ts';
import { DockPhotos } from './dock-photos.view.tsx';
import { type Claim, useClaims, useRecordClaims } from './use-claims.view.ts';
import './dock.css';

/** Without a photo nobody believes these. */
const NEEDS_PHOTO: ReadonlySet<string> = new Set(['damaged', 'wrong']);
/** What may become of goods a supplier did not deliver. */
const OFFERED = outcomes.filter(([value]) => ['wait', 'cancel-rest', 're-buy', 'charge'].includes(value));
const TYPES = differenceTypes.filter(([value]) => value !== 'over');

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
function Claims({ id, billCode, onClose, claims, selfSettling, change, clear }: ClaimsProps): ReactNode {
  const text = useWords(dockTexts);
  const { record, complaints, busy, isUploading } = useRecordClaims({
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
          />
        ))}
        {selfSettling.map((claim) => (
          <SelfSettled key={`self-${claim.detailId}`} claim={claim} />
        ))}
      </ol>
      <footer className="dock-foot">
        <span role="status">{isUploading ? text('photosTravel') : ''}</span>
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
}
function ClaimLine({ claim, at, complaint, onChange }: ClaimLineProps): ReactNode {
  const text = useWords(dockTexts);
  return (
    <li className={complaint === undefined ? 'dock-line dock-claim' : 'dock-line dock-claim is-wrong'}>
      <div className="dock-what">
        <span className="dock-no figures">{at + 1}</span>
        <strong>{claim.materialName}</strong>
      </div>
      <div className="dock-fields">
        <ClaimChoice claim={claim} field="differenceType" label="type" options={TYPES} onChange={onChange} />
        <label className="dock-field">
          <span>
            {text('qty')} <small>{claim.unitName}</small>
          </span>
          <input inputMode="decimal" value={claim.qty} onChange={(event) => onChange({ qty: event.target.value })} />
        </label>
        <ClaimChoice claim={claim} field="bearer" label="bearer" options={bearers} onChange={onChange} />
        <ClaimChoice claim={claim} field="outcome" label="outcome" options={OFFERED} onChange={onChange} />
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
