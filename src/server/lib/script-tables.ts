/** Letters that some write as one letter (as folding does) and others as two. */
export const AS_TWO_LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
};

/** Keys are one or two letters; `^x` applies to x at the start of a word. */
export type Table = Readonly<Record<string, string>>;

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

/** The scripts with up to four common ways to write each in Latin letters. */
export const SCRIPTS: { script: RegExp; schemes: Table[] }[] = [
  {
    script: /\p{sc=Cyrillic}/u,
    schemes: [
      { ...CYRILLIC, ...tableOf('ье=ye ьё=yo ьи=yi') },
      { ...CYRILLIC, ...tableOf('ё=e х=h щ=sch ия=ia ий=y ый=y ья=ia ье=ie ьё=ie кс=x й=i') },
      { ...CYRILLIC, ...tableOf('ё=e ю=iu я=ia й=i') },
      // As in Ukraine.
      {
        ...CYRILLIC,
        ...tableOf('г=h зг=zgh и=y ^и=i й=i ^й=y є=ie ^є=ye ї=i ^ї=yi ю=iu ^ю=yu я=ia ^я=ya'),
      },
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
