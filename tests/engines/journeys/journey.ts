import type { EngineName } from '#tests/engines/engine.ts';
import type { Target, Visitor } from '#tests/engines/visitor.ts';
import type { RegisteredPerson } from '#tests/support/people.ts';
import type { Site } from '#tests/support/site.ts';

export interface Stage {
  site: Site;
  engine: EngineName;
  /** A folder of the visitor's own. */
  home: string;
}

/** Something that people come for, from the first page to the last. */
export interface Journey {
  name: string;
  travel(visitor: Visitor, stage: Stage): Promise<void>;
}

export const button = (name: string, parent?: Target): Target => ({
  role: 'button',
  name,
  ...(parent ? { in: parent } : {}),
});
export const link = (name: string): Target => ({ role: 'link', name });
export const heading = (name: string): Target => ({ role: 'heading', name });
export const tab = (name: string): Target => ({ role: 'tab', name });

export const SEARCH = 'Search by name or username';

/** The home screen welcomes everybody once. */
export async function skipTour(visitor: Visitor): Promise<void> {
  const tour = { role: 'dialog', name: 'Welcome to Payfolk!' };
  await visitor.click(button('Skip', tour));
  await visitor.expectGone(tour);
}

export async function logIn(
  visitor: Visitor,
  { email, password }: Pick<RegisteredPerson, 'email' | 'password'>,
): Promise<void> {
  await visitor.fill('Email', email);
  await visitor.fill('Password', password);
  await visitor.click(button('Log In'));
}
