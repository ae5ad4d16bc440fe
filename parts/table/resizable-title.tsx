import { type PointerEvent, type ReactNode, type ThHTMLAttributes, useState } from 'react';

interface Props extends ThHTMLAttributes<HTMLTableCellElement> {
  readonly width?: number;
  readonly onWidth?: (width: number) => void;
  readonly children?: ReactNode;
}

const NARROWEST = 64;

/** A column head whose right edge can be drawn. The new width stands when the pointer is let go. */
export function ResizableTitle({ width, onWidth, children, ...cell }: Props) {
  const [drawn, setDrawn] = useState<number>();
  if (width === undefined || onWidth === undefined) return <th {...cell}>{children}</th>;
  const down = (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    const handle = event.currentTarget;
    const from = event.clientX;
    let next = width;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) => {
      next = Math.max(NARROWEST, width + move.clientX - from);
      setDrawn(next - width);
    };
    handle.onpointerup = handle.onpointercancel = () => {
      handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
      setDrawn(undefined);
      if (next !== width) onWidth(next);
    };
  };
  return (
    <th {...cell}>
      {children}
      <span
        className="width-handle"
        aria-hidden="true"
        style={drawn === undefined ? undefined : { transform: `translateX(${drawn}px)` }}
        onPointerDown={down}
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  );
}
