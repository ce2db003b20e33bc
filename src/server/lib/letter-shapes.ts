/**
 * What Unicode's table of look-alikes lacks: small capitals, letters with strokes and hooks, medieval letters, letters
 * without a bar or turned around, signs of currencies, triangles for a and circles for o. Each letter, then what can be
 * taken for it.
 */
const LOOKALIKES = `a @₳∆△▲◬ȺɅɐʌΛλᗩᴀᶏⱥⱯⲀⲁ|b ₿ʙᗷᵬᶀꞖꞗ|c ¢₵ƈɕᑕꞒꞓꞔꟄ|d ȡᗪᴅᵭᶁᶑꝹꝺꟇꟈ|e €ǝᴇᶒⱸⲈⲉꬴ|f ₣ʄϜϝғᖴᶂꜰꝻꝼ|g ɢᵹꝽꞠꞡ|h ʜⱨꞕ|i ᶖ|j ȷʝᴊ|k ₭𐒼ᶄⱪⲔⲕꝁꝂꝃꝄꝅꞢꞣ|
l !¡ǃ£₤¦꘡ㄧȴɬʟᒪᶅⱠⱡꝆꝈꝉꞎꞭⳐⳑꬷꬸꬹ│丨|lk ꝇ|m ʍᴍᶆꬺ|n ₦ȵɲɴᶇꞐꞑꞤꞥꬻ|o °∘◦⚬❍⭘⓿᧐ოʘ¤Ⲟⲟ๏ⱺꝌꝍ⊕⊖⊗⊘⊙⊚⊛◯○◌●◉◎⚪⚫⭕⦿⏺🔘🔴🟠🟡🟢🟣🟤🌑🌕|p Ƿƿ₱₽℗卩尸ᑭᴘⲢⲣᵱᶈꝐꝑꝒꝓꝔꝕ|q ɋᑫꝖꝗꝘꝙꞯ|r ɾʀЯяᴙᵳᶉꞂꞃꞄꞅꞦꞧꭉꭋ|
s $₴ȿᶊⱾꞨꞩꟉꟊ|t ₮ƫȶʈᴛⱦꞆꞇ|u ᶙꞸꞹ|v ʋᶌⱱⱴꝞꝟ|w ₩Ⱳⱳ|x ᶍꭖꭗꭘꭙ|y ¥⅄ⲨⲩᎩ|z ɀʑᶎⱫⱬⱿꟆ`;

const LETTERS = new Map(
  LOOKALIKES.replace(/\n/g, '')
    .split('|')
    .flatMap((line) => {
      const [letter = '', others = ''] = line.split(' ');
      return [...others].map((other) => [other, letter] as const);
    }),
);
const SHAPES = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu');

/** In a word of their own script they are no a. */
const DELTAS = /(?<=\p{sc=Latin}\p{M}*)[ΔД]|[ΔД](?=\p{sc=Latin})/gu;

export const replaceShapes = (text: string) =>
  text.replace(DELTAS, 'a').replace(SHAPES, (shape) => LETTERS.get(shape) ?? shape);

/** Capitals in squares and circles, and those that make flags, in alphabets of 26. */
const BOXES = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6];
const BOXED = new RegExp(
  `[${BOXES.map((first) => `\\u{${first.toString(16)}}-\\u{${(first + 25).toString(16)}}`).join('')}]`,
  'gu',
);
const FLAG = /(?<!\S)\p{RI}{2}(?!\S)/gu;

/** '🅼aya' → 'Maya'. A flag beside the name is no letters. */
export function unboxLetters(text: string): string {
  return text.replace(FLAG, ' ').replace(BOXED, (boxed) => {
    const code = boxed.codePointAt(0) ?? 0;
    const first = BOXES.findLast((each) => each <= code) ?? code;
    return String.fromCharCode('A'.charCodeAt(0) + code - first);
  });
}
