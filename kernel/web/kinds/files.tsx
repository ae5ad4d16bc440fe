import { Button } from 'antd';
import { type InputProps, type Shown, type WebFace } from './face.ts';
import { laterPart } from '../../../parts/lazy/lazy-part.ts';
import { useTell } from '../tell.tsx';
import { fetchFile, type Kept, keptIn } from './files-kept.ts';

/** What sends files comes with the first form that takes some; lists only show them. */
const FilesInput = laterPart<InputProps & { readonly pictures: boolean }>(
  async () => ({ default: (await import('./files-upload.tsx')).FilesUpload }),
  () => <Button disabled loading />,
);

function AttachmentLinks({ files }: { readonly files: readonly Kept[] }) {
  const tell = useTell();
  return (
    <span className="files">
      {files.map((file) => (
        <button
          key={file.id}
          type="button"
          className="file-link"
          onClick={(event) => {
            event.stopPropagation();
            void fetchFile(file.id).catch((error: unknown) => tell.trouble(error));
          }}
        >
          {file.name}
        </button>
      ))}
    </span>
  );
}

const names = ({ row, name }: Shown): string =>
  keptIn(row, name)
    .map((file) => file.name)
    .join('、');
const none = <span className="empty-cell">–</span>;

export const picturesFace: WebFace = {
  Input: (props) => <FilesInput {...props} pictures />,
  wide: true,
  cell: ({ row, name }) => {
    const files = keptIn(row, name).filter((file) => file.link !== '');
    return files.length === 0 ? (
      none
    ) : (
      <span className="thumbs">
        {files.map((file) => (
          <a
            key={file.id}
            href={file.link}
            target="_blank"
            rel="noreferrer"
            title={file.name}
            onClick={(event) => event.stopPropagation()}
          >
            <img src={file.link} alt={file.name} loading="lazy" />
          </a>
        ))}
      </span>
    );
  },
  text: names,
  width: 120,
  unsortable: true,
};
export const attachmentsFace: WebFace = {
  Input: (props) => <FilesInput {...props} pictures={false} />,
  wide: true,
  cell: ({ row, name }) => {
    const files = keptIn(row, name);
    return files.length === 0 ? none : <AttachmentLinks files={files} />;
  },
  text: names,
  width: 120,
  unsortable: true,
};
