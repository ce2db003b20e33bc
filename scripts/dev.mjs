import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { main } from './lib/fail.mjs';
import { stopWithNpm } from './lib/follow-npm.mjs';
import { prepareTools } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { programOf } from './lib/run.mjs';

/** npm run dev: the server from its sources, restarted when they change, behind Vite's hot reload. */
await main(async () => {
  stopWithNpm();
  await prepareTools();
  // It may have been installed just now.
  const { default: pretty } = await import('pino-pretty');
  const port = process.env.PORT || '3000';
  const address = 'http://localhost:5173';
  const env = {
    ...process.env,
    PORT: port,
    // Links, QR codes and the check of a request's origin go by the address that the browser shows.
    PUBLIC_URL: process.env.PUBLIC_URL || address,
    API_URL: `http://127.0.0.1:${port}`,
  };
  const watch = ['--watch', '--import', 'tsx', 'src/server/main.ts'];
  const vite = [programOf('vite'), '--strictPort', '--clearScreen', 'false', '--logLevel', 'warn'];
  const [server, client] = [watch, vite].map((args) =>
    spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  client.stdout.pipe(process.stdout);
  const output = process.stdout.isTTY
    ? pretty({ sync: true, singleLine: true, ignore: 'pid,hostname,reqId' })
    : process.stdout;
  // The server prints its own address when it is ready; the one to open is Vite's.
  server.stdout.on('data', (chunk) => {
    output.write(String(chunk).replaceAll(`http://localhost:${port}`, address));
  });
  const children = [server, client];
  const stop = (signal) => {
    for (const child of children) if (child.exitCode === null) child.kill(signal);
  };
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  for (const child of children) {
    child.once('exit', (code) => {
      process.exitCode ||= code ?? 0;
      stop('SIGTERM');
    });
  }
});
