import { type ComponentType, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../../kernel/web/base.css';
import { askAhead } from '../../kernel/web/ahead.ts';
import { useText } from '../../kernel/web/i18n.ts';
import NewPasswordPage from '../../kernel/web/new-password.page.tsx';
import { keepFresh, session, signInAgain } from '../../kernel/web/session.ts';
import { SignInAgain } from '../../kernel/web/sign-in-again.tsx';
import SignInPage from '../../kernel/web/sign-in.page.tsx';
import { useStore } from '../../kernel/web/store.ts';
import { keepPainted } from '../../kernel/web/theme.ts';

keepPainted();
keepFresh();

// Everything behind the door is loaded behind the door, so that the door itself is light.
const load = () => import('./application.tsx');

/** The program behind the door and what its first page shows, both on their way at once. */
async function enter(): Promise<ComponentType> {
  askAhead();
  const { Application, begin } = await load();
  await begin();
  return Application;
}
// Whoever is signed in does not wait at a door that is drawn first.
let entering = session.get() === undefined ? undefined : enter();

function Larder() {
  const now = useStore(session);
  const inPlace = useStore(signInAgain);
  if (now === undefined) return <SignInPage />;
  return now.mustChangePassword === true && !inPlace ? <NewPasswordPage /> : <Inside />;
}

function Inside() {
  const text = useText();
  const [Application, setApplication] = useState<ComponentType>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    (entering ??= enter()).then((loaded) => setApplication(() => loaded), () => setFailed(true));
    return () => { entering = undefined; };
  }, []);
  if (failed) {
    return (
      <main className="not-loaded" role="alert">
        <h1>{text('error.old')}</h1>
        <p>{text('error.old.help')}</p>
        <button type="button" className="sign-in-button" onClick={() => location.reload()}>{text('error.reload')}</button>
      </main>
    );
  }
  return (
    <>
      {Application !== undefined && <Application />}
      <SignInAgain />
    </>
  );
}

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Larder />
  </StrictMode>,
);
// Typing the password takes longer than this download.
if (session.get() === undefined) setTimeout(() => void load().catch(() => undefined), 1_500);
