import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { imitationIn, refuseImitations } from './name-imitations.ts';

const PRODUCT = 'Please enter a name without “Payfolk”: it would look like an official account.';
const VERIFIED = 'Please enter a name without a “verified” mark: only we verify people.';

describe('a public name is refused', () => {
  it.each([
    ...['ᑭayfolk', 'Ꮲayfolk', 'Payfolᴋ', 'Payfoǀk', '🅿ayfolk', '🅿️ayfolk', 'Payføłk', 'Payfoꝇ'],
    ...[
      'Payf◯lk',
      'ᴘᴀʏꜰᴏʟᴋ Support',
      'The ᴘᴀʏ-ꜰᴏʟᴋ Team',
      '🅿🅰🆈🅵🅾🅻🅺 Help',
      '🇵ayfolk',
      '🇵🇦🇾🇫🇴🇱🇰 Help',
    ],
    ...[
      'Pаyfоlk Support',
      'PΛYFOLK',
      'PɅYFOLK',
      'Pλyfolk',
      'P@yfolk Support',
      'Payfo丨k',
      'Раυfolk',
    ],
    ...['þayfolk', 'Payf⊙lk', 'Payf¤lk', 'Payfo│k', 'Payfo¦k', 'Payʄolk', 'ᑭᗩYᖴOᒪK', 'ⲢⲀⲨϜⲞⳐⲔ'],
    ...['Payf᧐lk', 'Ƿayfolk', 'ƿayfolk', 'Payf⚬lk', 'Payf❍lk', 'Payf🔴lk', 'Payf🟠lk', 'Payf∘lk'],
    ...['Payf°lk', 'Payfo!k', 'Payfoǃk', 'P∆yfolk', 'PΔYFOLK', 'PДYFOLK', 'P△yfolk', '₱ayfolk'],
    ...['₽ayfolk', 'Pay₣olk', 'Payfo£k', '卩ayfolk', 'P4yfolk', 'Payfollk', 'Payfoik', 'Paayfo11k'],
    ...[
      'Payfolkson',
      'Pay Folk',
      'P a y f o l k',
      'Pay-folk Support',
      'The Pay ❤ Folk',
      'Pay F0lk24',
    ],
    ...[
      'Pay FolkSupport',
      'Pay Folk’s Team',
      'Pay.folks',
      'Pay❤folks',
      'Payf ⚬ lk',
      'Pay\u2014Folk',
    ],
  ])('for looking like the product: %s', (name) => {
    expect(imitationIn(name, 'Name')).toBe(PRODUCT);
  });

  it.each([
    ...['Maya (verified)', 'Maya [Verified]', '(Verified Seller) Maya', '● Verified Maya'],
    ...['Maya ● Verified', 'Maya Verified ★', 'Maya «VERIFIED»', '❤️ Verified', 'Maya • vеrified'],
    ...[
      'Maya "Verified"',
      "Maya 'Verified'",
      'Maya ʻVerifiedʼ',
      'Maya ʻVerified Sellerʼ',
      'Maya ″verified″',
    ],
    ...['Maya (veri-fied)', 'Maya [v e r i f i e d]', 'v.e.r.i.f.i.e.d ★ Maya', 'Maya (νerified)'],
    ...['Maya | Verified', 'Maya (ᴠᴇʀɪꜰɪᴇᴅ)', 'Maya ●️ Verified', '(🆅🅴🆁🅸🅵🅸🅴🅳) Maya'],
    ...[
      'Maya (Verif1ed)',
      'Maya (Ver1f1ed)',
      'Maya (Verlfied)',
      'Maya (Verifi3d)',
      '[verifled] Maya',
    ],
    ...['Maya (Ver!fied)', 'Maya (ver|fied)', 'Maya ★ V3rified', 'Maya (V€rified)'],
  ])('for looking like a badge: %s', (name) => {
    expect(imitationIn(name, 'Name')).toBe(VERIFIED);
  });

  it('with the paths of its fields', () => {
    const names = { name: 'Maya ● Verified', screenName: 'Ꮲayfolk' };
    const thrown = (() => {
      try {
        refuseImitations(names, 'user.');
      } catch (error) {
        return error;
      }
      return undefined;
    })();
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).toMatchObject({
      status: 400,
      message: VERIFIED,
      fields: { 'user.name': VERIFIED, 'user.screenName': PRODUCT.replace('name', 'screen name') },
    });
  });
});

it.each([
  ...['Sara Łoś', 'Jürgen', 'ᏣᎳᎩ', 'ᏍᏏᏉᏯ', 'Łukasz', 'Søren Kjær', 'Kɔfi Ɛsi', 'Əliyev', 'Ғани'],
  ...[
    '李娜',
    '김민준',
    'فاطمة الزهراء',
    'Γιώργος',
    'Юлия Петрова',
    'श्रीमती',
    'ᐃᓄᒃ',
    'Nguyễn Thị Hương',
  ],
  ...['Pay Ana', 'Folk Music', 'Taco 🌮 Truck', 'Ana 🇳🇴', 'Café #1', '🅱️obby', 'X Æ A-12'],
  ...[
    'Maya "Red" Okafor',
    "Maya 'Red' Okafor",
    'Kaʻiulani',
    'Λάμπρος',
    'ΛΑΜΠΡΟΣ',
    'Яна',
    'Þór',
    '丨',
  ],
  ...[
    'Very (Fied)',
    'Verified Builders',
    'Ana Verified',
    'Verified',
    'Unverified (Music)',
    'Verify (Ltd)',
  ],
  ...['Pay Folkerts', 'Pay Folkestone', 'Papay Folkard', 'Spay Folklore', 'Opay Folklift'],
  ...['Anne Pay-Folkerts', 'Payton Folk', 'May Folk', 'Folk Pay', 'Pay 4 Folk', 'Δήμητρα', 'Дарья'],
])('%s is fine', (name) => {
  expect(imitationIn(name, 'Name')).toBeUndefined();
  expect(() => refuseImitations({ name, screenName: null })).not.toThrow();
});
