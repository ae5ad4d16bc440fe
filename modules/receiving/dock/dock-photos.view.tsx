import type { ReactNode } from 'react';
import { picturesFace } from '../../../kernel/web/kinds/files.tsx';
import type { Photo } from './dock-entry.rules.ts';
import { claimFields } from '../in-store-difference.document.ts';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly photos: readonly Photo[];
  readonly required?: boolean;
  readonly onChange: (photos: readonly Photo[]) => void;
}

const { Input } = picturesFace;

/** Photos of what was wrong: taken with the phone, or chosen at the desk; made small before they travel. */
export function DockPhotos({ id, label, photos, required, onChange }: Props): ReactNode {
  return (
    <div className="dock-photos" role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`}>
        {label}
        {required === true && <i aria-hidden="true"> *</i>}
      </span>
      <Input
        id={id}
        name="pictures"
        field={claimFields.pictures}
        value={photos.map((photo) => photo.id)}
        row={{ picturesFiles: photos }}
        onChange={(_, beside) => onChange((beside?.['picturesFiles'] as readonly Photo[] | undefined) ?? [])}
      />
    </div>
  );
}
