import { spawn } from 'node:child_process';
import path from 'node:path';

/** Starts one of the least servers (`bare-server.ts`, `bare-writer.ts`); answers where it is once it listens. */
export async function startBare(
  script: string,
  args: readonly string[],
): Promise<{ readonly address: string; readonly pid: number; stop(): void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
  });
  return { address, pid: child.pid!, stop: () => void child.kill('SIGTERM') };
}
