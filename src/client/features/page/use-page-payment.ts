import { useLayoutEffect, useState } from 'react';
import { doubtAbout, type Paying, type Question } from '#client/components/payer/doubt.ts';
import { rememberPaid } from '#client/components/payer/paid-before.ts';
import { displayName, handleOn, type Payee } from '#client/components/payer/payee.ts';
import { copyText } from '#client/lib/clipboard.ts';
import { openInNewTab, showOpenFailed } from '#client/lib/open-link.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { openingWords, toasts } from '#client/lib/toasts.ts';
import { useBrowserValue } from '#client/lib/use-browser-value.ts';
import { displayHandle } from '#contract/handles.ts';
import { payLink } from '#contract/pay-links.ts';
import type { PayLink } from '#contract/platforms/platform.ts';
import { PLATFORM_RULES, type Platform } from '#contract/platforms/registry.ts';

const canRunCode = () => true;

/** What a pay link does besides opening: it copies, it is remembered, and it asks first where there is a doubt. */
export function usePagePayment(payee: Payee) {
  const [question, setQuestion] = useState<Question>();
  const isRunning = useBrowserValue(canRunCode, false);
  // For page-doubt.js. By now the notes are there, and the links ask.
  useLayoutEffect(() => {
    if (isRunning) dispatchEvent(new Event('page-runs'));
  }, [isRunning]);
  // What this browser paid before is not known while the page hydrates.
  const doubtOn = (platform: Platform) => doubtAbout(payee, platform, isRunning ? undefined : '');

  function follow({ platform, details }: Paying) {
    const handle = handleOn(payee, platform);
    const link = payLink(platform, handle, details);
    if (link && handle !== null) hasOpened(platform, handle, copy(link));
  }

  function hasOpened(platform: Platform, handle: string, copying?: Promise<string | undefined>) {
    const shown = displayHandle(platform, handle);
    rememberPaid(payee, platform, shown);
    void copying?.then((copied) => {
      const { label, handOff } = PLATFORM_RULES[platform];
      showToast(
        handOff === 'instructions'
          ? toasts.paymentInstructions(label, shown, copied !== undefined)
          : toasts.paymentOptions(label, openingWords(label, displayName(payee), copied)),
      );
    });
  }

  /** From the question: its button is no link. */
  function open({ platform, details }: Paying) {
    setQuestion(undefined);
    const handle = handleOn(payee, platform);
    const link = payLink(platform, handle, details);
    if (!link || handle === null) return;
    // Before the new tab has the focus: after that browsers refuse the clipboard.
    const copying = copy(link);
    if (openInNewTab(link.url)) hasOpened(platform, handle, copying);
    else void showOpenFailed(platform, displayHandle(platform, handle));
  }

  return { isRunning, doubtOn, question, setQuestion, follow, open };
}

/** What was copied, where the payer has to paste it. */
function copy({ copy: text }: PayLink): Promise<string | undefined> | undefined {
  if (text === undefined) return undefined;
  return copyText(text).then((isCopied) => (isCopied ? text : undefined));
}
