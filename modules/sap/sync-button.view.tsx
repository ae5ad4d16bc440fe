import { CloudSyncOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useCallback, useState } from 'react';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { request } from '../../kernel/web/request.ts';
import { useLabel, useWords } from '../../parts/language/language.ts';
import { invalidateLists } from '../../kernel/web/list/list-data.ts';
import { useAllowedCodes } from '../../kernel/web/queries.ts';
import { useNotify } from '../../kernel/web/use-notify.tsx';
import { SYNC_CALLS, type SyncCall } from './sap-sync.calls.ts';
import { sapSyncRun, type SapObject } from './sap-sync-run.resource.ts';
import { sapTexts } from './sap.texts.ts';

/** The syncs this person may start, and how one is started and told of. */
export function useSync() {
  const word = useWords(sapTexts);
  const notify = useNotify();
  const label = useLabel();
  const codes = useAllowedCodes();
  const may = SYNC_CALLS.filter((each) => codes.has(each.button));
  const nameOf = useCallback(
    (object: SapObject): string =>
      label(sapSyncRun.fields.object.rules.choices!.find((each) => each.value === object)!.label),
    [label],
  );
  const start = useCallback(
    async (sync: SyncCall, full = false): Promise<boolean> => {
      const what = nameOf(sync.object);
      try {
        const { errors: _errors, ...outcome } = await request(sync.calls[0]!, full ? { full: '1' } : {});
        if (outcome.state === 'succeeded') notify.done(word('said.done', { ...outcome, what }));
        else notify.warn(word(`said.${outcome.state}`, { ...outcome, what }));
        return outcome.state === 'succeeded' || outcome.state === 'partial';
      } catch (error) {
        notify.error(error);
        return false;
      } finally {
        await invalidateLists(sapSyncRun);
      }
    },
    [nameOf, notify, word],
  );
  return { may, start, nameOf };
}

/** One sync beside the list it fills, or all of them. */
export function SyncButton({
  objects,
  fills,
}: {
  readonly objects?: readonly SapObject[];
  readonly fills?: Declaration;
}) {
  const word = useWords(sapTexts);
  const notify = useNotify();
  const { may, start, nameOf } = useSync();
  const [working, setWorking] = useState<SapObject>();
  const offered = objects === undefined ? may : may.filter((each) => objects.includes(each.object));
  const [only, ...others] = offered;
  if (only === undefined) return null;
  const run = async (syncs: readonly SyncCall[], full = false): Promise<void> => {
    for (const sync of syncs) {
      setWorking(sync.object);
      // What comes after needs what came before.
      if (!(await start(sync, full))) break;
    }
    setWorking(undefined);
    if (fills !== undefined) await invalidateLists(fills);
  };
  const whole = async (sync: SyncCall): Promise<void> => {
    if (
      await notify.ask(word('full.ask', { what: nameOf(sync.object) }), {
        content: word('full.how'),
        okText: word('full'),
      })
    )
      await run([sync], true);
  };
  const busy = working === undefined ? {} : { loading: true, 'aria-label': word('working', { what: nameOf(working) }) };
  if (others.length === 0) {
    return (
      <Dropdown
        trigger={['click']}
        disabled={working !== undefined}
        menu={{
          items: [
            { key: 'changes', label: word('sync'), onClick: () => void run([only]) },
            { key: 'full', label: word('full'), onClick: () => void whole(only) },
          ],
        }}
      >
        <Button
          icon={<CloudSyncOutlined />}
          loading={working !== undefined}
          aria-label={word(working === undefined ? 'sync' : 'working', { what: nameOf(only.object) })}
          title={word('sync')}
        />
      </Dropdown>
    );
  }
  return (
    <Dropdown
      trigger={['click']}
      disabled={working !== undefined}
      menu={{
        items: [
          { key: 'all', label: word('all'), title: word('all.how'), onClick: () => void run(offered) },
          { type: 'divider' },
          ...offered.map((sync) => ({ key: sync.object, label: nameOf(sync.object), onClick: () => void run([sync]) })),
        ],
      }}
    >
      <Button type="primary" icon={<CloudSyncOutlined />} {...busy}>
        {working === undefined ? word('sync') : word('working', { what: nameOf(working) })}
      </Button>
    </Dropdown>
  );
}
