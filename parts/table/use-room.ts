import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Height the rows may take, as a length of CSS: told to the browser, not to React, so that no row is drawn again for
 * it.
 */
export const ROOM = 'var(--list-room)';

/**
 * Keeps ROOM at the height of the box without table head and page numbers, so that both are always in sight. Answers
 * what it begins with.
 */
export function useRoom(box: RefObject<HTMLElement | null>): CSSProperties {
  const [first] = useState(() => ({ '--list-room': `${Math.max(200, window.innerHeight - 330)}px` }) as CSSProperties);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      if (element.offsetHeight === 0) return; // hidden behind another tab
      const head = element.querySelector<HTMLElement>('.ant-table-thead')?.offsetHeight ?? 38;
      const foot = element.querySelector<HTMLElement>('.ant-pagination');
      const below = foot === null ? 0 : foot.offsetHeight + 20;
      element.style.setProperty('--list-room', `${Math.max(120, element.clientHeight - head - below - 2)}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Its page numbers come and go with the rows, and take of the same height.
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [box]);
  return first;
}

/**
 * How many pixels the rows of the box are wide, scroll bar taken off, known before they are painted. `isFilled`: it has
 * rows; undefined before that.
 */
export function useWidth(box: RefObject<HTMLElement | null>, isFilled: boolean): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || !isFilled) return;
    const measure = (): void => {
      const rows = element.querySelector('.ant-table-body') ?? element;
      if (rows.clientWidth > 0) setWidth(rows.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, isFilled]);
  return width;
}
