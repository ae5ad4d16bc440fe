import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import '../../kernel/web/base.css';
import { keepFresh, session } from '../../kernel/web/session.ts';
import { SignInAgain } from '../../kernel/web/sign-in-again.tsx';
import SignInPage from '../../kernel/web/sign-in.page.tsx';
import { useStore } from '../../kernel/web/store.ts';
import { keepPainted } from '../../kernel/web/theme.ts';

keepPainted();
keepFresh();

// Everything behind the door is loaded behind the door, so that the door itself is light.
const loadApplication = () => import('./application.tsx');
const Application = lazy(loadApplication);

function Larder() {
  const signedIn = useStore(session) !== undefined;
  if (!signedIn) return <SignInPage />;
  return (
    <>
      <Suspense>
        <Application />
      </Suspense>
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
if (session.get() === undefined) setTimeout(() => void loadApplication().catch(() => undefined), 1_500);
