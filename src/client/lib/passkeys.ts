import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { useEffect, useRef } from 'react';
import { sentenceOf } from './request.ts';

let library: Promise<typeof import('@simplewebauthn/browser')> | undefined;

function load() {
  library ??= import('@simplewebauthn/browser').catch((error) => {
    library = undefined;
    throw error;
  });
  return library;
}

export const canUsePasskeys = () => typeof window.PublicKeyCredential === 'function';

/** Whose prompt the browser shows. Closing an older one must not close it. */
let current: AbortSignal | undefined;

/** Aborting the signal closes the browser's prompt. */
async function prompt<Answer>(
  signal: AbortSignal,
  start: (library: Awaited<ReturnType<typeof load>>) => Promise<Answer>,
): Promise<Answer> {
  const loaded = await load();
  signal.throwIfAborted();
  current = signal;
  signal.addEventListener('abort', () => {
    if (current === signal) loaded.WebAuthnAbortService.cancelCeremony();
  });
  return start(loaded);
}

/** The browser asks for a face, finger or screen lock and makes a passkey. */
export const makePasskey = (
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
  signal: AbortSignal,
): Promise<RegistrationResponseJSON> =>
  prompt(signal, ({ startRegistration }) => startRegistration({ optionsJSON }));

/** The browser asks which passkey to use. */
export const askForPasskey = (
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<AuthenticationResponseJSON> =>
  prompt(signal, ({ startAuthentication }) => startAuthentication({ optionsJSON }));

/** Whether the browser can offer passkeys in the list under a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Settles when the person picks a passkey from the list under a field, or when the signal aborts. */
export const suggestPasskeys = (
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<AuthenticationResponseJSON> =>
  prompt(signal, ({ startAuthentication }) =>
    startAuthentication({ optionsJSON, useBrowserAutofill: true }),
  );

/** What to say after a failure. Without a connection, no passkey was asked for. */
export const passkeyFailure = (error: Error, sentence: string): string =>
  sentenceOf(error, error instanceof TypeError ? NOT_CONNECTED : sentence);

const NOT_CONNECTED = 'Could not connect. Check your connection and try again.';

/** Makes signals that abort when the component unmounts. */
export function useSignalUntilUnmount(): () => AbortSignal {
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  return () => {
    controller.current?.abort();
    controller.current = new AbortController();
    return controller.current.signal;
  };
}
