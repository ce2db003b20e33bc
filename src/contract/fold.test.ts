import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, foldCompact, foldWords } from './fold.ts';

describe('fold', () => {
  it.each([
    ['Ana María GARCÍA', ['ana', 'maria', 'garcia']],
    ['Łukasz Żółć', ['lukasz', 'zolc']],
    ['Søren Ærø', ['soren', 'aero']],
    ['Straße STRASSE', ['strasse', 'strasse']],
    ['Đặng Thị Hường', ['dang', 'thi', 'huong']],
    ['İpek IŞIK ısı', ['ipek', 'isik', 'isi']],
    ["O'Brien O’Brien Oʼbrien", ['obrien', 'obrien', 'obrien']],
    ['Jean-Paul', ['jean', 'paul']],
    ['Ольга Ёлкина', ['ольга', 'елкина']],
    ['Γιώργος ΓΙΏΡΓΟΣ', ['γιωργοσ', 'γιωργοσ']],
    ['مُحَمَّد أحمد', ['محمد', 'احمد']],
    ['فاطمة فاطمه', ['فاطمه', 'فاطمه']],
    ['王小明', ['王小明']],
    ['ヤマダ・タロウ やまだ ﾀﾛｳ', ['やまだ', 'たろう', 'やまだ', 'たろう']],
    ['がく かく', ['がく', 'かく']],
    ['김민준', ['김민준']],
    ['김민준'.normalize('NFD'), ['김민준']],
    ['Ａｎａ ﬁn', ['ana', 'fin']],
    ['A\u200bn\u00ada\ufeff', ['ana']],
    ['Pizza🍕🍕', ['pizza', '🍕', '🍕']],
    ["%_\\ ;' --", []],
  ])('%s', (text, words) => {
    expect(foldWords(text)).toEqual(words);
  });

  it('writes a word with its gaps closed', () => {
    expect(foldCompact('@Ana.María_92')).toBe('anamaria92');
  });

  it('changes nothing the second time, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const once = foldWords(text).join(' ');
        expect(foldWords(once).join(' ')).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  it('changes no character the second time', () => {
    const changed: string[] = [];
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const once = foldWords(`a${String.fromCodePoint(code)}a`).join(' ');
      if (foldWords(once).join(' ') !== once) changed.push(code.toString(16));
    }
    expect(changed).toEqual([]);
  });

  it('does not depend on case or on how accents are composed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zà-öø-ÿа-яα-ω ]{1,30}$/u), (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text));
        expect(fold(text.toUpperCase())).toBe(fold(text));
      }),
    );
  });
});
