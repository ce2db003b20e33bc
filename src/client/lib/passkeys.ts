import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

let library: Promise<typeof import('@simplewebauthn/browser')> | undefined;

function load() {
  library ??= import('@simplewebauthn/browser').catch((error) => {
    library = undefined;
    throw error;
  });
  return library;
}

export const canUsePasskeys = () => typeof window.PublicKeyCredential === 'function';

/** The browser asks for a face, finger or screen lock and makes a passkey. */
export async function makePasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await load();
  return startRegistration({ optionsJSON });
}

/** The browser asks which passkey to use. */
export async function askForPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON });
}

/** Whether the browser can offer passkeys in the list under a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Settles when the person picks a passkey from the list under a field, or with `stopAsking`. */
export async function suggestPasskeys(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON, useBrowserAutofill: true });
}

/** Closes the browser's question, if there is one. */
export async function stopAsking(): Promise<void> {
  (await library)?.WebAuthnAbortService.cancelCeremony();
}
