import { type Config, readConfig } from './config.ts';
import { isInterrupted, onInterrupt } from './lib/interrupts.ts';
import { createLogger } from './lib/logger.ts';
import { messageOf } from './lib/message-of.ts';

// Linux drops a signal that the first process of a container does not handle.
onInterrupt(async (signal) => {
  createLogger('info').info(`${signal}: stopped before the server was ready`);
});

let config: Config | undefined;
try {
  config = readConfig(process.env);
  // Loaded when signals are handled: it is most of the code.
  const { start } = await import('./start.ts');
  await start(config);
} catch (error) {
  if (!isInterrupted()) {
    // The stack is only useful for debugging.
    const line = `Payfolk could not start: ${messageOf(error)}`;
    console.error(config?.logLevel === 'debug' ? error : line);
    process.exit(1);
  }
}
