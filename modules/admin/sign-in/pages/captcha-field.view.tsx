import { useCallback, useEffect, useRef, useState } from 'react';
import { useText } from './i18n.view.ts';
import { captcha } from './enter.view.ts';
import { SignInField } from './sign-in-field.view.tsx';

/** A captcha's picture, or that it did not come. */
type Picture = { readonly key: string; readonly image: string } | 'failed' | undefined;

/**
 * The picture to be read now, none while the next one is on its way; `renew` fetches another and calls `onRenew`: what
 * was typed for the old one is void.
 */
export function useCaptcha(onRenew: () => void): readonly [picture: Picture, renew: () => void] {
  const [picture, setPicture] = useState<Picture>();
  const requests = useRef(0);
  const renew = useCallback(() => {
    onRenew();
    setPicture(undefined);
    requests.current += 1;
    const turn = requests.current;
    const show = (answered: Picture): void => {
      if (turn === requests.current) setPicture(answered);
    };
    captcha().then(show, () => show('failed'));
  }, [onRenew]);
  useEffect(renew, [renew]);
  return [picture, renew];
}

interface Props {
  readonly value: string;
  readonly fault: string | undefined;
  readonly picture: Picture;
  readonly onChange: (value: string) => void;
  readonly onRenew: () => void;
  readonly autoFocus?: boolean;
}

/** Five characters of a picture, which a click changes for another. */
export function CaptchaField({ picture, onRenew, ...field }: Props) {
  const text = useText();
  return (
    <SignInField
      name="captcha"
      label={text('sign-in.captcha')}
      autoComplete="off"
      maxLength={5}
      captcha
      {...field}
      after={
        <button type="button" className="sign-in-captcha" title={text('sign-in.captcha.renew')} onClick={onRenew}>
          {typeof picture === 'object' ? (
            <img src={picture.image} alt={text('sign-in.captcha.renew')} />
          ) : (
            <span>{picture === 'failed' ? text('sign-in.captcha.failed') : text('loading')}</span>
          )}
        </button>
      }
    />
  );
}
