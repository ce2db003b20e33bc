interface NoQrCodeProps {
  /** Undefined if trying again cannot help. */
  onRetry: (() => void) | undefined;
  hint?: string | undefined;
}

/** In the white square where the code would be. */
export function NoQrCode({ onRetry, hint }: NoQrCodeProps) {
  return (
    <div className="px-6 text-center">
      <p className="font-semibold">No QR code available</p>
      {hint && <p className="mt-1 text-small">{hint}</p>}
      {onRetry && (
        <button
          type="button"
          onClick={onRetry}
          className="mt-3 min-h-11 rounded-button border border-[#2C1125] px-4 font-bold"
        >
          Try again
        </button>
      )}
    </div>
  );
}
