/** Longer than real ones; what follows is not read. */
const MAX_LENGTH = 512;

export const UNKNOWN_DEVICE = 'Unknown device';

/** The first that matches counts: most browsers also name the ones they descend from. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A few words of our own for a User-Agent, such as 'Firefox on Linux'; nothing of its text is kept. */
export function describeDevice(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, MAX_LENGTH) ?? '';
  const nameIn = (families: [RegExp, string][]) =>
    families.find(([pattern]) => pattern.test(text))?.[1];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(' on ') || UNKNOWN_DEVICE;
}
