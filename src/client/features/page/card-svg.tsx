import { colorFor } from '#client/components/avatar.tsx';
import { BRANDS } from '#client/components/platform-brands.ts';
import { CARD_PICTURE, CARD_SIZE, type CardDrawing } from '#contract/page-card.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { PRODUCT_NAME } from '#contract/product.ts';

const INK = '#2C1125';
const BRAND = '#FFC83D';
/** The tile and its glyph, as in the style sheet. */
const TILES: Record<Platform, [tile: string, glyph: string]> = {
  cashapp: ['#00D54B', '#08210F'],
  paypal: ['#002991', '#FFFFFF'],
  applepay: ['#000000', '#FFFFFF'],
  venmo: ['#008CFF', '#FFFFFF'],
};
/** Font sizes, indexed by the number of initials. */
const INITIALS_SIZES = [160, 160, 108, 80];
const FAMILIES = { display: 'Gabarito', regular: 'Atkinson Hyperlegible Next' };
const { x, y, width, height } = CARD_PICTURE;
const ARCH = `M${x} ${y + height}V${y + width / 2}a${width / 2} ${width / 2} 0 0 1 ${width} 0V${y + height}z`;

/** The preview of a page. `picture` is a data URL. */
export function CardSvg({ drawing, picture }: { drawing: CardDrawing; picture: string | null }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      {...CARD_SIZE}
      viewBox="0 0 1200 630"
      aria-hidden="true"
    >
      <rect {...CARD_SIZE} fill={BRAND} />
      <svg x={64} y={56} width={64} height={64} viewBox="0 0 48 48" aria-hidden="true">
        <LogoShapes />
      </svg>
      <text x={146} y={103} fill={INK} {...fontOf('display', 44, -0.02)}>
        {PRODUCT_NAME}
      </text>
      {drawing.lines.map((line) => (
        <text
          key={line.y}
          x={64}
          y={line.y}
          fill={INK}
          {...fontOf(line.font, line.size, line.spacing)}
        >
          {line.text}
        </text>
      ))}
      {drawing.platforms.map((platform, index) => (
        <Tile key={platform} platform={platform} left={64 + index * 74} />
      ))}
      <text
        x={64}
        y={566}
        fill="#573523"
        fontFamily={FAMILIES.regular}
        fontWeight={600}
        fontSize={drawing.address.size}
      >
        {drawing.address.text}
      </text>
      <Person drawing={drawing} picture={picture} />
    </svg>
  );
}

const fontOf = (font: keyof typeof FAMILIES, size: number, spacing: number) => ({
  fontFamily: FAMILIES[font],
  fontWeight: font === 'display' ? 700 : 400,
  fontSize: size,
  letterSpacing: spacing * size,
});

export function LogoShapes() {
  return (
    <>
      <rect width="48" height="48" rx="13" fill={INK} />
      <path
        fill={BRAND}
        d="M8 15.5a7.5 7.5 0 1 1 15 0a7.5 7.5 0 1 1-15 0zM8 40v-7.5a7.5 7.5 0 0 1 15 0V40z"
      />
      <path
        fill="#FF8A66"
        d="M25 32.5a7.5 7.5 0 1 1 15 0a7.5 7.5 0 1 1-15 0zM25 8v7.5a7.5 7.5 0 0 0 15 0V8z"
      />
    </>
  );
}

function Tile({ platform, left }: { platform: Platform; left: number }) {
  const [tile, glyph] = TILES[platform];
  const { path, viewBox } = BRANDS[platform];
  return (
    <>
      <rect x={left} y={456} width={60} height={60} rx={16.8} fill={tile} />
      <svg x={left + 13} y={469} width={34} height={34} viewBox={viewBox} aria-hidden="true">
        <path d={path} fill={glyph} />
      </svg>
    </>
  );
}

function Person({ drawing, picture }: { drawing: CardDrawing; picture: string | null }) {
  if (picture === null) {
    const letters = drawing.initials;
    const color = colorFor(drawing.seed)?.slice('bg-['.length, -1);
    return (
      <>
        <path d={ARCH} fill={color === BRAND ? '#FFF3D1' : color} />
        <text
          x={x + width / 2}
          y={y + 310}
          textAnchor="middle"
          fill={INK}
          {...fontOf('display', INITIALS_SIZES[letters.length - 1] ?? 80, 0)}
        >
          {letters}
        </text>
      </>
    );
  }
  return (
    <>
      <clipPath id="arch">
        <path d={ARCH} />
      </clipPath>
      <image
        href={picture}
        {...CARD_PICTURE}
        preserveAspectRatio="xMidYMid slice"
        clipPath="url(#arch)"
      />
    </>
  );
}
