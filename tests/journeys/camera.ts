import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

const PROGRAM = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');

/** Gives pages a camera that sees this code on a label, from the next page on. */
export async function showToCamera(page: Page, code: string): Promise<void> {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(fs.readFileSync(PROGRAM)).buffer } });
  const { svg } = await writeBarcode(code, { format: 'QRCode', addQuietZones: true });
  await page.addInitScript((drawing) => {
    navigator.mediaDevices.getUserMedia = async () => {
      const label = new Image();
      label.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
      await label.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
      const drawn = canvas.getContext('2d')!;
      const draw = (): void => {
        drawn.fillStyle = '#c8bfa8';
        drawn.fillRect(0, 0, 640, 480);
        drawn.drawImage(label, 210, 130, 220, 220);
      };
      draw();
      setInterval(draw, 100);
      return canvas.captureStream(10);
    };
  }, svg);
}

/** A camera that its owner does not allow. */
export async function forbidCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
}
