import { useEffect, useState } from 'react';
import { SignInLayout } from './sign-in-layout.view.tsx';
import { useText } from './i18n.view.ts';
import { RegisterDialog } from './register-dialog.view.tsx';
import { arrive, type Arrival } from './social.view.ts';
import { SocialCaptcha } from './social-captcha.view.tsx';

/** Where sign-in providers send people back to: signs in, links, or asks to register. */
export default function SocialReturnPage() {
  const text = useText();
  const [arrival, setArrival] = useState<Arrival>();
  useEffect(() => {
    document.title = `${text('sign-in')} · ${text('product')}`;
  }, [text]);
  useEffect(() => {
    let isHere = true;
    void arrive().then((found) => {
      if (isHere) setArrival(found);
    });
    return () => {
      isHere = false;
    };
  }, []);
  const failed = arrival !== undefined && 'failed' in arrival ? arrival : undefined;
  return (
    <SignInLayout title={text('product')} line={text('product.line')}>
      {arrival === undefined && (
        <p className="social-wait" role="status">
          {text('sign-in.busy')}
        </p>
      )}
      {failed !== undefined && (
        <>
          <p className="social-failed" role="alert">
            {failed.failed}
          </p>
          <a className="sign-in-button" href={failed.to}>
            {text(failed.to === '/login' ? 'social.back' : 'social.back.mine')}
          </a>
        </>
      )}
      {arrival !== undefined && 'captcha' in arrival && (
        <SocialCaptcha
          onRead={async (read) => {
            const next = await arrival.captcha(read);
            setArrival(next);
            return 'why' in next ? next.why : '';
          }}
        />
      )}
      {arrival !== undefined && 'guest' in arrival && <RegisterDialog guest={arrival.guest} />}
    </SignInLayout>
  );
}
