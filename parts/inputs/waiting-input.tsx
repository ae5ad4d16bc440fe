import { Input } from 'antd';
import { useEffect, useState } from 'react';

const WAIT_MS = 350;

/** Text searched as it is typed, once the fingers rest; Enter searches at once. */
export function WaitingInput({
  id,
  label,
  value,
  onChange,
  className,
}: {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly className?: string;
}) {
  const [{ typed, given }, set] = useState({ typed: value, given: value });
  const setTyped = (now: string): void => set({ typed: now, given });
  // Not in an effect: a page that is shown again runs its effects anew, and what was typed last would be gone.
  if (given !== value) set({ typed: value, given: value });
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <Input
      id={id}
      value={typed}
      placeholder={label}
      aria-label={label}
      allowClear
      enterKeyHint="search"
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={(event) => {
        if (!event.nativeEvent.isComposing) onChange(typed);
      }}
      {...(className === undefined ? {} : { className })}
    />
  );
}
