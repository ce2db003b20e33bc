import { describe, expect, it } from 'vitest';
import { problems } from '#tests/support/problems.ts';
import { profileInput, registerInput } from './accounts.ts';
import { addPersonInput } from './contacts.ts';

const NOT_ALLOWED = 'Name contains characters that are not allowed';
const NO_LETTER = 'Please enter a name with letters or numbers.';
const BADGE = 'Please enter a name without check marks, badges or shields.';
const TRADEMARK = 'Please enter a name without ™, ® or ©.';
const MARKS = 'Please enter a name with at most two accents on a letter.';
const PRODUCT = 'Please enter a name without “Payfolk”: it would look like an official account.';

const refusals: [string, string][] = [
  ['\u2800\u2800', NOT_ALLOWED],
  ['Maya\u2800Chen', NOT_ALLOWED],
  ['Maya \ue000', NOT_ALLOWED],
  ['Maya \u{f0000}', NOT_ALLOWED],
  ['Maya \u0378', NOT_ALLOWED],
  ['Maya \ufffc', NOT_ALLOWED],
  ['\u0301\u0301', NO_LETTER],
  ['...', NO_LETTER],
  ['🙂🙂', NO_LETTER],
  ['- —', NO_LETTER],
  ['Maya Chen ✅', BADGE],
  ['Maya Chen ✓', BADGE],
  ['✔️ Maya Chen', BADGE],
  ['Maya ☑️', BADGE],
  ['Maya 🗸', BADGE],
  ['Maya 🛡️', BADGE],
  ['Maya 🛡', BADGE],
  ['Maya 🔰', BADGE],
  ['Maya 🔵', BADGE],
  ['Maya 🔷', BADGE],
  ['Maya 🏅', BADGE],
  ['Maya 🎖️', BADGE],
  ['Maya ⚜️', BADGE],
  ['Maya ꪜ', BADGE],
  ['Maya レ', BADGE],
  ['Mayaﾚ', BADGE],
  ['Maya (レ)', BADGE],
  ['レ・Maya', BADGE],
  ['マヤ ㇾ', BADGE],
  ['マヤ レ', BADGE],
  ['レ Maya', BADGE],
  ['Maya ⱱ', BADGE],
  ['Maya Ⓥ', BADGE],
  ['ⓥ Maya', BADGE],
  ['Maya 🅥', BADGE],
  ['Maya (🆅)', BADGE],
  ['MayaBerg🆅', BADGE],
  ['🆅Maya', BADGE],
  ['Maya 🆅🆅', BADGE],
  ['Ⓥictor', BADGE],
  ['Maya Chen™', TRADEMARK],
  ['Maya Chen ℠', TRADEMARK],
  ['Maya® Chen', TRADEMARK],
  ['© Maya Chen', TRADEMARK],
  [`a${'\u0301'.repeat(98)}`, MARKS],
  ['Zoe\u0301\u0302\u0303', MARKS],
  ['Zo\u00eb\u0301\u0302', MARKS],
  ['ก\u0e47\u0e47\u0e47', MARKS],
  ['Payfolk', PRODUCT],
  ['PAYFOLK Support', PRODUCT],
  ['The Pay-Folk Team', PRODUCT],
  ['P a y f o l k', PRODUCT],
  ['Pay ● Folk', PRODUCT],
  ['Payfolkson', PRODUCT],
  ['Pay FolkSupport', PRODUCT],
  ['Pay Folk/Help', PRODUCT],
  ['Pay Folk(Help)', PRODUCT],
  ['Pay Folk.com', PRODUCT],
  ['Official.Pay Folk', PRODUCT],
  ['Pay Folks Support', PRODUCT],
  ['Pay-Folks Team', PRODUCT],
  ['Ｐａｙｆｏｌｋ', PRODUCT],
  ['Páyfölk', PRODUCT],
  ['Pаyfolk Support', PRODUCT],
  ['Payfo1k Support', PRODUCT],
  ['PayfoIk', PRODUCT],
  ['Payf0lk Team', PRODUCT],
];

describe('a public name', () => {
  it.each(refusals)('%j: %s', (name, message) => {
    const user = { name, email: 'ana@example.com', password: 'correct horse' };
    expect(problems(registerInput, user)).toEqual({ name: message });
    expect(problems(profileInput, { name })).toEqual({ name: message });
    const screenMessage = message
      .replace('Name contains', 'Screen name contains')
      .replace('a name', 'a screen name');
    if ([...name].length <= 50) {
      expect(problems(profileInput, { screenName: name })).toEqual({ screenName: screenMessage });
    }
  });

  it.each([
    ...[
      'Ana',
      '李娜',
      '王小明',
      '김민준',
      'فاطمة الزهراء',
      'مُحَمَّد',
      'Γιώργος',
      'ᾧδή',
      'Nguyễn Thị Hương',
    ],
    ...[
      'ကျော်',
      'မျှော်လင့်',
      'སྒྲོལ་མ',
      'ที่รัก',
      'น้ำฝน',
      'श्रीमती',
      'कुँवर',
      'Łukasz',
      "O'Neill",
      'X Æ A-12',
      'Jay-Z',
    ],
    ...[
      'Joe’s Pizza & Pasta',
      '7-Eleven',
      'Ana 🙂',
      'Taco 🌮 Truck',
      'Café #1',
      'Pay Ana',
      'Folk Music',
      'A\u0301\u0323na',
    ],
    ...['Pay Folkerts', 'Pay Folkestone', 'Papay Folkard', 'Spay Folklore', 'Anne Pay-Folkerts'],
    ...['レイ', 'Maya レイ', 'ハレ', 'レ・ミゼラブル', 'レーナ', 'レ点', 'ⱱalle'],
    // The family name Lê.
    ...['レ ヴァン タム', 'グエン レ ティ'],
    ...['ꪜꪱ ꪎꪱꪫ', 'ⓋⒾⒸ', '🆅🅸🅲 Ana'],
  ])('%s is fine', (name) => {
    expect(problems(profileInput, { name, screenName: name })).toEqual({});
  });
});

it('a private contact may have any name', () => {
  const contact = {
    name: 'Payfolk® Support ✅',
    screenName: '🙂🙂',
    paymentPlatform: 'venmo',
    paymentUsername: '@ana-pays',
  };
  expect(problems(addPersonInput, contact)).toEqual({});
});
