import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { isRoot, NOBODY } from './embedded.ts';
import { findFreePort } from './free-port.ts';
import { within } from './within.ts';

/** Debian has it where only root's PATH leads. */
const PROGRAM = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
);
export const hasPgBouncer = PROGRAM !== undefined;

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** PgBouncer does not run as root, and nobody else may open the socket of the tests' PostgreSQL. */
async function openPostgresProxy() {
  const { host, port } = inject('postgres');
  const sockets = new Set<Socket>();
  const server = createServer((caller) => {
    const backend = connect(path.join(host, `.s.PGSQL.${port}`));
    for (const [one, other] of [
      [caller, backend],
      [backend, caller],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  const proxyPort = await listen(server);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: proxyPort, close };
}

/** A real PgBouncer in front of the tests' PostgreSQL, with few connections for many clients. */
export async function startPgBouncer(poolMode: 'transaction' | 'session', more: string[] = []) {
  if (PROGRAM === undefined) throw new Error('There is no PgBouncer.');
  const { user } = inject('postgres');
  const proxy = await openPostgresProxy();
  const folder = await mkdtemp(path.join(tmpdir(), 'payfolk-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  await writeFile(path.join(folder, 'users.txt'), `"${user}" ""\n`);
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${proxy.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${path.join(folder, 'users.txt')}`,
    `pool_mode = ${poolMode}`,
    'default_pool_size = 4',
    ...more,
  ];
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, settings.join('\n'));
  const child = spawn(PROGRAM, [file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot ? NOBODY : {}),
  });
  let output = '';
  const ended = once(child, 'close');
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('process up')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => reject(new Error(output)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  };
  await within(60, () => `PgBouncer; it said: ${output}`, ready);
  return { urlOf: (database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`, stop };
}
