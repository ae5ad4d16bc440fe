import { Activity, type ComponentType, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../kernel/web/base.css';
import { prefetchStart } from '../../parts/client/prefetch.ts';
import { useWords } from '../../parts/language/language.ts';
import { startTexts } from './texts.ts';
import { holdAddress, followLock, locked } from '../../parts/client/lock.ts';
import { LOGIN_PATH, loginAddress, returnAddress } from '../../parts/client/login-address.ts';
import NewPasswordPage from '../../modules/admin/sign-in/pages/new-password.page.tsx';
import { recordErrors } from './frame/error-log.ts';
import { lazyPart } from '../../parts/lazy/lazy-part.ts';
import { HELP_PATHS, PublicErrorPage } from '../../modules/admin/sign-in/pages/public-error-page.view.tsx';
import { renewSessionRegularly, session, needsSignIn } from '../../parts/client/session.ts';
import { isReturn } from '../../modules/admin/sign-in/pages/social.view.ts';
import { SignInAgain } from '../../modules/admin/sign-in/pages/sign-in-again.view.tsx';
import SignInPage from '../../modules/admin/sign-in/pages/sign-in.page.tsx';
import { useStore } from '../../parts/state/store.ts';
import { keepPainted } from '../../parts/theme/look.ts';

keepPainted();
renewSessionRegularly();
followLock();
recordErrors();

/** What everybody is shown is no page of the application: the menu of a restaurant, an order for its supplier. */
const OpenPage = location.pathname.startsWith('/m/')
  ? lazyPart(() => import('../../modules/stall-menus/public-menu.page.tsx'))
  : location.pathname.startsWith('/s/')
    ? lazyPart(() => import('../../modules/purchasing/answers/public-order.page.tsx'))
    : undefined;
const isOpenPage = OpenPage !== undefined;
const SocialReturnPage = lazyPart(() => import('../../modules/admin/sign-in/pages/social-return.page.tsx'));
const LockPage = lazyPart(
  () => import('../../modules/admin/sign-in/pages/lock.page.tsx'),
  () => <div className="lock-cover" />,
);
if (session.get() !== undefined && locked.get() && !isReturn(location.pathname) && !isOpenPage) holdAddress();
// Whoever signed in goes on to where they wanted, before the program reads the address.
session.subscribe(() => {
  if (session.get() !== undefined && location.pathname === LOGIN_PATH)
    history.replaceState(null, '', returnAddress(location.search));
});

// What only the signed-in see is loaded once they are, so that the page of signing in is light.
const load = () => import('./application.tsx');

/** The application and what its first page shows, both requested at once. */
async function enter(): Promise<ComponentType> {
  prefetchStart();
  const { Application, start: begin } = await load();
  await begin();
  return Application;
}
// Whoever is signed in does not wait for a page of signing in that is drawn first.
let entering =
  isOpenPage || session.get() === undefined || locked.get() || isReturn(location.pathname) ? undefined : enter();

function Larder() {
  const now = useStore(session);
  const inPlace = useStore(needsSignIn);
  const isLocked = useStore(locked);
  // Locked from the start there is nothing to hide yet, and nothing the server would answer.
  const [hasBeenInside, setHasBeenInside] = useState(!isLocked);
  if (!isLocked && !hasBeenInside) setHasBeenInside(true);
  if (OpenPage !== undefined) return <OpenPage />;
  // Whoever comes back from a provider goes on by a page of its own, signed in or not.
  if (isReturn(location.pathname)) return <SocialReturnPage />;
  if (now === undefined)
    return HELP_PATHS.has(location.pathname) ? <PublicErrorPage path={location.pathname} /> : <SignedOut />;
  if (now.mustChangePassword === true && !inPlace) return <NewPasswordPage />;
  return (
    <>
      <Activity mode={isLocked ? 'hidden' : 'visible'}>{hasBeenInside && <Inside />}</Activity>
      {isLocked && <LockPage />}
      <SignInAgain />
    </>
  );
}

function SignedOut() {
  useEffect(() => {
    if (location.pathname !== LOGIN_PATH)
      history.replaceState(null, '', loginAddress(location.pathname, location.search));
  }, []);
  return <SignInPage />;
}

function Inside() {
  const text = useWords(startTexts);
  const [Application, setApplication] = useState<ComponentType>();
  const [failed, setFailed] = useState(false);
  const isLocked = useStore(locked);
  const [isBegun, setBegun] = useState(false);
  useEffect(() => {
    // Shown again after a lock: everything is still here.
    if (Application !== undefined) return undefined;
    (entering ??= enter()).then(
      (loaded) => setApplication(() => loaded),
      () => setFailed(true),
    );
    return () => {
      entering = undefined;
    };
  }, [Application]);
  if (failed) {
    return (
      <main className="not-loaded" role="alert">
        <h1>{text('error.old')}</h1>
        <p>{text('error.old.help')}</p>
        <button type="button" className="sign-in-button" onClick={() => location.reload()}>
          {text('error.reload')}
        </button>
      </main>
    );
  }
  // Its first page is the one of the address, which is the lock's own while the screen is locked.
  if (Application !== undefined && !isLocked && !isBegun) setBegun(true);
  return Application === undefined || !isBegun ? null : <Application />;
}

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Larder />
  </StrictMode>,
);
// Typing the password takes longer than this download.
if (session.get() === undefined && !isOpenPage) setTimeout(() => void load().catch(() => undefined), 1_500);
