import { createHash } from 'node:crypto';

/**
 * Keys that stand in examples, in defaults of other products or in public lists of found ones: whoever knows them signs
 * what he likes. As digests, so that nobody copies one from here.
 */
const KNOWN = new Set([
  '011fc2994e39d251141540f87a69092b3f22a86767f7283de7eeedb3897bedf6',
  '138e3c21f8c5581ec97cca6b029c0b232b5bc4bfe6d573ace3be91f80784e2b4',
  '15aad71706966c7a9519cb6ed18bb22e2f4fb11d658397083d33e92a3138be69',
  '1a71f80aa11f79bb70d8855a83c6727f1fa19dee27869789dc656c171f5b4113',
  '22d89f99b42ff7fb8e0d6483b4f601bba336b8c0f8174fd7484e2aed9498cd6c',
  '2b1fa627178e3424e20ffd0e18b7440c322ad538d3c96aef1e3f60d99951c23c',
  '328cc709b66af346d51b786bd43e2f48077769e9d78bd218bb229b41326f1cef',
  '3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9',
  '489229916f249d99df631e432d7588461d417490ab5a8dcc067ca77e52fece8a',
  '4f6247d3302488b2e483cdc67a5027a6de127b09903954787428e30faf83eb49',
  '54ef6453548ca68d33dc886b446e4a3264bcfdb8fc5b7175a1440762a1a6c163',
  '653bb1245e828fcda4fa53fcd5a3def5bd7654e651f54b4132b73d74e64435c4',
  '70ba8ff74a47ce04b9d6eb53e166bfefbba8ac5de39cf4480cff1e19569fab05',
  '74edadb5469509d40d2cee0c0c0ce7cc8b3f02b5a17837feceb455e82b0c9583',
  '7d5f5ad0674ec2f2960b1a34f33370a0f71471fa0e3ef0c0a692977d276dafe8',
  '7f89abadb4d8d0ec0b9567da3e3358cebb8f5bcc80beac117499e6b56fe4480f',
  '821f8f53cd51516c06ae990ea361c3dedeb7ace9b78a585243ceb20e975cd7c1',
  '9b07c4c9003d07e664b464489bd3ac4c800d07a4c77cf42bfb813c77d867f665',
  'af6ab5555f1f3d0c885bc93ce3e532659dc62111e3d4e134b81bf79688149aff',
  'bb56b2b8d2bac4ae0fe5336b8b8431d682d12bc81c1cacf1b7ccc6616f8ec3fd',
  'cc75443d8979fe5cdbdf2de55b822ec8b63bc55348c2e451b46b19f4746885ca',
  'd04e8d908c81e30da865f7b1fabce26d6026a0e57a0f35e96e9b9f14cbcf39d0',
  'd6bd430a2cd9e7ed77789750a31291e082eb48730b485c6a609fa27e1a356794',
  'd7dc268b8b58661a5d97213168c4bd17d884877a01af7e482f2610672808c130',
  'e23a51521606273afacbd2e47ce0820d7da5cac8e02f526a3719d9d2e8200d5f',
  'ecc88e10862ec0ad355e90df902c6072f3077888f2d4806e4e9d82e9e4e9d19d',
]);
/** Fewer different characters than this are a word or a key held down, however long. */
const LEAST_VARIETY = 10;

const digest = (text: string): string =>
  createHash('sha256')
    .update(text.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest('hex');

/** Letters or figures in their order, up or down, for more than half of it: chance makes that of one pair in thirty. */
function isCounted(secret: string): boolean {
  const codes = [...secret.toLowerCase()].map((sign) => sign.codePointAt(0)!);
  const steps = codes.slice(1).filter((code, at) => Math.abs(code - codes[at]!) === 1).length;
  return steps * 2 > codes.length;
}

/** Is this no secret, though it is long enough? Case, spaces and signs make no difference. */
export const isKnownSecret = (secret: string): boolean =>
  new Set(secret).size < LEAST_VARIETY || isCounted(secret) || KNOWN.has(digest(secret));
