import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { PrivacyScreen } from './privacy-screen.tsx';

const words = () =>
  renderToStaticMarkup(
    <Router ssrPath="/privacy">
      <PrivacyScreen />
    </Router>,
  ).replaceAll(/<[^>]+>/g, ' ');

it.each([
  ['profile', 'until you change or delete them'],
  ['earlier payment names', 'Earlier payment names: until you delete your account'],
  ['usernames', 'Former usernames: for good'],
  ['sessions', 'Sessions: 30 days after the last use, 180 days at most'],
  ['device cookie', 'The cookie that recognizes the device: 1 year'],
  ['reset links', 'Links to reset a password: 1 hour'],
  ['other links', 'Links to confirm an email or to undo a change: 7 days'],
  ['codes', 'Codes by email: 10 minutes'],
  ['waiting emails', 'until they are sent, 7 days at most'],
  ['audit log', '400 days; the network addresses in it: 90 days'],
  ['reports', 'Reports: 90 days, or until an admin has closed them'],
  ['reviews', 'decided: 400 days'],
  ['counters', 'Counters against abuse, by network or by a hash of the email: 1 day at most'],
  ['deleted accounts', 'A deleted account: removed at once'],
  ['backups', 'Backups: until newer ones replace them'],
  ['import files', 'Files of people that were imported'],
  ['request log', 'The list of requests'],
])('Privacy says how long is kept: %s', (_, sentence) => {
  expect(words()).toContain(sentence);
});
