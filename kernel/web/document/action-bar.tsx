import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { fill } from '../../core/label.ts';
import { useLabel, useLanguage } from '../../../parts/language/language.ts';
import { useText } from '../i18n.ts';
import { texts } from '../texts.ts';
import { MoreMenu } from '../../../parts/inputs/more-menu.tsx';
import type { Offered } from './actions.ts';

interface Props {
  readonly offered: readonly Offered[];
  readonly onAct: (offer: Offered) => void;
  /** Further entries of the menu: remove. */
  readonly extra: readonly {
    readonly key: string;
    readonly label: string;
    readonly danger?: boolean;
    readonly run: () => void;
  }[];
  readonly children?: ReactNode;
}

/** Next action as primary button, others beside it, dangerous and impossible ones in the menu. Grey ones say why. */
export function ActionBar({ offered, onAct, extra, children }: Props) {
  const text = useText();
  const label = useLabel();
  const reason = useReason();
  const inSight = offered.filter((offer) => offer.action.danger !== true && offer.why?.key !== 'document.why.state');
  const away = offered.filter((offer) => !inSight.includes(offer));
  const primary = inSight.find((offer) => offer.action.next === true);
  const button = (offer: Offered): ReactNode => (
    <Tooltip key={offer.name} title={reason(offer)}>
      {/* Grey, yet in the tab order, so that the reason can be reached without a mouse. */}
      <Button
        type={offer === primary ? 'primary' : 'default'}
        className={offer.why === undefined ? '' : 'is-grey'}
        aria-disabled={offer.why !== undefined}
        onClick={() => {
          if (offer.why === undefined) onAct(offer);
        }}
      >
        {label(offer.action.label)}
      </Button>
    </Tooltip>
  );
  return (
    <div className="action-bar">
      {inSight.filter((offer) => offer !== primary).map(button)}
      {children}
      {primary !== undefined && button(primary)}
      {(away.length > 0 || extra.length > 0) && (
        <MoreMenu
          name={text('more')}
          acts={[
            ...away.map((offer) => ({
              key: offer.name,
              label: label(offer.action.label),
              danger: offer.action.danger === true,
              why: reason(offer),
              run: () => onAct(offer),
            })),
            ...extra.map((act) => ({ ...act, danger: act.danger === true })),
          ]}
        />
      )}
    </div>
  );
}

/** Why an act is not possible, in words. */
function useReason(): (offer: Offered) => string | undefined {
  const label = useLabel();
  const language = useLanguage();
  return ({ why }) =>
    why === undefined
      ? undefined
      : fill(texts[why.key][language], {
          action: label(why.action),
          state: why.state === undefined ? '' : label(why.state),
        });
}
