import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServerProcess } from './server-process.ts';
import { within } from './within.ts';

interface Message {
  id: number;
  url?: string;
  failed?: string;
  code?: number;
}

let host: ChildProcess | undefined;
let count = 0;
/** One server after the other listens on it, so that pages of one test file can be used by the next. */
let ownPort: string | undefined;
let isOwnPortTaken = false;

/** The process of this worker that its test files share. It ends with the worker. */
function findHost(): ChildProcess {
  if (host?.connected) return host;
  const script = fileURLToPath(new URL('./server-host.mjs', import.meta.url));
  host = fork(script, [], {
    // Without the options of this process.
    execArgv: [],
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  host.setMaxListeners(0);
  return host;
}

/** Starts the built server on a free port in a process with others, which saves loading its modules. */
export async function startHostedServer(
  env: Record<string, string>,
): Promise<Pick<ServerProcess, 'url' | 'stop'>> {
  count += 1;
  const id = count;
  const child = findHost();
  const order = (what: string, message: object) => {
    const answer = new Promise<Message>((resolve, reject) => {
      const end = () => reject(new Error('the host of the servers ended'));
      const read = (message: Message) => {
        if (message.id !== id) return;
        child.off('message', read);
        child.off('exit', end);
        resolve(message);
      };
      child.on('message', read);
      child.once('exit', end);
    });
    child.send(message);
    return within(300, `the server ${what}`, answer);
  };
  const takesOwnPort = env.PORT === undefined && !isOwnPortTaken;
  if (takesOwnPort) isOwnPortTaken = true;
  const port = takesOwnPort ? (ownPort ?? '0') : '0';
  const settings = { PORT: port, RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...env };
  const { url, failed } = await order('to listen', { id, env: settings });
  if (url === undefined) throw new Error(failed);
  if (takesOwnPort) ownPort ??= new URL(url).port;
  return {
    url,
    async stop() {
      const { code } = await order('to end', { id });
      if (takesOwnPort) isOwnPortTaken = false;
      return code ?? null;
    },
  };
}
