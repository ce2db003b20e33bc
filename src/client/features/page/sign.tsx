import { Avatar } from '#client/components/avatar.tsx';
import { Breakable } from '#client/components/breakable.tsx';
import { LogoTile } from '#client/components/logo.tsx';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { formatDay } from '#client/lib/utc-date.ts';
import { displayHandle } from '#contract/handles.ts';
import { type PagePerson, pagePath } from '#contract/pages.ts';
import { PRODUCT_NAME } from '#contract/product.ts';

interface SignProps {
  person: PagePerson;
  url: string;
  /** The time of printing, as ISO text. */
  now: string;
}

/** Names up to these lengths leave the heading on one line, in its large and its small size. */
const SHORT_NAME = 5;
const MEDIUM_NAME = 14;
/** Longer ones would take four lines of the small size. */
const LONG_NAME = 30;
const LONG_HANDLE = 24;

function sizeClass(name: string): string {
  if (name.length <= SHORT_NAME) return '';
  if (name.length <= MEDIUM_NAME) return 'sign-medium';
  return name.length <= LONG_NAME ? 'sign-long' : 'sign-long sign-longest';
}

/** One A5 page. It has no badge, which could not be taken back. sign.css has the measures. */
export function Sign({ person, url, now }: SignProps) {
  const { displayName: name, username, handles } = person;
  return (
    <main>
      <form className="sign-choices">
        <fieldset>
          <legend>Print this sign</legend>
          <label>
            <input type="radio" name="ink" value="color" defaultChecked /> In color
          </label>
          <label>
            <input type="radio" name="ink" value="black" /> Black and white
          </label>
        </fieldset>
        <button type="button" hidden>
          Print
        </button>
        <a href={pagePath(username)}>Back to the page</a>
      </form>
      <article className={`sign ${sizeClass(name)}`}>
        <h1>Scan to pay {name}</h1>
        <p className="sign-name">
          {name} · @{username}
        </p>
        <div className="sign-space">
          <div className="sign-arch">
            <Avatar name={name} imageUrl={person.profileImage} seed={`user-${person.id}`} />
            <img
              className="sign-code"
              src={`${pagePath(username)}/qr.svg`}
              alt={`QR code of ${url}`}
              width={560}
              height={560}
            />
          </div>
        </div>
        <ul>
          {handles.map(({ platform, handle }) => {
            const shown = displayHandle(platform, handle);
            return (
              <li key={platform} className={shown.length > LONG_HANDLE ? 'sign-small' : undefined}>
                <PlatformTile platform={platform} isOnBrand className="sign-tile" />
                <span>
                  <Breakable text={shown} />
                </span>
              </li>
            );
          })}
        </ul>
        <div className="sign-foot">
          <LogoTile />
          <p>
            <strong>
              <Breakable text={url.replace(/^https?:\/\//, '')} />
            </strong>
            {PRODUCT_NAME} opens the app. You send the money there.
          </p>
          <p className="sign-day">
            Printed
            <br />
            {formatDay(now)}
          </p>
        </div>
      </article>
    </main>
  );
}
