import fs from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule as prepareReader, readBarcodes } from 'zxing-wasm/reader';
import { prepareZXingModule as prepareWriter, writeBarcode, type WriterOptions } from 'zxing-wasm/writer';
import { readGs1 } from '../gs1/gs1.rules.ts';
import { codeOf, READS } from './code-of.rules.ts';

/** The program beside a library's own files. */
const programOf = (name: 'reader' | 'writer'): ArrayBuffer => {
  const file = createRequire(import.meta.url).resolve(`zxing-wasm/${name}/zxing_${name}.wasm`);
  return new Uint8Array(fs.readFileSync(file)).buffer;
};
beforeAll(() => {
  prepareReader({ overrides: { wasmBinary: programOf('reader') } });
  prepareWriter({ overrides: { wasmBinary: programOf('writer') } });
});

/** What is read of a picture of this code. */
async function read(text: string, options: WriterOptions): Promise<string | null> {
  const { image, error } = await writeBarcode(text, { scale: 4, addQuietZones: true, ...options });
  if (image === null) throw new Error(error);
  return codeOf(await readBarcodes(image, READS));
}

test.each([
  ['our own label of a lot', 'L1234567', { format: 'QRCode' }, 'L1234567'],
  ['the number of a bill', 'CG202611280007', { format: 'Code128' }, 'CG202611280007'],
  ['a pack in a shop', '6901234567892', { format: 'EAN13' }, '6901234567892'],
  ['Chinese words', '供应商送货单 7', { format: 'QRCode' }, '供应商送货单 7'],
] as const)('W18: %s is read as a hand scanner would type it', async (_, text, options, code) => {
  expect(await read(text, options)).toBe(code);
});

test.each(['DataMatrix', 'QRCode', 'Code128'] as const)(
  'W18: a GS1 %s brings trade item, lot, last day and weight',
  async (format) => {
    const code = await read('(01)06901234567892(17)261231(3103)012500(10)A7', { format, options: 'gs1' });
    expect(code).toMatch(/^\](d2|Q3|C1)01/);
    expect(readGs1(code!, '2026-11-28')).toMatchObject({
      ok: true,
      gs1: { gtin: '06901234567892', expiryDate: '2026-12-31', lot: 'A7' },
    });
  },
);

test('nothing, or what could not be read wholly, is no code', () => {
  expect(codeOf([])).toBeNull();
  expect(codeOf([{ isValid: false, text: 'L1', contentType: 'Text', symbologyIdentifier: ']Q1' }])).toBeNull();
});
