import { type RefObject, useEffect, useRef, useState } from 'react';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import program from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { codeOf, READS } from './code-of.rules.ts';

prepareZXingModule({ overrides: { locateFile: () => program } });

/** Between two pictures: a phone reads one in 30 ms, an old one in 150. */
const NEXT_PICTURE_MS = 80;
const SLOW_MS = 12_000;
/** A larger picture takes longer and shows no more of a code that fills the frame. */
const WIDEST = 1_280;

/** What keeps a camera from being used. */
type CameraFault = 'denied' | 'none' | 'insecure';
interface CameraState {
  readonly fault: CameraFault | undefined;
  readonly isRunning: boolean;
  /** It has looked for long and read nothing. */
  readonly isSlow: boolean;
  /** Switches the light; undefined where it has none. */
  readonly light: ((on: boolean) => Promise<void>) | undefined;
}

/** Shows the camera at the back in `video` and reads until there is a code, which `onRead` gets once. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onRead: (code: string) => void): CameraState {
  const [fault, setFault] = useState<CameraFault>();
  const [isRunning, setRunning] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const [light, setLight] = useState<CameraState['light']>();
  const read = useRef(onRead);
  read.current = onRead;
  useEffect(() => {
    const ended = new AbortController();
    const slow = setTimeout(() => setSlow(true), SLOW_MS);
    void openCamera()
      .then(async (stream) => {
        ended.signal.addEventListener('abort', () => stream.getTracks().forEach((track) => track.stop()));
        const screen = video.current;
        if (ended.signal.aborted || screen === null) return stream.getTracks().forEach((track) => track.stop());
        setLight(() => lightOf(stream));
        screen.srcObject = stream;
        await screen.play();
        setRunning(true);
        const code = await firstCode(screen, ended.signal);
        if (code !== null) read.current(code);
      })
      .catch((error: unknown) => {
        if (!ended.signal.aborted) setFault(faultOf(error));
      });
    return () => {
      clearTimeout(slow);
      ended.abort();
    };
  }, [video]);
  return { fault, isRunning, isSlow, light };
}

async function openCamera(): Promise<MediaStream> {
  if (!window.isSecureContext) throw new DOMException('', 'SecurityError');
  // Where there are no devices at all, the browser knows none of these calls.
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices };
  if (mediaDevices === undefined) throw new DOMException('', 'NotFoundError');
  return mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: WIDEST } },
    audio: false,
  });
}
const faultOf = (error: unknown): CameraFault => {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'SecurityError') return 'insecure';
  return name === 'NotAllowedError' ? 'denied' : 'none';
};

/** The light of a phone beside its camera: known to some browsers only. */
function lightOf(stream: MediaStream): CameraState['light'] {
  const [track] = stream.getVideoTracks();
  const can = track?.getCapabilities?.() as { readonly torch?: boolean } | undefined;
  if (track === undefined || can?.torch !== true) return undefined;
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
}

/** Reads picture after picture until one holds a code; null once it was ended. */
async function firstCode(video: HTMLVideoElement, ended: AbortSignal): Promise<string | null> {
  const canvas = document.createElement('canvas');
  const drawn = canvas.getContext('2d', { willReadFrequently: true })!;
  while (!ended.aborted) {
    const { videoWidth, videoHeight } = video;
    if (videoWidth > 0) {
      const scale = Math.min(1, WIDEST / videoWidth);
      canvas.width = Math.round(videoWidth * scale);
      canvas.height = Math.round(videoHeight * scale);
      drawn.drawImage(video, 0, 0, canvas.width, canvas.height);
      const code = codeOf(await readBarcodes(drawn.getImageData(0, 0, canvas.width, canvas.height), READS));
      if (code !== null && !ended.aborted) return code;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, NEXT_PICTURE_MS);
    });
  }
  return null;
}
