import { LogoShapes } from './card-svg.tsx';

interface PayButtonSvgProps {
  label: string;
  /** The width of the whole button. */
  width: number;
}

/** The button for a member's own website. */
export function PayButtonSvg({ label, width }: PayButtonSvgProps) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={52} viewBox={`0 0 ${width} 52`}>
      <title>{label}</title>
      <rect width={width} height={52} rx={14} fill="#FFC83D" />
      <svg x={10} y={10} width={32} height={32} viewBox="0 0 48 48" aria-hidden="true">
        <LogoShapes />
      </svg>
      <text x={54} y={33} fill="#2C1125" fontFamily="Gabarito" fontWeight={700} fontSize={20}>
        {label}
      </text>
    </svg>
  );
}
