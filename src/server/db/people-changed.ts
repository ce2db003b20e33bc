import { indexPeople } from '#server/search/index-people.ts';
import type { Db } from './client.ts';

/** To be called in the transaction of every change that search can see. */
export async function personChanged(db: Db, userId: number) {
  await indexPeople(db, [userId]);
}
