import { PICTURE_BYTES } from '../../kernel/core/file-limits.ts';

/** Enough to read a label by. */
const LONGEST_EDGE = 1600;
const QUALITIES = [0.85, 0.7, 0.55, 0.4];

/**
 * A photo as it comes from a phone, made small enough to be kept: at most 1600 pixels long, JPEG, below the server's
 * limit. A picture that is small enough already stays as it is; what does not open as a picture answers undefined.
 */
export async function shrinkPicture(file: File): Promise<File | undefined> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return undefined;
  try {
    if ((file.type === 'image/jpeg' || file.type === 'image/png') && file.size <= PICTURE_BYTES) return file;
    for (
      let edge = Math.min(LONGEST_EDGE, Math.max(picture.width, picture.height));
      edge >= 400;
      edge = Math.round(edge * 0.75)
    ) {
      for (const quality of QUALITIES) {
        const blob = await drawn(picture, edge, quality);
        if (blob !== null && blob.size <= PICTURE_BYTES)
          return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, {
            type: 'image/jpeg',
            lastModified: file.lastModified,
          });
      }
    }
    return file;
  } finally {
    picture.close();
  }
}

async function drawn(picture: ImageBitmap, edge: number, quality: number): Promise<Blob | null> {
  const scale = edge / Math.max(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  // What was transparent is white in a JPEG, not black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality);
  });
}
