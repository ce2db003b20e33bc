import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePointLength, hasForbiddenCharacters, normalizeName, removeInvisible } from './text.ts';

const anyText = fc.string({ unit: 'binary' });

describe('removeInvisible', () => {
  it.each([
    ['zero-width space', 'an\u200ba'],
    ['zero-width joiner', 'an\u200da'],
    ['zero-width non-joiner', 'an\u200ca'],
    ['word joiner', 'an\u2060a'],
    ['byte-order mark', '\ufeffana'],
    ['soft hyphen', 'an\u00ada'],
    ['variation selector', 'ana\ufe0f'],
    ['Hangul filler', '\u3164ana'],
    ['tag character', 'ana\u{e0041}'],
  ])('takes out a %s', (_, text) => {
    expect(removeInvisible(text)).toBe('ana');
  });

  it('leaves text of any script as it is', () => {
    for (const text of [
      'Ana María',
      'Łukasz',
      'Ελένη',
      'محمد',
      '王芳',
      '김민준',
      'Nguyễn',
      'สมชาย',
      '🙂',
    ]) {
      expect(removeInvisible(text)).toBe(text);
    }
  });

  it('leaves direction marks in place, to be refused', () => {
    expect(removeInvisible('a\u202eb')).toBe('a\u202eb');
  });
});

describe('hasForbiddenCharacters', () => {
  it.each([
    ['null', 'a\u0000b'],
    ['line feed', 'a\nb'],
    ['delete', 'a\u007fb'],
    ['next line', 'a\u0085b'],
    ['line separator', 'a\u2028b'],
    ['right-to-left override', 'a\u202eb'],
    ['left-to-right mark', 'a\u200eb'],
    ['first strong isolate', 'a\u2068b'],
    ['Arabic letter mark', 'a\u061cb'],
    ['half of a pair', 'a\ud800b'],
    ['noncharacter', 'a\uffffb'],
  ])('sees a %s', (_, text) => {
    expect(hasForbiddenCharacters(text)).toBe(true);
  });

  it('lets right-to-left letters, marks and emoji pass', () => {
    for (const text of ['محمد', 'יעל', 'e\u0301', '🙂', "O'Brien-Smith"]) {
      expect(hasForbiddenCharacters(text)).toBe(false);
    }
  });

  it('takes line feed and tab as ordinary in text of several lines, and nothing else', () => {
    expect(hasForbiddenCharacters('a\n\tb', { lines: true })).toBe(false);
    for (const text of ['a\rb', 'a\u0000b', 'a\u202eb', 'a\u2029b']) {
      expect(hasForbiddenCharacters(text, { lines: true })).toBe(true);
    }
  });
});

describe('codePointLength', () => {
  it('counts an emoji once', () => {
    expect(codePointLength('')).toBe(0);
    expect(codePointLength('ana')).toBe(3);
    expect(codePointLength('🙂🙂')).toBe(2);
  });
});

describe('normalizeName', () => {
  it.each([
    ['  Ana   María ', 'Ana María'],
    ['Ａｎａ', 'Ana'],
    ['Mari\u0301a', 'María'],
    ['ﬁona', 'fiona'],
    ['Ana\u3000Ruiz', 'Ana Ruiz'],
    ['\u200b', ''],
  ])('%j becomes %j', (typed, kept) => {
    expect(normalizeName(typed)).toBe(kept);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = normalizeName(text);
        expect(normalizeName(once)).toBe(once);
      }),
    );
  });

  it('never brings in an invisible or forbidden character: every code point', () => {
    const broughtIn: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (hasForbiddenCharacters(character)) continue;
      const kept = normalizeName(character);
      if (hasForbiddenCharacters(kept) || removeInvisible(kept) !== kept) {
        broughtIn.push(code.toString(16));
      }
    }
    expect(broughtIn).toEqual([]);
  });
});
