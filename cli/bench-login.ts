import { printLoginTiming } from './login-timing.ts';

/** npm run bench:login: the part of npm run bench that takes a minute. */
await printLoginTiming();
