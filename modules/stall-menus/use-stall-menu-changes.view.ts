import { useEffect, useEffectEvent, useState } from 'react';
import { followMenu } from './follow-menu.view.ts';
import { menuChanges } from './gear-menu.calls.ts';

/** Follows the menus of a stall, none where the id is empty; answers whether the line of changes is open. */
export function useStallMenuChanges(stallId: string, onChange: () => void): boolean {
  const [isLive, setLive] = useState(false);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (stallId === '') return undefined;
    return followMenu(`/${menuChanges.service}/${menuChanges.path}?gearOperationDeptId=${stallId}`, {
      onChange: () => changed(),
      onLine: setLive,
    });
  }, [stallId]);
  return isLive;
}
