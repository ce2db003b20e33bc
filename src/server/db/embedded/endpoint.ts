import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, open, readFile, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the database listens, as pg's configuration has it. */
export type Endpoint = { host: string; port: number; password?: string };

// A socket's address holds 108 bytes on Linux and 104 elsewhere, its file's name and the end included.
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432'.length;
const SOCKET_PORT = 5432;

/** A Unix socket in the cluster's own folder (mode 700), through a short link where its path is too long. */
export async function socketEndpoint(cluster: string): Promise<Endpoint> {
  if (Buffer.byteLength(cluster) <= LONGEST_SOCKET_FOLDER)
    return { host: cluster, port: SOCKET_PORT };
  const base = Buffer.byteLength(tmpdir()) < LONGEST_SOCKET_FOLDER - 20 ? tmpdir() : '/tmp';
  const folder = await mkdtemp(join(base, 'payfolk-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const link = join(folder, 'db');
  await symlink(cluster, link);
  return { host: link, port: SOCKET_PORT };
}

/** Windows: loopback with a random password, stored in DATA_DIR for the command-line tools. */
export async function loopbackEndpoint(dataDir: string, cluster: string): Promise<Endpoint> {
  const password = await readOrMakePassword(passwordFile(dataDir));
  const running = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const port = Number(running.split('\n')[3]) || (await findFreePort());
  return { host: '127.0.0.1', port, password };
}

export function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

async function readOrMakePassword(file: string): Promise<string> {
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(randomBytes(24).toString('base64url'));
    await handle.sync();
    await handle.close();
    await chmod(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(file, 'utf8');
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
