import { z } from 'zod';
import { searchResponse } from './directory.ts';
import { idParams, usernameField } from './fields.ts';

export const SAVED_PEOPLE_MAX = 500;

/** A person is saved by username: an id could be guessed, and with it people who are not listed be found. */
export const savePersonParams = z.object({ username: usernameField });
export const savedPersonParams = idParams;

export const savedPeopleResponse = searchResponse;
export const savedIdsResponse = z.array(z.int());
