import { readArguments } from './command.ts';
import { printLoginTiming } from './login-timing.ts';

/** The part of npm run bench that takes a minute. */
readArguments('npm run bench:login');
await printLoginTiming();
