import type { Page } from 'playwright-core';

/** A scale on a serial line that sends what `window.weighs` says ten times a second; nothing is asked of anybody. */
export async function attachScale(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const scale = window as unknown as { weighs: string };
    scale.weighs = 'US,GS,+   0.000kg';
    const port = {
      readable: null as ReadableStream<Uint8Array> | null,
      open() {
        let sending: ReturnType<typeof setInterval>;
        const encoder = new TextEncoder();
        port.readable = new ReadableStream({
          start(lines) {
            // In pieces, as a serial line brings them.
            sending = setInterval(() => {
              const line = `${scale.weighs}\r\n`;
              lines.enqueue(encoder.encode(line.slice(0, 7)));
              lines.enqueue(encoder.encode(line.slice(7)));
            }, 100);
          },
          cancel: () => clearInterval(sending),
        });
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    };
    let allowed = false;
    Object.defineProperty(navigator, 'serial', {
      value: {
        getPorts: () => Promise.resolve(allowed ? [port] : []),
        requestPort: () => {
          allowed = true;
          return Promise.resolve(port);
        },
      },
    });
  });
}
/** The scale sends this line from now on. */
export const weighs = (page: Page, line: string): Promise<void> =>
  page.evaluate((says) => {
    (window as unknown as { weighs: string }).weighs = says;
  }, line);
