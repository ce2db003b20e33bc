import { describe, expect, it } from 'vitest';
import { describeDevice } from './describe-device.ts';

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('a device', () => {
  it.each([
    ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['Safari on Mac', `${MAC} Version/17.4 Safari/605.1.15`],
    [
      'Safari on iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    ],
    [
      'Chrome on iPad',
      'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/123.0 Mobile/15E148 Safari/604.1',
    ],
    ['Chrome on Windows', `${WINDOWS} Chrome/130.0.0.0 Safari/537.36`],
    ['Edge on Windows', `${WINDOWS} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`],
    ['Opera on Windows', `${WINDOWS} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`],
    [
      'Samsung Internet on Android',
      'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    ],
    [
      'Chrome on ChromeOS',
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    ],
    ['Linux', 'something (Linux)'],
    ['Unknown device', 'curl/8.5.0'],
    ['Unknown device', ''],
    ['Unknown device', undefined],
  ])('is %s', (device, userAgent) => {
    expect(describeDevice(userAgent)).toBe(device);
  });

  it('holds nothing that its sender chose, however long', () => {
    const hostile = `<script>alert(1)</script>${'('.repeat(100_000)} Firefox/1`;
    expect(describeDevice(hostile)).toBe('Unknown device');
    expect(describeDevice('Firefox/<b> Linux <i>')).toBe('Firefox on Linux');
  });
});
