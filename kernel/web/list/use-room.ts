import { type RefObject, useLayoutEffect, useState } from 'react';

/** Height the rows may take: the box without table head and page numbers, so that both are always in sight. */
export function useRoom(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(() => Math.max(200, window.innerHeight - 330));
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      if (element.offsetHeight === 0) return; // hidden behind another tab
      const head = element.querySelector<HTMLElement>('.ant-table-thead')?.offsetHeight ?? 38;
      const foot = element.querySelector<HTMLElement>('.ant-pagination');
      const below = foot === null ? 0 : foot.offsetHeight + 20;
      setRoom(Math.max(120, element.clientHeight - head - below - 2));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return room;
}
