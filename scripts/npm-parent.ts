import fs from 'node:fs';

const WATCH_INTERVAL_MS = 500;

/**
 * Calls `stop` when the npm that started this script is gone. It may end without passing the signal on, by force
 * or because only its shell got it, and would leave this process behind with nobody to end it.
 */
export function stopWithNpm(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  // Some shells replace themselves by the program, others wait for it between npm and us.
  const shellBetween = readProcess(parent, 'cmdline').includes(process.env['npm_lifecycle_script'] ?? ' ');
  const parentOfShell = () =>
    shellBetween
      ? readProcess(parent, 'stat')
          .replace(/^.*\) /s, '')
          .split(' ')[1]
      : undefined;
  const npm = parentOfShell();
  const watch = setInterval(() => {
    if (process.ppid === parent && parentOfShell() === npm) return;
    clearInterval(watch);
    stop();
  }, WATCH_INTERVAL_MS).unref();
}

function readProcess(pid: number, file: 'cmdline' | 'stat'): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // ended, or a system without /proc
  }
}
