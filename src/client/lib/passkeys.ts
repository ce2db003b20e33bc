import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { useEffect, useRef } from 'react';

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

/** The browser asks which passkey to use. The signal closes its question, and no other. */
export function askForPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<AuthenticationResponseJSON> {
  return authenticate({ optionsJSON }, signal);
}

/** Whether the browser can offer passkeys in the list under a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Settles when the person picks a passkey from the list under a field, or with the signal. */
export function suggestPasskeys(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<AuthenticationResponseJSON> {
  return authenticate({ optionsJSON, useBrowserAutofill: true }, signal);
}

async function authenticate(
  options: { optionsJSON: PublicKeyCredentialRequestOptionsJSON; useBrowserAutofill?: boolean },
  signal: AbortSignal,
): Promise<AuthenticationResponseJSON> {
  const { startAuthentication, WebAuthnAbortService } = await load();
  signal.throwIfAborted();
  const closeQuestion = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', closeQuestion);
  try {
    return await startAuthentication(options);
  } finally {
    signal.removeEventListener('abort', closeQuestion);
  }
}

/** Makes signals that abort when the component is left. */
export function useSignalUntilLeft(): () => AbortSignal {
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  return () => {
    controller.current = new AbortController();
    return controller.current.signal;
  };
}
