import { onPath } from './on-path.mjs';

const PACKAGES = { Firefox: 'firefox-esr', WebKit: 'webkit2gtk-driver xvfb' };

/** The browsers besides Chromium on this machine, as variables for Vitest, and those that are missing. */
export function findEngines() {
  const firefox = process.env.FIREFOX_PATH || onPath('firefox-esr');
  const hasWebKit = Boolean(onPath('WebKitWebDriver') && onPath('Xvfb'));
  const env = {
    ENGINES: [...(firefox ? ['firefox'] : []), ...(hasWebKit ? ['webkit'] : [])].join(),
    ...(firefox ? { FIREFOX_PATH: firefox } : {}),
  };
  const missing = [...(firefox ? [] : ['Firefox']), ...(hasWebKit ? [] : ['WebKit'])];
  return { env, missing };
}

/** One line on what is not tested, and how to change that. */
export function describeMissing(missing) {
  const packages = missing.map((name) => PACKAGES[name]).join(' ');
  const [verb, whose] =
    missing.length > 1 ? ['are', 'their journeys are'] : ['is', 'its journey is'];
  return `${missing.join(' and ')} ${verb} not installed; ${whose} skipped (apt-get install ${packages}).`;
}
