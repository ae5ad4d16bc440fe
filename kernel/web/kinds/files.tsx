import { comma } from '../../../parts/language/language.ts';
import { Button } from 'antd';
import { type InputProps, type CellProps, type KindView } from './face.ts';
import { lazyPart } from '../../../parts/lazy/lazy-part.ts';
import { useNotify } from '../use-notify.tsx';
import { fetchFile, type StoredFile, storedFilesIn } from '../../../parts/pictures/stored-files.ts';

/** What sends files comes with the first form that takes some; lists only show them. */
const FilesInput = lazyPart<InputProps & { readonly pictures: boolean }>(
  async () => ({ default: (await import('./files-upload.tsx')).FilesUpload }),
  () => <Button disabled loading />,
);

function AttachmentLinks({ files }: { readonly files: readonly StoredFile[] }) {
  const notify = useNotify();
  return (
    <span className="files">
      {files.map((file) => (
        <button
          key={file.id}
          type="button"
          className="file-link"
          onClick={(event) => {
            event.stopPropagation();
            void fetchFile(file.id).catch((error: unknown) => notify.error(error));
          }}
        >
          {file.name}
        </button>
      ))}
    </span>
  );
}

const names = ({ row, name }: CellProps): string =>
  storedFilesIn(row, name)
    .map((file) => file.name)
    .join(comma());
const none = <span className="empty-cell">–</span>;

export const picturesFace: KindView = {
  Input: (props) => <FilesInput {...props} pictures />,
  wide: true,
  cell: ({ row, name }) => {
    const files = storedFilesIn(row, name).filter((file) => file.link !== '');
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
export const attachmentsFace: KindView = {
  Input: (props) => <FilesInput {...props} pictures={false} />,
  wide: true,
  cell: ({ row, name }) => {
    const files = storedFilesIn(row, name);
    return files.length === 0 ? none : <AttachmentLinks files={files} />;
  },
  text: names,
  width: 120,
  unsortable: true,
};
