import type { Db } from './client.ts';

/** To be called in the transaction of every change that search can see, a deletion included. */
export async function personChanged(_db: Db, _userId: number) {}
