import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import './one-of-many.css';

interface Part {
  readonly key: string;
  /** Its name and how many stand in it. */
  readonly label: string;
  readonly content: ReactNode;
}

/** Parts of a page that would share its height, one at a time. `label` is what they are together. */
export function OneOfMany({ label, parts }: { readonly label: string; readonly parts: readonly Part[] }) {
  const [wanted, setWanted] = useState<string>();
  const shown = parts.find(({ key }) => key === wanted) ?? parts[0];
  return (
    <>
      <div className="one-of-many">
        <Segmented
          aria-label={label}
          value={shown?.key}
          options={parts.map(({ key, label: name }) => ({ value: key, label: name }))}
          onChange={setWanted}
        />
      </div>
      {shown?.content}
    </>
  );
}
