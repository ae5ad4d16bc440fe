// Installs what a fresh clone lacks: the pinned Node and all packages. Runs before `npm start` and
// `npm test` under whatever Node the machine has, so it is plain JavaScript without dependencies.
//
// Two stages, because npm under an older Node silently leaves out optional packages whose `engines`
// exclude it: first the pinned Node alone, then everything else with that Node doing the work.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_USABLE_NODE = 24;
const LOCK_FILE = '.setup-lock';
const STAMP_FILE = path.join('node_modules', '.setup-stamp');
const PINNED_NODE_FOLDER = '.tools';
const LONGEST_WAIT_MS = 15 * 60_000;

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));

const lockText = fs.readFileSync('package-lock.json');
const lockedPackages = JSON.parse(lockText.toString('utf8')).packages;
const wantedStamp = createHash('sha256').update(lockText).update(`${process.platform}-${process.arch}`).digest('hex');

if (!isInstalled()) {
  takeLock();
  // Whatever ends this process, `fail` included; what even that misses, `isAlive` finds next time.
  process.on('exit', () => fs.rmSync(LOCK_FILE, { force: true }));
  // Whoever held the lock before us may have done all the work.
  if (!isInstalled()) install();
}

function isInstalled() {
  try {
    return fs.readFileSync(STAMP_FILE, 'utf8').trim() === wantedStamp;
  } catch {
    return false;
  }
}

function install() {
  const node = usableNode();
  console.log('[setup] installing packages, this takes about a minute …');
  npm(node, ['ci', '--include=dev', '--include=optional']);
  fs.writeFileSync(STAMP_FILE, `${wantedStamp}\n`);
}

/** The Node that shall run the installation: this one when it is new enough, else the pinned one. */
function usableNode() {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_USABLE_NODE) return process.execPath;

  const name = `node-${process.platform}-${process.arch}`;
  const locked = lockedPackages[`node_modules/${name}`];
  if (!locked) {
    fail(
      `Node ${OLDEST_USABLE_NODE} or newer is needed on ${process.platform}-${process.arch}; this is ${process.version}`,
    );
  }

  console.log(`[setup] fetching Node ${locked.version} (this machine has ${process.version}) …`);
  const dependencies = { [name]: locked.version };
  const description = { name: 'larder-tools', version: '1.0.0', private: true, dependencies };
  fs.mkdirSync(PINNED_NODE_FOLDER, { recursive: true });
  writeJson(path.join(PINNED_NODE_FOLDER, 'package.json'), description);
  // A lock of its own carries over the integrity of the main lock, so the download is checked.
  writeJson(path.join(PINNED_NODE_FOLDER, 'package-lock.json'), {
    name: description.name,
    version: description.version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: description.name, version: description.version, dependencies },
      [`node_modules/${name}`]: {
        version: locked.version,
        integrity: locked.integrity,
        os: locked.os,
        cpu: locked.cpu,
        bin: locked.bin,
      },
    },
  });
  npm(process.execPath, ['ci', '--prefix', PINNED_NODE_FOLDER]);
  return path.resolve(PINNED_NODE_FOLDER, 'node_modules', name, 'bin', 'node');
}

function npm(node, args) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const options = { stdio: 'inherit', env: environmentFor(node) };
  const npmCommand = process.env.npm_execpath;
  const result = npmCommand
    ? spawnSync(node, [npmCommand, ...args, ...quiet], options)
    : spawnSync('npm', [...args, ...quiet], options);
  if (result.status === 0) return;
  const reason = result.error?.message ?? result.signal ?? `exit code ${result.status}`;
  fail(
    `npm ${args[0]} failed (${reason}); check the network and \`npm config get registry\`, then run the command again`,
  );
}

/** Without what the outer npm tells its script: an inner npm would take it for its own settings. */
function environmentFor(node) {
  const environment = { ...process.env };
  for (const name of Object.keys(environment)) {
    if (/^npm_(lifecycle|package|command|config_(local_prefix|prefix|node_gyp|noproxy))/i.test(name)) {
      delete environment[name];
    }
  }
  environment.PATH = path.dirname(node) + path.delimiter + environment.PATH;
  return environment;
}

/** Two commands started at once must not install into the same folder. */
function takeLock() {
  const begun = Date.now();
  let announced = false;
  for (;;) {
    try {
      fs.writeFileSync(LOCK_FILE, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`cannot write to ${process.cwd()}: ${error.message}`);
    }
    const holder = lockHolder();
    if (holder === null) continue;
    if (!isAlive(holder)) {
      removeAbandonedLock(holder);
      continue;
    }
    if (!announced) console.log(`[setup] waiting for another set-up (process ${holder}) …`);
    announced = true;
    if (Date.now() - begun > LONGEST_WAIT_MS) {
      fail(`process ${holder} has held ${LOCK_FILE} for too long; remove the file if that process is not a set-up`);
    }
    sleep(300);
  }
}

function lockHolder() {
  try {
    const holder = Number(fs.readFileSync(LOCK_FILE, 'utf8'));
    // Empty for the instant between the holder's creating the file and writing into it.
    if (!Number.isInteger(holder) || holder <= 0) {
      sleep(100);
      return Date.now() - fs.statSync(LOCK_FILE).mtimeMs > 5000 ? -1 : null;
    }
    return holder;
  } catch {
    return null;
  }
}

function isAlive(pid) {
  if (pid === -1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** By renaming, so that of two waiting processes only one removes it, and never a lock taken since. */
function removeAbandonedLock(holder) {
  const aside = `${LOCK_FILE}.${process.pid}`;
  try {
    fs.renameSync(LOCK_FILE, aside);
    const removed = Number(fs.readFileSync(aside, 'utf8')) || -1;
    if (removed !== holder) fs.linkSync(aside, LOCK_FILE);
    fs.rmSync(aside, { force: true });
  } catch {
    // Somebody else was faster; the caller looks again.
  }
}

function writeJson(file, value) {
  fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function fail(sentence) {
  console.error(`[setup] ${sentence}`);
  process.exit(1);
}
