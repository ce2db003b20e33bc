import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * One address that always leads to the primary. It stands for what an operator has: a virtual address,
 * the writer's name of a managed service, or HAProxy in front of Patroni.
 */
export async function openVirtualAddress(socketFile: string) {
  let target = socketFile;
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    const database = connect(target);
    for (const [from, to] of [
      [caller, database],
      [database, caller],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.once('error', () => to.destroy());
      from.once('close', () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `postgres://payfolk@127.0.0.1:${port}/payfolk`,
    /** Redirects new connections; existing ones are closed. */
    moveTo(nextSocketFile: string) {
      target = nextSocketFile;
      cut();
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The file that a PostgreSQL on a Unix socket listens at. */
export const socketFileOf = ({ host, port }: { host: string; port: number }) =>
  `${host}/.s.PGSQL.${port}`;
