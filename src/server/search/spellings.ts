import { NICKNAMES } from './data/nicknames.ts';

/**
 * Other ways to write the same name. Names are indexed in every spelling and queries are read in every
 * spelling, so Müller, Mueller and Muller meet, and so do Юлия and Yulia.
 */

/** Letters that some write as one letter (as folding does) and others as two. */
const AS_TWO_LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
};

type Table = Readonly<Record<string, string>>;

const tableOf = (text: string): Table =>
  Object.fromEntries(text.split(' ').map((pair) => pair.split('=') as [string, string]));

const CYRILLIC = tableOf(
  'а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ' +
    'ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i ї=yi є=ye ґ=g ў=w ј=j љ=lj њ=nj ћ=c ђ=dj џ=dz',
);
const GREEK = tableOf(
  'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o ' +
    'ου=ou αυ=av ευ=ev μπ=b γγ=ng γκ=g γχ=nch',
);

/** The scripts with up to three common ways to write each in Latin letters. */
const SCRIPTS: { script: RegExp; schemes: Table[] }[] = [
  {
    script: /\p{sc=Cyrillic}/u,
    schemes: [
      CYRILLIC,
      { ...CYRILLIC, ...tableOf('ё=e х=h щ=sch ия=ia ий=y ый=y ья=ia кс=x й=i') },
      { ...CYRILLIC, ...tableOf('ё=e ю=iu я=ia й=i') },
    ],
  },
  {
    script: /\p{sc=Greek}/u,
    schemes: [
      GREEK,
      { ...GREEK, ...tableOf('χ=h υ=i ου=u αυ=af ευ=ef ντ=d') },
      { ...GREEK, ...tableOf('β=b η=e φ=ph αυ=au ευ=eu μπ=mp γκ=gk') },
    ],
  },
];

/** Two letters that are written together in another way than one by one go first. */
function transliterate(text: string, table: Table): string {
  let latin = '';
  for (let at = 0; at < text.length; ) {
    const pair = text.slice(at, at + 2);
    const known = pair.length === 2 ? table[pair] : undefined;
    latin += known ?? table[text.charAt(at)] ?? text.charAt(at);
    at += known === undefined ? 1 : 2;
  }
  return latin;
}

const PLAIN = /^\p{ASCII}*$/u;
const TWO_LETTERS = new RegExp(`[${Object.keys(AS_TWO_LETTERS).join('')}]`, 'gu');
/** Accents on Greek vowels; й and ё are letters of their own. */
const GREEK_ACCENTS = /(?<=\p{sc=Greek}\p{M}*)\p{M}/gu;

/** A text and up to three other spellings of it. */
export function spellingsOf(text: string): string[] {
  if (PLAIN.test(text)) return [text];
  const letters = text.normalize('NFC').toLowerCase();
  const spellings = new Set([text]);
  const expanded = letters.replace(TWO_LETTERS, (letter) => AS_TWO_LETTERS[letter] ?? letter);
  if (expanded !== letters) spellings.add(expanded);
  for (const { script, schemes } of SCRIPTS) {
    if (!script.test(letters)) continue;
    const bare = letters.normalize('NFD').replace(GREEK_ACCENTS, '').normalize('NFC');
    for (const table of schemes) spellings.add(transliterate(bare, table));
  }
  return [...spellings].slice(0, 4);
}

function readNicknames(lines: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const known = names.get(from);
    if (!known) names.set(from, [to]);
    else if (!known.includes(to)) known.push(to);
  };
  for (const line of lines.split('\n')) {
    const [formal = '', nicknames = ''] = line.split(':').map((part) => part.trim());
    for (const nickname of nicknames.split(',').map((each) => each.trim())) {
      if (formal === '' || nickname === '') continue;
      add(formal, nickname);
      add(nickname, formal);
    }
  }
  return names;
}
const NAMES = readNicknames(NICKNAMES);

/** The names that a nickname stands for, and the nicknames of a name. */
export const nicknamesOf = (word: string): readonly string[] => NAMES.get(word) ?? [];
