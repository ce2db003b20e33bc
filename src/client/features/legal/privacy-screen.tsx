import { TextLink } from '#client/components/ui/text-link.tsx';
import { PRODUCT_NAME } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';
import { Part, TextScreen } from './text-screen.tsx';

export function PrivacyScreen() {
  return (
    <TextScreen
      title="Privacy"
      lead="What is stored, who sees it, how long, and how to export or delete it."
    >
      <Part title="What everyone sees">
        <p>
          Your name, screen name, username, picture, website, payment names, the day you joined,
          your badge, and your phone number unless you limit it. You choose under{' '}
          <TextLink href={SCREENS.visibility}>Who sees what</TextLink> who sees the number and
          whether the search lists you.
        </p>
      </Part>
      <Part title="What only you and the admins see">
        <ul>
          <li>Your email address, unless you use it as a payment name.</li>
          <li>When you registered, logged in and changed something, and from which network.</li>
        </ul>
        <p>
          Admins cannot read your password, which is stored as a hash, or your contacts and the
          people you saved, which only you see.
        </p>
      </Part>
      <Part title="What is stored in this browser">
        <p>
          A session cookie while you are logged in, a cookie that recognizes the device, and the
          people you paid last with the payment name you used, so that you can pay again and notice
          a changed name. Nobody else gets that list, and ‘Clear’ below the search removes it.
        </p>
        <p>
          Also which tours you have finished or skipped, and, until you close the tab, what you
          typed into a form and have not sent, without passwords. There is no advertising and no
          tracking.
        </p>
      </Part>
      <Part title="What is not stored">
        <p>
          Payments, amounts and notes. They go to the payment app that you open. A visitor’s
          searches count toward a rate limit but aren’t logged.
        </p>
      </Part>
      <Part title="How long">
        <ul>
          <li>
            Your profile, payment names, contacts and saved people: until you change or delete them.
          </li>
          <li>
            Earlier payment names: until you delete your account. A payer is asked to check a
            changed one.
          </li>
          <li>Former usernames: for good, so that nobody else can take them over.</li>
          <li>
            Sessions: 30 days after the last use, 180 days at most. The cookie that recognizes the
            device: 1 year.
          </li>
          <li>
            Links to reset a password: 1 hour. Links to confirm an email: 7 days. Links to undo a
            change, with the value before the change: 7 days. Codes by email: 10 minutes. Passkey
            checks: 5 minutes.
          </li>
          <li>Emails to you and messages from Contact: until they are sent, 7 days at most.</li>
          <li>The security log: 400 days; the network addresses in it: 90 days.</li>
          <li>
            Reports: 90 days, or until an admin closes them if that is later. What admins decide
            about them: 400 days. That two names are only similar: as long as both accounts exist.
          </li>
          <li>Counters against abuse, by network or by a hash of the email: 1 day at most.</li>
          <li>
            A deleted account: removed at once, except for its usernames, and its names and email in
            the security log.
          </li>
        </ul>
        <p>The people who run this site decide how long to keep:</p>
        <ul>
          <li>
            Backups: until newer ones replace them, after 7 days by default. Until then they include
            accounts that were deleted later.
          </li>
          <li>
            Files that people were imported from, and the rows that were refused. {PRODUCT_NAME}{' '}
            does not delete them.
          </li>
          <li>The server’s log of requests, with network addresses.</li>
        </ul>
      </Part>
      <Part title="Export and delete">
        <p>
          <TextLink href={SCREENS.profile}>My Account</TextLink> has ‘Download my data’, which gives
          you everything {PRODUCT_NAME} stores about you in one file, and ‘Delete Profile’, which
          removes your profile, sessions, passkeys, pictures, contacts and saved people at once.
        </p>
      </Part>
      <Part title="Questions">
        <p>
          <TextLink href={SCREENS.contact}>Contact</TextLink> the people who run this site.
        </p>
      </Part>
    </TextScreen>
  );
}
