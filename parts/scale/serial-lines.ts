/** Lines of a device on a serial line (Web Serial), as they come, until it is taken away or `ended`. */
const BAUD_RATE = 9_600;
/** A device that sends no end of line is no scale. */
const LONGEST = 200;

export interface SerialPort {
  readonly readable: ReadableStream<Uint8Array> | null;
  open(options: { readonly baudRate: number }): Promise<void>;
  close(): Promise<void>;
}
interface Serial {
  /** Those a person has allowed on this device before. */
  getPorts(): Promise<SerialPort[]>;
  /** Asks the person for one. */
  requestPort(): Promise<SerialPort>;
}

/** Serial devices of this browser; undefined where it knows none. */
export const serialOf = (): Serial | undefined => (navigator as { readonly serial?: Serial }).serial;

/** Calls `onLine` for each line the device sends; ends when it goes or `ended` is aborted. */
export async function readLines(port: SerialPort, onLine: (line: string) => void, ended: AbortSignal): Promise<void> {
  await port.open({ baudRate: BAUD_RATE });
  const reader = port.readable!.getReader();
  const stop = (): void => void reader.cancel().catch(() => undefined);
  ended.addEventListener('abort', stop);
  const decoder = new TextDecoder('ascii');
  let rest = '';
  try {
    while (!ended.aborted) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/[\r\n]+/);
      rest = lines.pop()!.slice(-LONGEST);
      for (const line of lines) if (line !== '') onLine(line);
    }
  } finally {
    ended.removeEventListener('abort', stop);
    reader.releaseLock();
    await port.close().catch(() => undefined);
  }
}
