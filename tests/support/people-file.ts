import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MadePerson } from '#cli/bench/people.ts';
import { peopleFileText } from '#cli/bench/people-file.ts';

/** Somebody with nothing but what is given. */
export const personWith = (given: Partial<MadePerson>): MadePerson => ({
  name: '',
  screenName: '',
  username: '',
  email: '',
  phoneNumber: '',
  websiteUrl: '',
  paypal: '',
  cashapp: '',
  applepay: '',
  venmo: '',
  isVerified: false,
  ...given,
});

/** A file for `npm run import`, in a folder of its own. */
export async function writePeopleFile(people: Iterable<MadePerson>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'payfolk-import-'));
  const file = path.join(folder, 'people.csv');
  await writeFile(file, [...peopleFileText(people)].join(''));
  return { path: file, folder, remove: () => rm(folder, { recursive: true }) };
}
