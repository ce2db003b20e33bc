/**
 * Portraits for the fictional people: circles and domes with small smiles, and shop fronts for the
 * businesses. Each is a square SVG that the avatar's arch crops.
 */
type Hair =
  | 'afro'
  | 'bald'
  | 'bob'
  | 'bun'
  | 'cap'
  | 'curls'
  | 'fringe'
  | 'headscarf'
  | 'ponytail'
  | 'short'
  | 'swoop';

interface PersonRecipe {
  kind: 'person';
  background: string;
  skin: string;
  hair: Hair;
  hairColor: string;
  top: string;
  hasGlasses?: boolean;
  hasBeard?: boolean;
  /** Light features on dark skin. */
  features?: string;
}

interface ShopRecipe {
  kind: 'shop';
  background: string;
  awning: string;
  wall: string;
  door: string;
}

type PortraitRecipe = PersonRecipe | ShopRecipe;

const INK = '#2C1125';
const CREAM = '#FFF3D1';

export const PORTRAITS = {
  amara: {
    kind: 'person',
    background: CREAM,
    skin: '#5C3826',
    hair: 'afro',
    hairColor: INK,
    top: '#A01C5C',
    features: CREAM,
  },
  jun: {
    kind: 'person',
    background: '#9CCFF7',
    skin: '#F6CBA4',
    hair: 'swoop',
    hairColor: INK,
    top: '#FF7A52',
    hasGlasses: true,
  },
  ruth: {
    kind: 'person',
    background: '#D9C2F0',
    skin: '#F9D9C0',
    hair: 'bun',
    hairColor: '#B5A9BC',
    top: '#0F6E5A',
    hasGlasses: true,
  },
  leila: {
    kind: 'person',
    background: '#FFE6A8',
    skin: '#D69A68',
    hair: 'headscarf',
    hairColor: '#A01C5C',
    top: '#A01C5C',
  },
  theo: {
    kind: 'person',
    background: '#FF9B7D',
    skin: '#F6CBA4',
    hair: 'cap',
    hairColor: '#0B4A9E',
    top: '#FFFFFF',
  },
  omar: {
    kind: 'person',
    background: '#8FDDB6',
    skin: '#D69A68',
    hair: 'short',
    hairColor: INK,
    top: CREAM,
    hasBeard: true,
  },
  ines: {
    kind: 'person',
    background: '#F9B4C0',
    skin: '#F9D9C0',
    hair: 'bob',
    hairColor: '#9A451F',
    top: INK,
  },
  mei: {
    kind: 'person',
    background: '#9CCFF7',
    skin: '#E2AC7C',
    hair: 'fringe',
    hairColor: INK,
    top: '#FFC83D',
  },
  kofi: {
    kind: 'person',
    background: '#F9B4C0',
    skin: '#5C3826',
    hair: 'short',
    hairColor: INK,
    top: '#8FDDB6',
    hasGlasses: true,
    features: CREAM,
  },
  sol: {
    kind: 'person',
    background: '#C9DB7A',
    skin: '#B9784C',
    hair: 'curls',
    hairColor: '#5B2B16',
    top: '#0B4A9E',
  },
  elsa: {
    kind: 'person',
    background: '#F0CFA0',
    skin: '#F9D9C0',
    hair: 'ponytail',
    hairColor: '#D9892B',
    top: '#00796B',
  },
  viktor: {
    kind: 'person',
    background: '#D9C2F0',
    skin: '#F6CBA4',
    hair: 'bald',
    hairColor: '#9A451F',
    top: '#2E4A7D',
    hasBeard: true,
  },
  zuri: {
    kind: 'person',
    background: '#8FDDB6',
    skin: '#7A4A30',
    hair: 'bun',
    hairColor: INK,
    top: '#FFC83D',
    features: CREAM,
  },
  bakery: { kind: 'shop', background: '#8FDDB6', awning: '#A01C5C', wall: '#FFE6A8', door: INK },
  grocer: { kind: 'shop', background: '#F9B4C0', awning: '#0F6E5A', wall: '#FFE6A8', door: INK },
  florist: {
    kind: 'shop',
    background: '#FFE6A8',
    awning: '#0B4A9E',
    wall: '#F9B4C0',
    door: '#4A2340',
  },
} as const satisfies Record<string, PortraitRecipe>;

export type PortraitName = keyof typeof PORTRAITS;

/** Hair is drawn in two layers: behind the head and over it. */
const HAIR: Record<Hair, { behind?: string; over?: string }> = {
  afro: { behind: '<circle cx="60" cy="46" r="37"/>' },
  bald: {},
  bob: {
    behind: '<path d="M34 88V52a26 26 0 0 1 52 0v36z"/>',
    over: '<path d="M34 58c0-20 12-30 26-30s26 10 26 30c-11-1-21-7-26-16c-5 9-15 15-26 16z"/>',
  },
  bun: {
    behind: '<circle cx="60" cy="21" r="12"/>',
    over: '<path d="M36 53a24 24 0 0 1 48 0z"/>',
  },
  cap: {
    over: '<path d="M36 50a24 24 0 0 1 48 0z"/><rect x="60" y="44" width="37" height="6" rx="1"/>',
  },
  curls: {
    behind:
      '<circle cx="42" cy="42" r="13"/><circle cx="60" cy="33" r="14"/><circle cx="78" cy="42" r="13"/><circle cx="36" cy="56" r="9"/><circle cx="84" cy="56" r="9"/>',
  },
  fringe: {
    behind: '<path d="M30 112V52a30 30 0 0 1 60 0v60z"/>',
    over: '<path d="M37 54V48a23 20 0 0 1 46 0v6z"/>',
  },
  headscarf: { behind: '<path d="M27 120V54a33 33 0 0 1 66 0v66z"/>' },
  ponytail: {
    behind: '<path d="M78 40c18 0 20 22 14 44c-8-6-14-14-14-24z"/>',
    over: '<path d="M36 54a24 25 0 0 1 48 0c-14 0-26-4-32-12c-2 6-8 11-16 12z"/>',
  },
  short: { over: '<path d="M36 52a24 24 0 0 1 48 0z"/>' },
  swoop: { over: '<path d="M37 54c-1-17 10-25 23-25h24c0 14-8 23-24 23h-16z"/>' },
};

function personShapes(recipe: PersonRecipe): string {
  const { behind = '', over = '' } = HAIR[recipe.hair];
  const features = recipe.features ?? INK;
  const eyes = `<g fill="${features}"><circle cx="52" cy="57" r="2.6"/><circle cx="68" cy="57" r="2.6"/></g>`;
  const glasses = `<g fill="none" stroke="${features}" stroke-width="3"><circle cx="51" cy="57" r="7.5"/><circle cx="69" cy="57" r="7.5"/></g>`;
  // A beard carries its own, lighter smile.
  const beard = `<path fill="${recipe.hairColor}" d="M38 60a22 20 0 0 0 44 0c-6 5-13 6-22 6s-16-1-22-6z"/>`;
  const smileColor = recipe.hasBeard ? recipe.skin : features;
  const smile = `<path d="M53 ${recipe.hasBeard ? 70 : 67}a8 6.5 0 0 0 14 0" fill="none" stroke="${smileColor}" stroke-width="3" stroke-linecap="round"/>`;
  return [
    `<g fill="${recipe.hairColor}">${behind}</g>`,
    `<path fill="${recipe.top}" d="M17 121a43 40 0 0 1 86 0z"/>`,
    `<rect x="49" y="70" width="22" height="27" rx="11" fill="${recipe.skin}"/>`,
    `<circle cx="60" cy="56" r="24" fill="${recipe.skin}"/>`,
    recipe.hasBeard ? beard : '',
    `<g fill="${recipe.hairColor}">${over}</g>`,
    eyes,
    recipe.hasGlasses ? glasses : '',
    smile,
  ].join('');
}

function shopShapes({ awning, wall, door }: ShopRecipe): string {
  const stripes = [0, 1, 2, 3].map((index) => {
    const x = 18 + index * 21;
    const color = index % 2 === 0 ? awning : '#FFFFFF';
    return `<path fill="${color}" d="M${x} 36h21v22a10.5 10.5 0 0 1-21 0z"/>`;
  });
  return [
    `<rect x="25" y="48" width="70" height="72" fill="${wall}"/>`,
    ...stripes,
    `<path fill="${door}" d="M50 120V90a10 10 0 0 1 20 0v30z"/>`,
  ].join('');
}

export function portraitSvg(recipe: PortraitRecipe): string {
  const shapes = recipe.kind === 'person' ? personShapes(recipe) : shopShapes(recipe);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="512" height="512"><rect width="120" height="120" fill="${recipe.background}"/>${shapes}</svg>\n`;
}
