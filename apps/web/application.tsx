import { KernelApplication } from '../../kernel/web/application.tsx';
import { modules } from '../../modules/modules.ts';
import { pages } from './pages.ts';

export default function Application() {
  return <KernelApplication modules={modules} pages={pages} />;
}
