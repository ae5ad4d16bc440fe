import { KernelApplication } from '../../kernel/web/application.tsx';
import { ready } from '../../kernel/web/shell/routes.tsx';
import { modules } from '../../modules/modules.ts';
import { pages } from './pages.ts';

export { ready };

export function Application() {
  return <KernelApplication modules={modules} pages={pages} />;
}
