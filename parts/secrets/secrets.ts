import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export const MASK = '******';
const MARK = 'sealed:';
/** Is this what a secret looks like where it is kept? */
export const isSealedText = (value: unknown): boolean => typeof value === 'string' && value.startsWith(MARK);
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A record about to be written, and as it is stored. */
interface SealedText {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly values: Record<string, unknown>;
}

/** Keeps secrets that the program has to send elsewhere: sealed in the database, opened where they are used. */
export interface Secrets {
  seal(text: string): string;
  isSealed(text: string): boolean;
  /** The text that was sealed; throws when the key is another. */
  open(sealed: string): string;
  /** For `beforeSave`: seals what was given anew; the mask that clients post back leaves the secret as it is. */
  sealGiven(saving: SealedText, fields: readonly string[]): void;
}

/** The key follows from the one that signs tokens: a copy of the database alone tells no secret. */
export function createSecrets(master: string): Secrets {
  const key = Buffer.from(hkdfSync('sha256', master, 'larder', 'secrets of records', 32));
  const seal = (text: string): string => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return MARK + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
  };
  return {
    seal,
    isSealed: isSealedText,
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(MARK.length), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
    sealGiven({ before, values }, fields) {
      for (const name of fields) {
        const given = values[name];
        const stored = before?.[name] ?? null;
        if (given === null || given === undefined || given === stored) continue;
        values[name] = given === MASK ? stored : seal(String(given));
      }
    },
  };
}
