import { describe, expect, it } from 'vitest';
import type { PagePerson } from '#contract/pages.ts';
import { toVcard } from './vcard.ts';

const ANA: PagePerson = {
  id: 1,
  username: 'ana',
  displayName: 'Ana',
  profileImage: null,
  phoneNumber: null,
  websiteUrl: null,
  isVerified: false,
  memberSince: '2025-05-02',
  handles: [],
  caution: null,
};
const FACTS = { since: '2025-05-02', proof: null, proofDetail: null, provenAt: null };
const vcardOf = (person: Partial<PagePerson>) =>
  toVcard({ ...ANA, ...person }, 'https://pay.example/@ana', 'https://pay.example');
/** The lines with their continuations joined, as a phone reads them. */
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

describe('a vCard', () => {
  it('has everything that the page shows', () => {
    const text = vcardOf({
      phoneNumber: '+15550100',
      websiteUrl: 'https://ana.example/me',
      profileImage: '/api/avatars/1-a.webp',
      handles: [
        { platform: 'cashapp', handle: '$ana', ...FACTS },
        { platform: 'paypal', handle: 'ana@example.com', ...FACTS },
      ],
    });
    expect(unfold(text)).toEqual([
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Ana',
      'N:;Ana;;;',
      'NICKNAME:@ana',
      'TEL;VALUE=uri:tel:+15550100',
      'URL:https://pay.example/@ana',
      'URL:https://ana.example/me',
      'PHOTO:https://pay.example/api/avatars/1-a.webp',
      'NOTE:Cash App: $ana\\nPayPal: ana@example.com',
      'END:VCARD',
      '',
    ]);
  });

  it('cannot be given another property by a name', () => {
    const lines = unfold(vcardOf({ displayName: 'A;B,C\\D\r\nTEL:1\nURL:x' }));
    expect(lines[2]).toBe('FN:A\\;B\\,C\\\\D\\nTEL:1\\nURL:x');
    expect(lines.filter((line) => line.startsWith('TEL') || line === 'URL:x')).toEqual([]);
  });

  it.each(['é'.repeat(100), '漢'.repeat(50), '🙂'.repeat(50), 'a'.repeat(100)])(
    'folds lines at 75 bytes, never inside a character: %s',
    (displayName) => {
      const text = vcardOf({ displayName });
      for (const line of text.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      }
      expect(text).not.toContain('\uFFFD');
      expect(unfold(text)).toContain(`FN:${displayName}`);
    },
  );
});
