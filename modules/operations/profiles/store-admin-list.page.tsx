import { invalidateLists } from '../../../kernel/web/list/list-data.ts';
import { ListPage } from '../../../kernel/web/list/list-page.tsx';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import { useWords } from '../../../parts/language/language.ts';
import { enableStoreAdmins, stopStoreAdmins } from './profiles.calls.ts';
import { profileTexts } from './profiles.texts.ts';
import { storeAdmin, storeAdminReads } from './store-admin.resource.ts';

/** Administrators of stalls, enabled and stopped row by row. */
export default function StoreAdminsPage() {
  const word = useWords(profileTexts);
  const codes = useAllowedCodes();
  const notify = useNotify();
  const act = async (id: string, isStopped: boolean): Promise<void> => {
    try {
      await request(isStopped ? enableStoreAdmins : stopStoreAdmins, { ids: id });
      notify.done(word(isStopped ? 'enabled' : 'stopped'));
    } catch (error) {
      notify.error(error);
    } finally {
      await invalidateLists(storeAdmin);
    }
  };
  return (
    <ListPage
      of={storeAdmin}
      reads={storeAdminReads}
      rowActions={({ id, adminStatus }) => {
        const isStopped = adminStatus === 'stopped';
        const name = isStopped ? 'enable' : 'stop';
        return codes.has(`gearstoreadmin_${name}`)
          ? [{ key: name, label: word(name), run: () => void act(id, isStopped) }]
          : [];
      }}
    />
  );
}
