/** Between two ways to do the same. */
export function OrLine() {
  return (
    <p className="flex items-center gap-3.5 text-small text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or
    </p>
  );
}
