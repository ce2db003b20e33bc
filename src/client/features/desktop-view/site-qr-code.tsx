import { create } from 'qrcode';
import { useMemo } from 'react';

const QUIET_ZONE = 4;

/** Drawn here, as an SVG path: the address of this very site, for a phone to carry on with. */
export function SiteQrCode({ address }: { address: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(address, { errorCorrectionLevel: 'M' });
    let dark = '';
    for (let row = 0; row < modules.size; row++) {
      for (let column = 0; column < modules.size; column++) {
        if (modules.get(row, column)) dark += `M${column} ${row}h1v1h-1z`;
      }
    }
    return { size: modules.size, path: dark };
  }, [address]);
  return (
    <svg
      role="img"
      aria-label={`QR code of ${address}`}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size + 2 * QUIET_ZONE} ${size + 2 * QUIET_ZONE}`}
      shapeRendering="crispEdges"
      className="size-full rounded-[20px] bg-white fill-[#2C1125]"
    >
      <path d={path} />
    </svg>
  );
}
