import fs from 'node:fs';
import os from 'node:os';

const MEMORY = '/dev/shm';
const ROOM = 4 * 1024 ** 3;

/**
 * Where tests put what does not outlive them: in memory, where there is room. A database is a thousand files, and each
 * file of tests makes one.
 */
export function scratchFolder(): string {
  if (!fs.existsSync(MEMORY)) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  return bavail * bsize >= ROOM ? MEMORY : os.tmpdir();
}
