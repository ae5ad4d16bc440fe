/**
 * MD5 (RFC 1321) as lower-case hex. Only because the sign-in call asks for the digest of the password;
 * it protects nothing, and the server hashes what it receives.
 */
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32));

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

/** The MD5 digest of a text's UTF-8 bytes, as 32 hexadecimal digits: the form existing clients send passwords in. */
export function md5(text: string): string {
  const message = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer((((message.length + 8) >> 6) + 1) << 6));
  message.forEach((byte, index) => padded.setUint8(index, byte));
  padded.setUint8(message.length, 0x80);
  padded.setUint32(padded.byteLength - 8, message.length * 8, true);
  padded.setUint32(padded.byteLength - 4, Math.floor(message.length / 2 ** 29), true);

  const state: [number, number, number, number] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < padded.byteLength; block += 64) {
    let [a, b, c, d] = state;
    for (let step = 0; step < 64; step += 1) {
      const round = step >> 4;
      const [mixed, word] =
        round === 0
          ? [(b & c) | (~b & d), step]
          : round === 1
            ? [(d & b) | (~d & c), (5 * step + 1) % 16]
            : round === 2
              ? [b ^ c ^ d, (3 * step + 5) % 16]
              : [c ^ (b | ~d), (7 * step) % 16];
      const sum = (a + mixed + (SINES[step] ?? 0) + padded.getUint32(block + word * 4, true)) | 0;
      a = d;
      d = c;
      c = b;
      b = (b + rotate(sum, SHIFTS[round * 4 + (step % 4)] ?? 0)) | 0;
    }
    state[0] = (state[0] + a) | 0;
    state[1] = (state[1] + b) | 0;
    state[2] = (state[2] + c) | 0;
    state[3] = (state[3] + d) | 0;
  }
  const digest = new DataView(new ArrayBuffer(16));
  state.forEach((word, index) => digest.setInt32(index * 4, word, true));
  return Array.from({ length: 16 }, (_, index) => digest.getUint8(index).toString(16).padStart(2, '0')).join('');
}
