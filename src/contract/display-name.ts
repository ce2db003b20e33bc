/** The name on cards and pages. */
export function displayName(person: {
  screenName: string | null;
  username: string | null;
}): string {
  return person.screenName || person.username || 'User';
}
