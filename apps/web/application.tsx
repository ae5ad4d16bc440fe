import { begin as beginKernel, KernelApplication } from './frame/application.tsx';
import { modules } from '../../modules/modules.ts';
import { pages } from './pages.ts';

export const begin = (): Promise<void> => beginKernel({ modules, pages });

export function Application() {
  return <KernelApplication pages={pages} />;
}
