import { type ListRow, invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { session } from '../../../parts/client/session.ts';
import { useWords } from '../../../parts/language/language.ts';
import { workflowTexts } from '../workflow.texts.ts';
import { flowDefinition } from './flow-definition.resource.ts';
import { deployModel } from './flow-model.calls.ts';
import { flowModel, type flowModelReads } from './flow-model.resource.ts';
import { useUnboundNotice } from './model-bindings.view.tsx';

/** Deploys the model of a row as it is stored, and says where no document goes by it yet. */
export function useDeploy(): (row: ListRow<typeof flowModel, (typeof flowModelReads)[number]>) => Promise<void> {
  const word = useWords(workflowTexts);
  const notify = useNotify();
  const notifyUnbound = useUnboundNotice();
  return async (row) => {
    const { name, modelKey, category } = row;
    try {
      await request(deployModel, { modelId: row.id, category, tenantIds: session.get()?.tenantId ?? '' });
      notify.done(word('model.deployed', { name }));
      await notifyUnbound({ name, modelKey, category });
    } catch (error) {
      notify.error(error);
    } finally {
      await Promise.all([flowModel, flowDefinition].map((each) => invalidateLists(each)));
    }
  };
}
