import { chunk } from '../../parts/lazy/lazy-part.ts';
import { start as beginFrame, KernelApplication } from './frame/application.tsx';
import { pages } from './pages.ts';

/** What all areas declare: a file of its own beside the program, fetched with it. */
const loadModules = () => import('../../modules/modules.ts');

/** Called once before the application is drawn. Rejects where a file of the program does not come. */
export async function start(): Promise<void> {
  const { modules } = await chunk(loadModules);
  await beginFrame({ modules, pages });
}

/** The application as it stands for whoever is signed in. */
export function Application() {
  return <KernelApplication pages={pages} />;
}
