import { TextLink } from '#client/components/ui/text-link.tsx';
import { PRODUCT_NAME } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';
import { Part, TextScreen } from './text-screen.tsx';

export function TermsScreen() {
  return (
    <TextScreen title="Terms" lead={`The rules for using ${PRODUCT_NAME}, in plain words.`}>
      <Part title={`What ${PRODUCT_NAME} does`}>
        <p>
          {PRODUCT_NAME} is a directory. It shows which payment apps a person or business accepts,
          and opens the app you choose. It takes no fees, holds no money and sees no payment.
        </p>
        <p>
          Every payment is between you, the other person and the payment app, under the rules of
          that app. Check the name there before you send. {PRODUCT_NAME} cannot stop or return a
          payment.
        </p>
      </Part>
      <Part title="Your account">
        <ul>
          <li>List only payment names that are yours.</li>
          <li>
            Don’t pretend to be somebody else, and don’t use a name meant to be confused with
            someone else’s.
          </li>
          <li>Keep your password and passkeys to yourself.</li>
          <li>People you add as contacts are seen only by you. Add them with their consent.</li>
        </ul>
      </Part>
      <Part title="What is not allowed">
        <ul>
          <li>Scams, threats and anything that is against the law.</li>
          <li>Copying the directory, or searching it with programs beyond the published limits.</li>
          <li>Attacks on this site or on its members.</li>
        </ul>
      </Part>
      <Part title="If a rule is broken">
        <p>
          A person reads every report. A page that breaks these rules can be suspended; its owner is
          told why and can answer. You can delete your account at any time.
        </p>
      </Part>
      <Part title="No warranty">
        <p>
          The verified badge and proofs say what was checked, not that somebody is honest. The site
          is provided as it is. Questions? <TextLink href={SCREENS.contact}>Contact us</TextLink>.
        </p>
      </Part>
    </TextScreen>
  );
}
